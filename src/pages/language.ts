import type Koa from 'koa'
import { languageFor as languageForReader, type Language } from '../texts/language.ts'
import { dateFormat, numberFormat } from '../texts/formats.ts'

export type { Language }

/** Texts in each language. Each one has the shape of the English ones, so a text that is missing does not compile. */
export type Translations<Texts> = Record<Language, Texts>

/**
 * The language of a page: what the member chose, else what the organization chose, else what the browser asks for. What pages
 * are not written in is shown in English.
 *
 * @param chosen codes in this order; null: nothing was chosen
 */
export function languageFor(ctx: Koa.Context, ...chosen: (string | null | undefined)[]): Language {
  return languageForReader(ctx.get('accept-language'), ...chosen)
}

/** `20 Nov 2026, 16:42`, in the time zone of the organization. */
export function formatMoment(moment: string | Date, language: Language, timeZone: string): string {
  return dateFormat(locales[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(moment))
}

/** `20 November 2026`. */
export function formatDay(moment: string | Date, language: Language, timeZone: string): string {
  return dateFormat(locales[language], { dateStyle: 'long', timeZone }).format(new Date(moment))
}

/** English as it is read in most countries: the day before the month, 24 hours. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** `45 seconds`, `20 minutes`, `5 hours`; never less than it is. */
export function formatWait(seconds: number, language: Language): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return numberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
