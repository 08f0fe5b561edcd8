import { expect } from 'chai'
import { onlyTimeZone } from '../../src/operator/time-zones.ts'
import { formats, timeZones } from '../../src/validation/formats.ts'

describe('the only time zone of a country', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const countries = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => (formats['country'] as (code: string) => boolean)(code))

  it('is the one of the country, by its name of today', () => {
    for (const [country, zone] of [
      ...[['DE', 'Europe/Berlin'] as const, ['AT', 'Europe/Vienna'] as const],
      ...[['NL', 'Europe/Amsterdam'] as const, ['SE', 'Europe/Stockholm'] as const],
      ...[['IN', 'Asia/Kolkata'] as const, ['VN', 'Asia/Ho_Chi_Minh'] as const],
      ...[['FO', 'Atlantic/Faroe'] as const, ['IS', 'Atlantic/Reykjavik'] as const],
    ])
      expect(onlyTimeZone(country), country).to.equal(zone)
  })

  it('is none where a country has several, or nobody lives', () => {
    for (const country of ['US', 'ES', 'PT', 'BR', 'CN', 'UA', 'CY', 'NZ', 'AQ', 'HM'])
      expect(onlyTimeZone(country), country).to.equal(undefined)
  })

  it('is one that an organization can have, for most countries', () => {
    const zones = countries.flatMap((country) => onlyTimeZone(country) ?? [])
    expect(zones.filter((zone) => !timeZones.has(zone))).to.deep.equal([])
    expect(zones.length).to.be.within(200, countries.length)
  })

  it('is the one of Berlin also for the village that has its own: the clocks are the same since 1981', () => {
    const clock = (timeZone: string) => {
      const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'long' })
      return (hours: number) => format.format(Date.UTC(1981, 0, 1, hours))
    }
    const [berlin, village] = [clock('Europe/Berlin'), clock('Europe/Busingen')]
    for (let hours = 0; hours < 60 * 365 * 24; hours += 24) expect(village(hours)).to.equal(berlin(hours))
    const summer = -180 * 24
    expect(village(summer), '1980').not.to.equal(berlin(summer))
  })
})
