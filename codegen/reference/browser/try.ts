import { languages, sample, type Language, type Value } from '../samples.ts'
import { code, find } from './dom.ts'
import { showOutcome, type Answer } from './outcome.ts'
import { Pickers } from './pickers.ts'

/** The key of the reader. It is only here: not in storage, nor in an address, and gone with the page. */
let key = ''
/** The owner of the key, in words; empty when that is not known. */
let owner = ''

/** Characters of which headers of requests can be made. Keys have nothing else. */
const sendable = /^[!-~]+$/

/** Makes the form of a page work, if it has one. */
export function wireTry(main: HTMLElement): void {
  const box = main.querySelector<HTMLElement>('[data-try]')
  if (!box) return
  const path = box.dataset['try'] ?? ''
  const form = find<HTMLFormElement>('form', box)
  const keyInput = find<HTMLInputElement>('[name=key]', box)
  const bodyInput = find<HTMLTextAreaElement>('[name=body]', box)
  const dryRun = box.querySelector<HTMLInputElement>('[name=dry_run]')
  const problem = find('[data-problem]', box)
  const button = find<HTMLButtonElement>('button[type=submit]', box)
  const say = (text: string) => void (problem.textContent = text)

  keyInput.value = key
  find('[data-who]', box).textContent = owner
  // Not when it changes: a click on the button makes that so, and the button would move away under the pointer.
  keyInput.addEventListener('input', () => say(''))
  keyInput.addEventListener('change', () => {
    key = keyInput.value.trim()
    void introduce(find('[data-who]', box))
  })
  bodyInput.addEventListener('input', () => {
    const body = parse(bodyInput.value)
    say('problem' in body ? body.problem : '')
    if ('value' in body) rewriteSamples(main, path, body.value)
  })
  dryRun?.addEventListener('change', () => {
    button.classList.toggle('danger', !dryRun.checked)
    button.textContent = dryRun.checked ? 'Send' : 'Send for real'
  })
  const pickers = new Pickers(box, bodyInput, list)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    key = keyInput.value.trim()
    const body = parse(bodyInput.value)
    if ('problem' in body) return say(body.problem)
    if (key === '') {
      keyInput.focus()
      return say('Paste an API key first.')
    }
    say('')
    button.disabled = true
    const query = dryRun?.checked ? '?dry_run=true' : ''
    void pickers
      .replaceExamples(body.value)
      .then((value) => call(`${path}${query}`, value))
      .then((answer) => showOutcome(find('[data-outcome]', box), answer))
      .catch((error: Error) => say(error.message))
      .finally(() => void (button.disabled = false))
  })
}

/**
 * Sends a call with the key, to this server only. A cookie of the browser is not sent along: what is tried here may do
 * only what the key may do.
 *
 * @throws Error with a sentence for the reader, when there is no answer
 */
async function call(path: string, body: Value): Promise<Answer> {
  if (!sendable.test(key)) throw new Error('This is no API key: it has characters that keys never have.')
  const started = performance.now()
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    const text = await response.text()
    const { status, statusText, headers } = response
    return { status, statusText, headers, text, ms: performance.now() - started }
  } catch {
    throw new Error('There was no answer. Is the server running, and are you online?')
  }
}

/** The rows that a read answers, for the lists of ids. */
async function list(path: string): Promise<unknown> {
  if (key === '') throw new Error('Paste an API key first: the list is made of your own records.')
  const { status, text } = await call(path, {})
  if (status !== 200) throw new Error('The list could not be loaded.')
  return (JSON.parse(text) as { data: unknown }).data
}

/** Asks the server whose key it is. */
async function introduce(place: HTMLElement): Promise<void> {
  owner = ''
  place.textContent = ''
  if (key === '') return
  const asked = key
  const answer = await call('/v1/platform/whoami', {}).catch(() => undefined)
  if (asked !== key) return
  owner = answer?.status === 200 ? ownerOf(JSON.parse(answer.text) as Whoami) : 'This key was refused'
  place.textContent = owner
}

interface Whoami {
  data: { user: { display_name: string }; org: { name: string }; roles: string[]; audiences: string[] }
}

function ownerOf({ data: { user, org, roles, audiences } }: Whoami): string {
  return `${user.display_name}, ${org.name} · ${[...audiences, ...roles].join(', ')}`
}

/** The text as JSON, or what is wrong with it. */
function parse(text: string): { value: Value } | { problem: string } {
  try {
    return { value: JSON.parse(text.trim() === '' ? '{}' : text) as Value }
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` }
  }
}

/** Shows the call that the form describes, in all languages. */
function rewriteSamples(main: HTMLElement, path: string, body: Value): void {
  for (const box of main.querySelectorAll<HTMLElement>('.samples pre')) {
    const language = box.dataset['language'] as Language
    if (language in languages)
      box.replaceChildren(
        code(language, sample(language, { path, body, credential: 'key' }, location.origin)),
      )
  }
}
