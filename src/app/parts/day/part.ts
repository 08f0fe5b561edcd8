import { formatDay, formatMoment } from '../../../pages/language.ts'
import { html, type Child, type Language } from '../html.ts'

/** A day, `2026-03-01`, as people write it. A day has no time zone. */
export const day = (value: string, language: Language): Child =>
  html`<time datetime=${value}>${formatDay(`${value}T12:00:00Z`, language, 'UTC')}</time>`

/** A moment, in the time zone of the organization. */
export const moment = (value: string, language: Language, timeZone: string): Child =>
  html`<time datetime=${value}>${formatMoment(value, language, timeZone)}</time>`
