import { expect } from 'chai'
import knex from 'knex'
import { up } from '../../migrations/0017_effective_days.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { tellEffective } from '../support/tell-effective.ts'
import { addJobRow } from '../support/job-rows.ts'
import { useServer } from '../support/server.ts'

/** The date so many days after today, in the time zone of the company. */
const dayAfter = (timeZone: string, days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * 86_400_000)

describe('a database from before it was marked what is told', () => {
  const server = useServer({})

  it('counts the days that are over as told, and has the logins of leavers closed', async () => {
    const companies: Company[] = []
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const company = await server.company({ timeZone })
      const day = (days: number) => dayAfter(timeZone, days)
      const { id } = await company.person({ start_date: day(-9) })
      await addJobRow(server, company.id, id, day(0), { title: 'Lead' })
      await addJobRow(server, company.id, id, day(1), { title: 'Head' })
      await company.person({ start_date: day(1) })
      await company.person({ start_date: day(-9), last_day: day(0) })
      const left = await company.person({ start_date: day(-9), last_day: day(-1) })
      await company.member('hr', { personId: left.id })
      companies.push(company)
    }
    await server.db.query(
      `alter table employments drop column start_told_at, drop column left_told_at, drop column login_settled_at;
       alter table job_rows drop column start_told_at`,
    )
    const migrator = knex({ client: 'pg', connection: server.database.url })
    await migrator.transaction(up)
    await migrator.destroy()

    const types = async (company: Company) =>
      (await readEvents(server.db, company)).map(({ type }) => type).toSorted()
    await tellEffective(server, new Date())
    for (const company of companies) expect(await types(company)).to.deep.equal(['member.disabled'])
    await tellEffective(server, new Date(Date.now() + 86_400_000))
    const tomorrow = ['member.disabled', 'person.job_started', 'person.left', 'person.started']
    for (const company of companies) expect(await types(company)).to.deep.equal(tomorrow)
  })
})
