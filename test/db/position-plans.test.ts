import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { Db } from '../../src/db/transaction.ts'
import { listActive } from '../../src/queries/org/positions.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { plansOf, rowsOf } from '../support/plans.ts'
import { useServer } from '../support/server.ts'

const positions = 400
/** Rows that all steps of the query handle, for each position: a row for each one above each of them makes hundreds. */
const mostForEach = 60

describe('positions that report to each other in a long line', () => {
  const server = useServer({})

  it('are each looked at once for a manager, and not once for each one above them', async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    const company = await server.company()
    const { id: personId } = await company.person()
    const ids = Array.from({ length: positions }, () => randomUUIDv7())
    await server.db.query(
      `insert into positions (org_id, id, title, status, reason, reports_to_person_id, reports_to_position_id, contract_type, created_at,
                              updated_at)
       select $1, n.id, 'Seat', 'open', 'new', case when n.place = 1 then $3::uuid end, ($2::uuid[])[n.place - 1], 'permanent', now(), now()
         from unnest($2::uuid[]) with ordinality as n (id, place)`,
      [company.id, ids, personId],
    )
    await server.db.query('analyze')
    const reader = { hr: false, jobTier: false, pay: false, personId }
    const query = (db: Db) => listActive(db, reader, { statuses: ['open'] }, '2026-01-01')
    const [plan] = await plansOf(server, company.id, query)
    expect(plan!['Actual Rows']).to.equal(positions)
    expect(rowsOf(plan!) / positions).to.be.below(mostForEach)
  })
})
