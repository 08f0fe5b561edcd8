import MiniSearch from 'minisearch'
import type { Finding } from '../finding.ts'
import { element, find } from './dom.ts'

const most = 24
const words: Record<Finding['kind'], string> = {
  guide: 'Guide',
  action: 'Action',
  event: 'Event',
  error: 'Error',
  missing: 'Not yet',
}

/** The search box: opened by its button, `/`, Ctrl K or ⌘ K; its index is loaded when it is opened first. */
export function startSearch(go: (href: string) => void): void {
  const dialog = find<HTMLDialogElement>('.finder')
  const input = find<HTMLInputElement>('input', dialog)
  const list = find('ul', dialog)
  let loading: Promise<(text: string) => Finding[]> | undefined
  let chosen = 0

  const open = (): void => {
    loading ??= load()
    loading.then(show, () =>
      list.replaceChildren(element('li', { class: 'nothing' }, 'The search could not be loaded.')),
    )
    dialog.showModal()
    input.select()
  }
  const show = (search: (text: string) => Finding[]): void => {
    const found = search(input.value.trim())
    chosen = 0
    list.replaceChildren(...found.map(row))
    if (found.length === 0)
      list.append(element('li', { class: 'nothing' }, `Nothing is called “${input.value}”.`))
    choose(0)
  }
  const choose = (index: number): void => {
    const rows = [...list.querySelectorAll<HTMLElement>('[role=option]')]
    if (rows.length === 0) return input.removeAttribute('aria-activedescendant')
    chosen = (index + rows.length) % rows.length
    rows.forEach((one, i) => one.setAttribute('aria-selected', String(i === chosen)))
    const current = rows[chosen]
    if (!current) return
    input.setAttribute('aria-activedescendant', current.id)
    current.scrollIntoView({ block: 'nearest' })
  }
  const follow = (row: HTMLElement | null | undefined): void => {
    const href = row?.dataset['href']
    if (href === undefined) return
    dialog.close()
    go(href)
  }

  find('[data-open-search]').addEventListener('click', open)
  input.addEventListener('input', () => void loading?.then(show))
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element) follow(target.closest<HTMLElement>('[role=option]'))
  })
  dialog.addEventListener('click', ({ target }) => {
    // A click beside the box: the dialog's own area is filled by its content.
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) choose(chosen + step)
    else if (event.key === 'Enter') follow(list.querySelector<HTMLElement>('[aria-selected=true]'))
    else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.matches('input, textarea, select')
    const wanted = (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !typing)
    if (!wanted || dialog.open) return
    event.preventDefault()
    open()
  })
}

/** Loads what can be found, and answers how to search it. An empty search finds the beginning. */
async function load(): Promise<(text: string) => Finding[]> {
  const response = await fetch(document.body.dataset['search'] ?? '')
  const all = (await response.json()) as Finding[]
  const index = new MiniSearch<Finding & { id: number }>({
    fields: ['title', 'name', 'text'],
    // `units.create` and `unit_name_taken` are found by their parts, too.
    tokenize: (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u),
    searchOptions: {
      boost: { title: 4, name: 4 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
      // Actions are what most people look for.
      boostDocument: (id) => (all[id as number]?.kind === 'action' ? 1.5 : 1),
    },
  })
  index.addAll(all.map((one, id) => ({ ...one, id })))
  return (text) => {
    if (text === '') return all.slice(0, most)
    const found = index.search(text).flatMap(({ id }) => all[id as number] ?? [])
    // Who types or pastes a whole name wants what is called so.
    const named = found.filter(({ title, name }) => [title, name].includes(text))
    return [...new Set([...named, ...found])].slice(0, most)
  }
}

function row({ kind, title, name, href }: Finding, index: number): HTMLElement {
  const titleElement = element(kind === 'event' || kind === 'error' ? 'code' : 'b', {}, title)
  return element(
    'li',
    { role: 'option', id: `found-${index}`, 'aria-selected': 'false', 'data-href': href },
    element('span', { class: `sort sort-${kind}` }, words[kind]),
    element('span', { class: 'found' }, titleElement, ' ', element('small', {}, name)),
  )
}
