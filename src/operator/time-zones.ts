import { getTimezone } from 'countries-and-timezones'
import { timeZones } from '../validation/formats.ts'

/** A part of ECMA-402 that Node 24 has, and TypeScript does not know yet. */
interface Region {
  getTimeZones(): string[] | undefined
}

/** Zones that do not count. Büsingen, a village in Germany, has one because its clocks differed from Germany's until 1980. */
const besides: ReadonlySet<string> = new Set(['Europe/Busingen'])

/**
 * The time zone of a country that has exactly one, as CLDR says; undefined for all others.
 *
 * @param country ISO 3166-1 alpha-2
 */
export function onlyTimeZone(country: string): string | undefined {
  const zones = (new Intl.Locale(`und-${country}`) as unknown as Region).getTimeZones() ?? []
  const [only, another] = new Set(zones.map(newName).filter((zone) => !besides.has(zone)))
  return only !== undefined && another === undefined && timeZones.has(only) ? only : undefined
}

/** CLDR keeps the first name of a zone for ever. The database has new ones: `Asia/Calcutta` is `Asia/Kolkata`. */
function newName(zone: string): string {
  const known = getTimezone(zone)
  const target = known?.aliasOf ? getTimezone(known.aliasOf) : undefined
  // The database also makes zones of several countries one, such as Amsterdam and Brussels.
  return target && target.countries[0] === known?.countries[0] ? target.name : zone
}
