import pg from 'pg'

const overrides = new pg.TypeOverrides()
overrides.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
overrides.setTypeParser(pg.types.builtins.NUMERIC, Number)
overrides.setTypeParser(pg.types.builtins.INT8, Number)
overrides.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoInstant)

/**
 * Types of the values in rows: days are strings, instants are ISO 8601 in UTC with milliseconds, numbers are numbers.
 */
export const types = overrides as pg.CustomTypesConfig

/**
 * `2026-11-21 09:00:00.123456+00` → `2026-11-21T09:00:00.123Z`. Faster than to make a Date and print it. The time zone
 * of the connection must be UTC.
 */
function isoInstant(text: string): string {
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+')) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
