import { html, type Examples } from '../html.ts'
import { money } from './part.ts'

export const examples: Examples = {
  'with a period': (language) => html`<p>${money(64000, 'EUR', language, 'year')}</p>`,
  'with cents': (language) => html`<p>${money(19.5, 'GBP', language, 'hour')}</p>`,
  'without a period': (language) => html`<p>${money(1250.75, 'USD', language)}</p>`,
}
