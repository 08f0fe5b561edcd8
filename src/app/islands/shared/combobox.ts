import { announcer, element } from './dom.ts'
import { words } from './texts.ts'

export interface Option {
  value: string
  label: string
  help?: string | undefined
}

export interface Search {
  /** Names the list for screen readers. */
  label: string
  /** The options for some words; the signal aborts when other words were typed meanwhile. */
  find: (words: string, signal: AbortSignal) => readonly Option[] | Promise<readonly Option[]>
  choose: (option: Option) => void
}

/** The milliseconds that somebody stops typing, before words are searched for. */
const pause = 150

/** An id that no element of the page has. Each script counts for itself: those of the others are asked for. */
function freeId(): string {
  let count = 1
  while (document.getElementById(`options-${count}`)) count += 1
  return `options-${count}`
}

/**
 * Makes a combobox of a field (ARIA: list autocomplete with manual selection). The newest search wins; older ones are aborted.
 *
 * @param place gets the list of options
 */
export function combobox(input: HTMLInputElement, place: Element, { label, find, choose }: Search) {
  const id = freeId()
  const list = element('ul', { role: 'listbox', id, 'aria-label': label, class: 'options' })
  const status = announcer()
  let options: readonly Option[] = []
  let active = -1
  let request = new AbortController()
  let timer = 0

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': id,
  }))
    input.setAttribute(name, value)
  place.append(list, status)

  /** Screen readers hear it; that there is nothing to choose is for all to see. */
  const say = (text: string, isSeen = true): void => {
    status.className = isSeen ? 'options-note' : 'away'
    status.textContent = text
  }
  const show = (isOpen: boolean): void => {
    list.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
  }
  const close = (): void => {
    clearTimeout(timer)
    request.abort()
    activate(-1)
    show(false)
    if (input.value === '') say('', false)
  }
  const activate = (index: number): void => {
    active = index
    ;[...list.children].forEach((row, at) => row.setAttribute('aria-selected', String(at === index)))
    const row = list.children[index]
    if (!row) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', row.id)
    row.scrollIntoView({ block: 'nearest' })
  }
  const open = async (text: string, first = text === '' ? -1 : 0): Promise<void> => {
    clearTimeout(timer)
    request.abort()
    const { signal } = (request = new AbortController())
    try {
      options = await find(text, signal)
      if (signal.aborted) return
      list.replaceChildren(...options.map((option, at) => rowOf(option, `${id}-${at}`)))
      show(options.length > 0)
      activate(Math.min(first, options.length - 1))
      if (options.length > 0) say(words.found(options.length), false)
      else say(words.nothing)
    } catch {
      if (signal.aborted) return
      close()
      say(words.failed)
    }
  }
  const take = (option: Option | undefined): void => {
    if (!option) return
    close()
    choose(option)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void open(input.value.trim()), pause)
  })
  input.addEventListener('keydown', (event) => {
    const isOpen = !list.hidden
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (step && isOpen) activate((active + step + options.length) % options.length)
    else if (step) void open('', 0)
    else if (event.key === 'Enter' && isOpen && active >= 0) take(options[active])
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  })
  input.addEventListener('blur', close)
  // The field keeps the focus while somebody presses an option.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest('[role=option]') : null
    if (row) take(options[[...list.children].indexOf(row)])
  })
  show(false)
  return { open, close }
}

function rowOf({ label, help }: Option, id: string): HTMLElement {
  const row = element('li', { role: 'option', id, 'aria-selected': 'false' }, element('span', {}, label))
  if (help) row.append(element('small', {}, help))
  return row
}

/**
 * Options that the service finds.
 *
 * @param address of a page that answers `{choices}` for the words in `q`
 * @throws Error when it does not answer
 */
export async function ask(address: string, text: string, signal: AbortSignal): Promise<Option[]> {
  // A redirect leads to a sign-in: it is not followed, and no answer.
  const query = new URLSearchParams({ q: text })
  const answer = await fetch(`${address}?${query}`, { signal, redirect: 'manual' })
  if (!answer.ok) throw new Error(String(answer.status))
  return ((await answer.json()) as { choices: Option[] }).choices
}
