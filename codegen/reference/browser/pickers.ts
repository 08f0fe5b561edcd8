import type { Value } from '../samples.ts'
import { element, find } from './dom.ts'

/** A record of the organization that an id can name. */
interface Choice {
  id: string
  title: string
}

interface Picker {
  select: HTMLSelectElement
  /** The property of the body. */
  name: string
  /** The id in the example: no organization has a record of it. */
  example: Value | undefined
  choices?: Promise<Choice[]>
}

const most = 200

/** The lists of the reader's own records beside a form. What is chosen goes into the body. */
export class Pickers {
  readonly #pickers: Picker[]
  readonly #body: HTMLTextAreaElement
  readonly #told: HTMLElement
  readonly #list: (path: string) => Promise<unknown>

  /**
   * @param box the form, as it was loaded
   * @param list answers the data of a read
   * @throws Error with a sentence for the reader, by `list`
   */
  constructor(box: HTMLElement, body: HTMLTextAreaElement, list: (path: string) => Promise<unknown>) {
    this.#body = body
    this.#told = find('[data-chosen]', box)
    this.#list = list
    const example = JSON.parse(body.value) as Record<string, Value>
    this.#pickers = [...box.querySelectorAll<HTMLSelectElement>('[data-pick]')].map((select) => {
      const name = select.dataset['pick'] ?? ''
      return { select, name, example: example[name] }
    })
    for (const picker of this.#pickers) this.#wire(picker)
  }

  /**
   * The body with records of the reader where it has the ids of the example: of several from one list the last and the
   * first, so that a unit is not moved below itself.
   */
  async replaceExamples(body: Value): Promise<Value> {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    const left = this.#pickers.filter(({ name, example }) => example !== undefined && body[name] === example)
    const used = new Set<string>()
    const told: string[] = []
    for (const picker of left) {
      const from = picker.select.dataset['from'] ?? ''
      const choices = await this.#load(picker).catch(() => [])
      const choice = choices.at(used.has(from) ? 0 : -1)
      used.add(from)
      if (choice) {
        picker.select.value = choice.id
        this.#put(picker.name, choice.id)
      }
      told.push(`${picker.name}: ${choice ? `one of yours, ${choice.title}` : 'you have none yet'}`)
    }
    this.#told.textContent = told.join(' · ')
    return JSON.parse(this.#body.value.trim() || '{}') as Value
  }

  #wire(picker: Picker): void {
    const { select, name } = picker
    select.addEventListener('focus', () => {
      this.#load(picker).then(
        () => (this.#told.textContent = ''),
        (error: Error) => (this.#told.textContent = error.message),
      )
    })
    select.addEventListener('change', () => select.value !== '' && this.#put(name, select.value))
  }

  /** Loads the list, unless it is there. */
  #load(picker: Picker): Promise<Choice[]> {
    const { select } = picker
    if (picker.choices) return picker.choices
    const { from = '', kind = '' } = select.dataset
    const loading = this.#list(from).then((data) => {
      const choices = choicesIn(data, kind)
      select.append(...choices.map(({ id, title }) => element('option', { value: id }, title)))
      return choices
    })
    picker.choices = loading
    loading.catch(() => delete picker.choices)
    return loading
  }

  /** Puts an id into the body, if that is JSON at the moment. */
  #put(name: string, id: string): void {
    try {
      const body = JSON.parse(this.#body.value) as Record<string, Value>
      this.#body.value = JSON.stringify({ ...body, [name]: id }, null, 2)
      this.#body.dispatchEvent(new Event('input'))
    } catch {
      // The form says so already.
    }
  }
}

type Item = Record<string, unknown>

/** The records of the first list in the data of an answer, or of the data itself. */
function choicesIn(data: unknown, kind: string): Choice[] {
  const list = Array.isArray(data) ? data : Object.values(data as Item).find((value) => Array.isArray(value))
  return ((list ?? []) as Item[]).slice(0, most).flatMap((item) => {
    const id = item[`${kind}_id`] ?? (item[kind] as Item | null | undefined)?.['id'] ?? item['id']
    const title = item['name'] ?? item['label'] ?? item['title'] ?? item['display_name'] ?? id
    return typeof id === 'string' ? [{ id, title: String(title) }] : []
  })
}
