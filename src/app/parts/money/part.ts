import { html, type Child, type Language } from '../html.ts'
import { numberFormat } from '../../../texts/formats.ts'

export type Period = 'year' | 'month' | 'hour'

const per: Record<Language, Record<Period, string>> = {
  en: { year: 'a year', month: 'a month', hour: 'an hour' },
  de: { year: 'im Jahr', month: 'im Monat', hour: 'pro Stunde' },
}
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** An amount with its currency, and for which time. Its digits are as wide as those above it in a table. */
export function money(amount: number, currency: string, language: Language, period?: Period): Child {
  // Yen have no cents, but an amount in them may: it is never rounded.
  const digits = Number.isInteger(amount) ? { minimumFractionDigits: 0 } : { maximumFractionDigits: 4 }
  const text = numberFormat(locales[language], { style: 'currency', currency, ...digits }).format(amount)
  return html`<span class="money"
    >${text}${period && html`<span class="per"> ${per[language][period]}</span>`}</span
  >`
}
