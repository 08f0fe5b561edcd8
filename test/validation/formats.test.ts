import { expect } from 'chai'
import { today } from '../../src/domain/day.ts'
import { formats, patterns, timeZones } from '../../src/validation/formats.ts'
import { useServer } from '../support/server.ts'

describe('time zones', () => {
  const server = useServer()
  const isZone = formats['time-zone'] as (value: string) => boolean

  it('are the names of the IANA database, and fit the pattern that the document shows', () => {
    const written = ['UTC', 'GMT', 'CET', 'EST5EDT', 'Japan', 'NZ', 'GB-Eire', 'Etc/UTC', 'Etc/GMT+5', 'W-SU']
    const pattern = new RegExp(patterns['time-zone'], 'u')
    for (const zone of [...written, ...Intl.supportedValuesOf('timeZone')])
      expect(isZone(zone), zone).to.equal(true)
    for (const zone of timeZones) expect(zone).to.match(pattern)
    for (const wrong of [
      '',
      'europe/berlin',
      'gmt',
      'Factory',
      'Mars/Olympus',
      '+01:00',
      'UTC+1',
      ' UTC',
      'posix/UTC',
    ])
      expect(isZone(wrong), wrong).to.equal(false)
  })

  it('mean the same day to our clock and to PostgreSQL, in winter and in summer', async () => {
    const zones = [...timeZones]
    for (const now of ['2026-01-01T11:30:00Z', '2026-07-01T23:30:00Z']) {
      // One setting after the other, not `at time zone`: that takes `CET` for an abbreviation without summer time.
      const each = zones.map(
        (zone) => `set local timezone = '${zone}'; select '${now}'::timestamptz::date::text as day;`,
      )
      const answers = (await server.db.query(`begin; ${each.join('')} rollback`)) as unknown as {
        rows: { day: string }[]
      }[]
      const days = answers.flatMap(({ rows }) => rows.map(({ day }) => day))
      expect(days).to.deep.equal(zones.map((zone) => today(new Date(now), zone)))
    }
  })

  it('are stored as they are written', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    for (const time_zone of ['GMT', 'NZ', 'EST5EDT'])
      expect(await owner.call('platform_organization_set', { time_zone })).to.include({ time_zone })
    const office = { name: 'Tokyo', country: 'JP', time_zone: 'Japan' }
    expect(await owner.call('org_locations_create', office)).to.include(office)
  })
})
