/**
 * Formats of the platform, each made once: to make one takes seventy times as long as to use it. There are as many as
 * languages, time zones, currencies and styles together, all of which are lists of ours.
 */
const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(dates, locale, options, () => new Intl.DateTimeFormat(locale, options))

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(numbers, locale, options, () => new Intl.NumberFormat(locale, options))

function once<T>(made: Map<string, T>, locale: string, options: object, make: () => T): T {
  const key = `${locale} ${JSON.stringify(options)}`
  let found = made.get(key)
  if (!found) made.set(key, (found = make()))
  return found
}
