import { ask, combobox, type Option } from './shared/combobox.ts'
import { element } from './shared/dom.ts'

/** So many options of a list are shown at most: words find the others. */
const most = 100

/**
 * A choice that searches while somebody types, in place of a long list or of a search that the server does. The form sends
 * what it sends without script: the value by its name, and words of which nothing was chosen to the server's own search.
 */
class Picker extends HTMLElement {
  #isReady = false

  connectedCallback(): void {
    if (this.#isReady) return
    this.#isReady = true
    const select = this.querySelector('select')
    if (select) replaceList(this, select)
    else replaceSearch(this)
  }
}

/** A list in the page: its options are filtered here. */
function replaceList(place: Element, select: HTMLSelectElement): void {
  const options = [...select.options].map(({ value, label }) => ({ value, label }))
  const chosen = () => select.selectedOptions[0]?.label.trim() ?? ''
  const input = element('input', { id: select.id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
  for (const name of ['aria-invalid', 'aria-describedby']) {
    const value = select.getAttribute(name)
    if (value !== null) input.setAttribute(name, value)
  }
  select.removeAttribute('id')
  select.hidden = true
  input.value = chosen()
  select.before(input)
  const { open } = combobox(input, place, {
    label: labelOf(input),
    find: (text) => fitting(options, text).slice(0, most),
    choose: ({ value }) => {
      select.value = value
      input.value = chosen()
      tell(select)
    },
  })
  input.addEventListener('click', () => void open(''))
  input.addEventListener('focus', () => input.select())
  input.addEventListener('blur', () => {
    // A name that was typed to its end is chosen, and nothing where nothing is a choice; other words go.
    const typed = plain(input.value).trim()
    const named = options.filter(({ value, label }) =>
      typed === '' ? value === '' : plain(label).trim() === typed,
    )
    if (named.length === 1 && named[0]!.value !== select.value) {
      select.value = named[0]!.value
      tell(select)
    }
    input.value = chosen()
  })
}

/** Options in which each word stands, with or without the accents of the other. */
function fitting(options: readonly Option[], text: string): readonly Option[] {
  const parts = plain(text).split(/\s+/).filter(Boolean)
  const named = options.filter(({ label }) => label.trim() !== '')
  return parts.length === 0
    ? named
    : named.filter(({ label }) => parts.every((part) => plain(label).includes(part)))
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A search of the server, with the choices that it has found. */
function replaceSearch(place: HTMLElement): void {
  const { from = '', name = '', then } = place.dataset
  const input = place.querySelector<HTMLInputElement>('input[type=search]')!
  const button = place.querySelector('button')!
  const radios = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  const searching = input.name
  const given = radios.map(optionOf)
  const fixed = given.filter(({ value }) => value === '' || value.startsWith('~'))
  const hidden = element('input', { type: 'hidden', name })
  const set = (option: Option | undefined): void => {
    hidden.value = option?.value ?? ''
    // Words are sent where nothing was chosen: then the server searches.
    input.name = option ? '' : searching
  }

  const checked = radios.findIndex((radio) => radio.checked)
  if (given[checked]) {
    input.value = given[checked].value === '' ? '' : given[checked].label
    set(given[checked])
  }
  input.before(hidden)
  place.querySelector('.picker-choices')?.remove()
  button.hidden = true
  // What the server's own search found, or did not, is past with the first letter.
  const said = place.querySelector('.help[role=status]')
  input.addEventListener('input', () => said?.remove(), { once: true })
  const { open } = combobox(input, place, {
    label: labelOf(input),
    find: async (text, signal) => [...(await ask(from, text, signal)), ...(text === '' ? fixed : [])],
    choose: (option) => {
      input.value = option.value === '' ? '' : option.label
      set(option)
      tell(hidden)
      if (then === 'step') button.click()
    },
  })
  input.addEventListener('input', () => set(input.value === '' ? { value: '', label: '' } : undefined))
  input.addEventListener('click', () => void open(''))
}

function optionOf(radio: HTMLInputElement): Option {
  const text = radio.nextElementSibling
  const help = text?.querySelector('small')
  return {
    value: radio.value,
    label: (text?.firstChild?.textContent ?? '').trim(),
    help: help?.textContent ?? undefined,
  }
}

const labelOf = (input: HTMLInputElement): string => input.labels?.[0]?.textContent?.trim() ?? ''

/** Says that a value was chosen, as the control itself would. */
const tell = (control: HTMLElement): boolean => control.dispatchEvent(new Event('change', { bubbles: true }))

customElements.define('x-picker', Picker)
