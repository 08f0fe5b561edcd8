import { expect } from 'chai'
import { task as remind } from '../../src/jobs/remind.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('reminding', () => {
  const server = useServer()
  const stored = async (company: { id: string }) =>
    (
      await server.db.query(
        `select reminder, to_char(date, 'YYYY-MM-DD') as date from notifications where org_id = $1 order by date, reminder`,
        [company.id],
      )
    ).rows.map(({ reminder, date }) => [reminder, date])

  it('begins at the midnight of each organization, and tells each day once', async () => {
    const [east, west] = [
      await server.company({ timeZone: 'Pacific/Auckland' }),
      await server.company({ timeZone: 'America/Los_Angeles' }),
    ]
    for (const company of [east, west]) await company.person({ start_date: '2026-06-16' })
    for (const company of [east, west])
      await server.db.query(
        `insert into reminder_settings (org_id, enabled, days_before, updated_at)
         values ($1, '{"probation_end":true,"contract_end":true,"start_soon":false,"start_today":true,"anniversary":true}',
                 '{"probation_end":0,"contract_end":0,"start_soon":0,"start_today":0,"anniversary":0}', now())`,
        [company.id],
      )
    await runJob(server, remind, new Date('2026-06-15T11:55:00Z'))
    expect([await stored(east), await stored(west)]).to.deep.equal([[], []])
    await runJob(server, remind, new Date('2026-06-15T12:05:00Z'))
    await runJob(server, remind, new Date('2026-06-15T12:10:00Z'))
    expect([await stored(east), await stored(west)]).to.deep.equal([[['start_today', '2026-06-16']], []])
    await runJob(server, remind, new Date('2026-06-16T07:05:00Z'))
    await Promise.all([1, 2].map(() => runJob(server, remind, new Date('2026-06-16T07:10:00Z'))))
    expect(await stored(west)).to.deep.equal([['start_today', '2026-06-16']])
  })

  it('makes up for days that were missed, up to three, and tells nothing twice', async () => {
    const company = await server.company()
    await company.person({ start_date: '2026-06-12' })
    await company.person({ start_date: '2026-06-11' })
    await company.person({ contract_end_date: '2026-07-01' })
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    await runJob(server, remind, new Date('2026-06-16T12:00:00Z'))
    expect(await stored(company)).to.deep.equal([
      ['start_today', '2026-06-12'],
      ['contract_end', '2026-07-01'],
    ])
  })

  it('tells nobody of a paused organization, and a new member what still comes', async () => {
    const company = await server.company()
    await company.person({ start_date: '2026-06-17' })
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    expect(await stored(company)).to.deep.equal([])
    await server.db.query(
      `update organizations set status = 'active', pause_reason = null, paused_since = null where org_id = $1`,
      [company.id],
    )
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    expect(await stored(company)).to.have.length(1)
    await company.member('hr')
    await runJob(server, remind, new Date('2026-06-16T12:00:00Z'))
    expect(await stored(company)).to.have.length(2)
  })
})
