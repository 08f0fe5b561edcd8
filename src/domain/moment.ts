const pattern = /^(\d{4})-(\d\d)-(\d\d)[t\s](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i

/**
 * The moment that a text of RFC 3339 names, to the millisecond: the format `date-time`. The database refuses what is allowed
 * there, such as the offset `+20:56`, and JavaScript refuses leap seconds; here one is the second after it.
 *
 * @throws Error for a text that has not the format
 */
export function momentOf(text: string): Date {
  const parts = pattern.exec(text)
  if (!parts) throw new Error('This is no date and time of RFC 3339.')
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number)
  const [fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = parts.slice(7)
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes))
  const moment = new Date(0)
  // `Date.UTC` takes the years 0 to 99 for those of another century.
  moment.setUTCFullYear(year!, month! - 1, day)
  moment.setUTCHours(hour!, minute! - offset, second, Number(fraction.slice(0, 3).padEnd(3, '0')))
  return moment
}
