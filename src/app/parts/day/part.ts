import { formatDay, formatMoment } from '../../../pages/language.ts'
import { html, type Child, type Language } from '../html.ts'

/** A day, `2026-03-01`, as people write it. A day has no time zone. */
export const day = (value: string, language: Language): Child =>
  html`<time datetime=${value}>${dayText(value, language)}</time>`

/** A day where only text may stand, such as in a list of choices. */
export const dayText = (value: string, language: Language): string =>
  formatDay(`${value}T12:00:00Z`, language, 'UTC')

/** A moment, in the time zone of the organization. */
export const moment = (value: string, language: Language, timeZone: string): Child =>
  html`<time datetime=${value}>${formatMoment(value, language, timeZone)}</time>`
