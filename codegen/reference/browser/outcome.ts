import { code, element } from './dom.ts'

/** The answer of a call; `ms`: how many milliseconds it took. */
export interface Answer {
  status: number
  statusText: string
  headers: Headers
  text: string
  ms: number
}

/** The headers that say something about the call, and what they say. */
const told: [name: string, words: string][] = [
  ['X-Request-Id', 'Request id'],
  ['Dry-Run', 'Dry run'],
  ['Idempotent-Replayed', 'Replayed'],
  ['Retry-After', 'Try again after'],
]

/** Longer answers are shown without colours, and cut. */
const colouredLength = 100_000
const shownLength = 400_000

/** Shows the answer of a call: status, time, size, request id, rate limit and body. */
export function showOutcome(place: HTMLElement, { status, statusText, headers, text, ms }: Answer): void {
  const good = status < 400
  const facts = told.flatMap(([name, words]) => {
    const value = headers.get(name)
    return value === null ? [] : [fact(words, name === 'Retry-After' ? `${value} s` : value)]
  })
  const left = headers.get('RateLimit-Remaining')
  if (left !== null)
    facts.push(
      fact(
        'Rate limit',
        `${left} of ${headers.get('RateLimit-Limit')} calls left, for ${headers.get('RateLimit-Reset')} s`,
      ),
    )
  place.replaceChildren(
    element(
      'p',
      { class: 'result' },
      element('span', { class: `status ${good ? 'good' : 'bad'}` }, `${status} ${statusText}`.trim()),
      ` ${Math.round(ms)} ms · ${size(text)}`,
    ),
    element('dl', { class: 'headers' }, ...facts),
    element('pre', { tabindex: '0' }, body(text)),
  )
}

function fact(words: string, value: string): HTMLElement {
  return element('div', {}, element('dt', {}, words), element('dd', {}, value))
}

function body(text: string): HTMLElement {
  const shown = pretty(text)
  if (shown.length <= colouredLength) return code('json', shown)
  const rest = shown.length - shownLength
  return element('code', {}, shown.slice(0, shownLength), rest > 0 ? `\n… and ${rest} more characters` : '')
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function size(text: string): string {
  const bytes = new Blob([text]).size
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`
}
