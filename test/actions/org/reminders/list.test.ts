import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('org.reminders.list', () => {
  const server = useServer()

  it('shows the days that come, in order, of people who have not left', async () => {
    server.now = new Date('2026-02-20T12:00:00Z')
    const company = await server.company()
    const hr = await company.key(await company.member('hr'))
    const ids = {
      leap: (await company.person({ start_date: '2024-02-29' })).id,
      today: (await company.person({ start_date: '2026-02-20' })).id,
      soon: (await company.person({ start_date: '2026-03-01' })).id,
      tried: (await company.person({ start_date: '2025-12-31', probation_end_date: '2026-03-21' })).id,
      fixed: (await company.person({ start_date: '2025-12-31', contract_end_date: '2026-02-25' })).id,
    }
    await company.person({ start_date: '2024-02-21', last_day: '2026-02-19' })
    await company.person({ start_date: '2024-02-25', last_day: '2026-02-24' })
    await company.person({ start_date: '2024-02-25', erased: true })
    const list = async (input: { days?: number } = {}) =>
      (await hr.call('org_reminders_list', input)).map(({ kind, date, person, years }) => [
        kind,
        date,
        person.id,
        years,
      ])
    expect(await list()).to.deep.equal([
      ['start_today', '2026-02-20', ids.today, null],
      ['contract_end', '2026-02-25', ids.fixed, null],
      ['anniversary', '2026-02-28', ids.leap, 2],
      ['start_soon', '2026-03-01', ids.soon, null],
      ['probation_end', '2026-03-21', ids.tried, null],
    ])
    expect((await list({ days: 6 })).map(([kind]) => kind)).to.deep.equal(['start_today', 'contract_end'])
    // Today is the first of the days.
    expect((await list({ days: 5 })).map(([kind]) => kind)).to.deep.equal(['start_today'])
    await hr.call('org_reminders_settings_update', { enabled: { contract_end: false } })
    expect((await list({ days: 6 })).map(([kind]) => kind)).to.deep.equal(['start_today'])
    server.now = new Date('2028-02-20T12:00:00Z')
    expect(await list({ days: 10 })).to.deep.include(['anniversary', '2028-02-29', ids.leap, 4])
  })

  it('shows the first day of somebody who comes back, and nothing of the employment that is over', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.key(await company.member('hr'))
    const { id } = await company.person({
      ...{ start_date: '2024-06-20', last_day: '2026-06-14', probation_end_date: '2026-06-14' },
    })
    await hr.call('org_people_rehire', {
      ...{ person_id: id, start_date: '2026-06-18', title: 'Adviser', probation_end_date: '2026-06-30' },
    })
    const told = async (work: Promise<readonly { kind?: string; date: string | null }[]>) =>
      (await work).map(({ kind, date }) => [kind, date])
    const days = [
      ['start_soon', '2026-06-18'],
      ['probation_end', '2026-06-30'],
    ]
    expect(await told(hr.call('org_reminders_list', { days: 20 }))).to.deep.equal(days)
  })
})
