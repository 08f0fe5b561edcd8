import { html, type Examples } from '../html.ts'
import { day, moment } from './part.ts'

export const examples: Examples = {
  'a day': (language) => html`<p>${day('2026-03-01', language)}</p>`,
  'a moment': (language) => html`<p>${moment('2026-03-01T08:30:00.000Z', language, 'Europe/Berlin')}</p>`,
}
