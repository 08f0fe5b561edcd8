import { submit } from '../button/part.ts'
import { group, input, radios, type Choice, type Field } from '../field/part.ts'
import { icon } from '../icon/part.ts'
import { html, type Child } from '../html.ts'

export interface Picker extends Omit<Field, 'control' | 'below'> {
  /** The name of the value that is chosen. */
  name: string
  /** The choices of now: the chosen one, and those that the search has found. */
  choices: readonly Choice[]
  chosen: string | undefined
  search: {
    name: string
    value: string
    label: string
    button: string
    /** The value with which the button sends the form back, to search. */
    step: { name: string; value: string }
  }
  /** The address of a page that answers `{choices}` for the words in `q`: a script asks it while somebody types. */
  from: string
  /** True where the choice leads to others, which the form then offers: a script sends the form back at once. */
  leads?: boolean
  /** A sentence for a search that has found nothing. */
  nothing?: Child
}

/** A record from among very many: the reader searches for it, and chooses one of what is found. Works without script. */
export const picker = (one: Picker): Child => {
  const { search } = one
  const id = `${one.id}-search`
  return group(
    one,
    html`
      <x-picker
        class="picker"
        data-from=${one.from}
        data-name=${one.name}
        data-then=${one.leads ? 'step' : undefined}
      >
        ${one.choices.length > 0 && html`<div class="picker-choices">${radios(one.name, one.choices, one.chosen)}</div>`}
        ${one.nothing && html`<p class="help" role="status">${one.nothing}</p>`}
        <div class="picker-search">
          <label class="away" for=${id}>${search.label}</label>
          ${input({ id, describedBy: undefined, invalid: undefined }, { name: search.name, value: search.value, type: 'search' })}
          ${submit({ text: [icon('search'), search.button], label: `${search.button}: ${search.label}` }, search.step)}
        </div>
      </x-picker>
    `,
    'choices',
  )
}
