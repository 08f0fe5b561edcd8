import { html, type Child } from '../html.ts'

/** Attributes of a control for screen readers, as its field needs them. */
export interface Aria {
  id: string
  describedBy: string | undefined
  invalid: 'true' | undefined
  autofocus?: boolean | undefined
}

export interface Field {
  id: string
  label: Child
  help?: Child
  /** The problem with it. */
  error?: Child
  /** A word beside the label, such as `optional`. */
  note?: string | undefined
  /** It takes the focus when the page opens. */
  autofocus?: boolean | undefined
  control: (aria: Aria) => Child
  /** Below the control: a further choice, such as to clear it. */
  below?: Child
}

const ariaOf = ({ id, help, error, autofocus }: Omit<Field, 'label' | 'control'>): Aria => ({
  id,
  describedBy: [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  invalid: error ? 'true' : undefined,
  autofocus,
})

/** A field with its label, its help and what is wrong with it, which screen readers read together. */
export const field = ({ id, label, help, error, note, autofocus, control, below }: Field): Child => html`
  <div class="field">
    <label for=${id}>${label}${note && html` <span class="optional">${note}</span>`}</label>
    ${help && html`<p class="help" id=${`${id}-help`}>${help}</p>`}
    ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
    ${control(ariaOf({ id, help, error, autofocus }))}${below}
  </div>
`

/** Fields that belong together, with a question above them: choices, or the parts of one thing. */
export const group = (
  { id, label, help, error, note, autofocus }: Omit<Field, 'control'>,
  content: Child,
  look: 'parts' | 'choices' = 'parts',
): Child => html`
  <fieldset
    class=${`group ${look}`}
    id=${id}
    tabindex="-1"
    autofocus=${autofocus}
    aria-describedby=${ariaOf({ id, help, error }).describedBy}
  >
    <legend>${label}${note && html` <span class="optional">${note}</span>`}</legend>
    ${help && html`<p class="help" id=${`${id}-help`}>${help}</p>`}
    ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`} ${content}
  </fieldset>
`

export interface Input {
  name: string
  value: string
  type?: 'text' | 'date' | 'email' | 'tel' | 'search'
  /** The keyboard of a telephone. */
  mode?: 'decimal' | 'numeric'
  /** A few characters long: a number, a code. */
  short?: boolean
  required?: boolean
  autocomplete?: string
  /** The id of a list of suggestions. */
  list?: string
}

/** One line of text. */
export const input = (aria: Aria, one: Input): Child => html`
  <input
    id=${aria.id}
    class=${one.short ? 'short' : undefined}
    name=${one.name}
    type=${one.type ?? 'text'}
    value=${one.value}
    list=${one.list}
    inputmode=${one.mode}
    required=${one.required}
    autofocus=${aria.autofocus}
    autocomplete=${one.autocomplete ?? 'off'}
    spellcheck=${one.type === 'email' || one.mode !== undefined ? 'false' : undefined}
    aria-invalid=${aria.invalid}
    aria-describedby=${aria.describedBy}
  />
`

/** Several lines of text. */
export const textArea = (
  aria: Aria,
  { name, value, rows = 4, code = false }: { name: string; value: string; rows?: number; code?: boolean },
): Child => html`
  <textarea
    id=${aria.id}
    class=${code ? 'code' : undefined}
    name=${name}
    rows=${rows}
    autofocus=${aria.autofocus}
    spellcheck=${code ? 'false' : undefined}
    aria-invalid=${aria.invalid}
    aria-describedby=${aria.describedBy}
  >
${value}</textarea>
`

export interface Choice {
  value: string
  label: Child
  /** Choices with the same heading stand below it. */
  under?: string
  help?: Child
}

/** So many choices are seen at a glance. Among more, one is found by typing, and several are ticked at once. */
export const atAGlance = 12

/** One of many. */
export const select = (aria: Aria, name: string, choices: readonly Choice[], chosen: string): Child => {
  const list = listOf(aria, name, choices, chosen)
  return choices.length > atAGlance ? html`<x-picker>${list}</x-picker>` : list
}

const listOf = (aria: Aria, name: string, choices: readonly Choice[], chosen: string): Child => html`
  <select
    id=${aria.id}
    name=${name}
    autofocus=${aria.autofocus}
    aria-invalid=${aria.invalid}
    aria-describedby=${aria.describedBy}
  >
    ${choices.map(({ value, label }) => html`<option value=${value} selected=${value === chosen}>${label}</option>`)}
  </select>
`

/** One of a few. */
export const radios = (name: string, choices: readonly Choice[], chosen: string | undefined): Child =>
  choices.map(({ value, label, help }) => choiceOf('radio', name, value, label, value === chosen, help))

/** Some of a few. Those with the same heading stand below it. */
export function checkboxes(name: string, choices: readonly Choice[], chosen: readonly string[]): Child {
  const ticked = new Set(chosen)
  return [...Map.groupBy(choices, ({ under }) => under)].map(([heading, some]) => {
    const boxes = some.map(({ value, label, help }) =>
      choiceOf('checkbox', name, value, label, ticked.has(value), help),
    )
    return heading === undefined
      ? boxes
      : html`<fieldset class="group choices">
          <legend class="under">${heading}</legend>
          ${boxes}
        </fieldset>`
  })
}

/** Yes, or nothing. */
export const checkbox = (name: string, value: string, label: Child, checked: boolean, help?: Child): Child =>
  choiceOf('checkbox', name, value, label, checked, help)

/** Yes, or nothing, as a field of its own with what is wrong with it. */
export const tick = (
  { id, label, help, error, autofocus }: Omit<Field, 'control' | 'note' | 'below'>,
  { name, value, checked }: { name: string; value: string; checked: boolean },
): Child => html`
  <div class="field">
    ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
    ${choiceOf('checkbox', name, value, label, checked, help, ariaOf({ id, help: undefined, error, autofocus }))}
  </div>
`

const choiceOf = (
  type: 'radio' | 'checkbox',
  name: string,
  value: string,
  label: Child,
  checked: boolean,
  help?: Child,
  aria?: Aria,
): Child => html`
  <label class="choice">
    <input
      id=${aria?.id}
      type=${type}
      name=${name}
      value=${value}
      checked=${checked}
      autofocus=${aria?.autofocus}
      aria-invalid=${aria?.invalid}
      aria-describedby=${aria?.describedBy}
    />
    <span>${label}${help && html`<small>${help}</small>`}</span>
  </label>
`
