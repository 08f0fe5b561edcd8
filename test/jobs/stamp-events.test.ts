import { expect } from 'chai'
import { withOrganization } from '../../src/db/transaction.ts'
import { task } from '../../src/jobs/stamp_events.ts'
import { mostStamped } from '../../src/queries/events.ts'
import { useServer } from '../support/server.ts'
import type { Company } from '../support/company.ts'
import { writeEvents } from '../support/outbox.ts'
import { runJob } from '../support/run-job.ts'

describe('the job that gives events their positions', () => {
  const server = useServer({})

  const write = (company: Company, count: number) =>
    withOrganization(server.running.runtime.pool, company.id, { mode: 'write' }, (db) =>
      writeEvents(db, count),
    )
  const facts = async ({ id }: Company) => {
    const { rows } = await server.db.query(
      `select count(*)::int as events, count(distinct position)::int as positions, max(position)::int as highest,
              (select p.last_position::int from event_positions p where p.org_id = $1) as last
         from events where org_id = $1`,
      [id],
    )
    return rows[0]
  }

  it('leaves none without one, in any organization, however many there are', async () => {
    const [many, few, none] = [await server.company(), await server.company(), await server.company()]
    await write(many, mostStamped * 2 + 1)
    await write(few, 2)
    for (let run = 0; run < 2; run++) {
      await runJob(server, task, new Date())
      const n = mostStamped * 2 + 1
      expect(await facts(many)).to.deep.equal({ events: n, positions: n, highest: n, last: n })
      expect(await facts(few)).to.deep.equal({ events: 2, positions: 2, highest: 2, last: 2 })
      expect(await facts(none)).to.deep.equal({ events: 0, positions: 0, highest: null, last: null })
    }
  })
})
