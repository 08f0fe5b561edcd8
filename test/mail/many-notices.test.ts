import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import { writeMail } from '../../src/mail/compose.ts'
import { takeNotices } from '../../src/queries/org/notices.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { rowsOfPlans } from '../support/plans.ts'
import { useServer } from '../support/server.ts'

describe('notices of very many people', () => {
  const server = useServer({})

  /** A company in which so many people work. */
  async function crowd(count: number): Promise<Company> {
    const company = await server.company()
    await server.db.query(
      `with added as (
         insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text)
         select $1, gen_random_uuid(), 'Person', lpad(n::text, 5, '0'), n || '@x.example', n || '@x.example', 'x'
           from generate_series(1, $2) n
         returning id)
       insert into employments (org_id, id, person_id, start_date)
       select $1, gen_random_uuid(), id, '2020-01-01' from added`,
      [company.id, count],
    )
    return company
  }

  /** One notice of each person, and one for the administration. */
  const notify = ({ id }: Company, toldAt: Date | null, batch: string | null = null) =>
    server.db.query(
      `insert into notices (org_id, id, kind, person_id, recipient, about, created_at, told_at, told_in)
       select p.org_id, gen_random_uuid(), 'payroll_changed', p.id, r.recipient, '{iban}', now(), $2, $3
         from people p, unnest('{person,administration}'::text[]) as r (recipient)
        where p.org_id = $1`,
      [id, toldAt, batch],
    )

  it('are each looked at once, though all of them were told something within the hour', async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    const count = 500
    const company = await crowd(count)
    await notify(company, new Date(), randomUUIDv7())
    await notify(company, null)
    await server.db.query('analyze notices')
    const take = (db: Db) => takeNotices(db, 'payroll_changed', randomUUIDv7(), new Date())
    const rows = await rowsOfPlans(server, company.id, take)
    // With each one that waits compared with all who were told, it would be hundreds.
    expect(rows / count).to.be.within(1, 20)
  })

  const inSystem = async <T>({ id }: Company, work: (db: Db) => Promise<T>): Promise<T> => {
    const client = await server.db.connect()
    try {
      return await asSystem(client, (system) => work(ofOrganization(system, id, undefined)))
    } finally {
      client.release()
    }
  }

  it('are 250 in one mail, which says that there were more', async () => {
    const company = await crowd(252)
    const hr = await company.member('hr')
    const { postbox, clock } = server.running.runtime
    const letterOf = async (kind: 'payroll_changed' | 'document_uploaded') => {
      await server.db.query('delete from notices where org_id = $1', [company.id])
      const batch = randomUUIDv7()
      await notify(company, new Date(), batch)
      const mail = {
        ...{ id: batch, kind, about_id: batch, membership_id: hr.membershipId, person_id: null },
        ...{ attempts: 1, created_at: clock().toISOString() },
      }
      const written = await inSystem(company, (db) => writeMail(postbox.pen, db, mail, clock()))
      if ('void' in written) throw new Error(written.void)
      return written.letter.list!
    }
    for (const kind of ['payroll_changed', 'document_uploaded'] as const) {
      const list = await letterOf(kind)
      expect(list.slice(0, -1).map((line) => line.split(':')[0])).to.deep.equal(
        Array.from({ length: 250 }, (_, index) => `Person ${String(index + 1).padStart(5, '0')}`),
      )
      expect(list.at(-1)).to.match(/^There were more than fit here/)
    }
  })
})
