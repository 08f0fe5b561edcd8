import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.organization.set', () => {
  const server = useServer()

  it('changes what is sent and records what it was', async () => {
    const company = await server.company({ name: 'Acme' })
    const admin = await company.as('admin')
    const renamed = await admin.call('platform_organization_set', { name: 'Acme SE' })
    expect(renamed).to.include({ name: 'Acme SE', time_zone: 'UTC', slug: company.slug })
    await admin.call('platform_organization_set', { time_zone: 'Europe/Paris' })
    expect(await admin.call('platform_organization_get', {})).to.include({
      name: 'Acme SE',
      time_zone: 'Europe/Paris',
    })

    const { items } = await admin.call('platform_activity_list', {})
    expect(items.map(({ summary, changes }) => ({ summary, changes }))).to.deep.equal([
      {
        summary: 'Changed the organization Acme SE',
        changes: [{ field: 'time_zone', before: 'UTC', after: 'Europe/Paris' }],
      },
      {
        summary: 'Changed the organization Acme SE',
        changes: [{ field: 'name', before: 'Acme', after: 'Acme SE' }],
      },
    ])
  })

  it('records nothing when nothing changes', async () => {
    const company = await server.company({ name: 'Acme' })
    const owner = await company.as('owner')
    const before = await owner.call('platform_organization_get', {})
    for (const input of [{}, { name: 'Acme' }, { name: ' Acme ', time_zone: 'UTC' }])
      expect(await owner.call('platform_organization_set', input)).to.deep.equal(before)
    expect((await owner.call('platform_activity_list', {})).items).to.deep.equal([])
  })

  it('changes the date of today: a person who starts tomorrow in UTC works already in Tokyo', async () => {
    const company = await server.company({ timeZone: 'UTC' })
    const owner = await company.as('owner')
    await company.person({ start_date: '2026-03-02' })
    server.now = new Date('2026-03-01T23:30:00Z')
    expect((await owner.call('platform_account_status', {})).usage.active_people).to.equal(0)
    await owner.call('platform_organization_set', { time_zone: 'Asia/Tokyo' })
    expect((await owner.call('platform_account_status', {})).usage.active_people).to.equal(1)
  })

  it('takes a name of 1 to 100 characters and a time zone that exists', async () => {
    const owner = await (await server.company()).as('owner')
    const wrong = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ time_zone: 'Mars/Olympus_Mons' }, 'time_zone'],
      [{ time_zone: 'Europe/BERLIN' }, 'time_zone'],
      [{ time_zone: 'US/Pacific-New' }, 'time_zone'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ slug: 'other' }, 'slug'],
    ] as const
    for (const [input, path] of wrong) {
      const error = await refused(
        owner.call('platform_organization_set', input as object),
        'validation_failed',
      )
      expect(error.paths).to.deep.equal([path])
    }
    await owner.call('platform_organization_set', { name: '😀'.repeat(100) })
  })
})
