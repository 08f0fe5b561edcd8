import { expect } from 'chai'
import type { JobHelpers } from '../../src/jobs/job.ts'
import { task as sendMails } from '../../src/jobs/send_mails.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('send_mails', () => {
  const server = useServer({})

  it('looks once more when a mail is written while it finds none: the job of that mail was left to it', async () => {
    const sent: string[] = []
    let looks = 0
    const helpers = {
      clock: () => new Date(),
      postbox: {
        async deliver(_orgId: string, id: string) {
          sent.push(id)
          return { outcome: 'sent', unreachable: false }
        },
      },
      async withPgClient() {
        looks += 1
        // What this look does not see any more is committed, and its job begins.
        if (looks === 1) await sendMails({}, helpers)
        return looks === 2 ? [{ org_id: 'acme', id: 'late' }] : []
      },
    } as unknown as JobHelpers
    await sendMails({}, helpers)
    expect(sent).to.deep.equal(['late'])
    expect(looks).to.equal(3)
  })

  it('sends the mail of another company beside very many that were written before', async () => {
    const [many, one] = [await server.company(), await server.company()]
    for (const [{ id }, count, agoMs] of [
      [many, 300, 5000],
      [one, 1, 1000],
    ] as const)
      await server.db.query(
        `insert into mails (org_id, id, kind, about_id, status, created_at, due_at)
         select $1, gen_random_uuid(), 'password_reset', gen_random_uuid(), 'pending', t, t
           from (select now() - make_interval(secs => $3::float8 / 1000) as t) at, generate_series(1, $2)`,
        [id, count, agoMs],
      )
    const sent: string[] = []
    const postbox = {
      async deliver(orgId: string, id: string) {
        const { rowCount } = await server.db.query(
          `update mails set status = 'sent', ended_at = now() where id = $1 and status = 'pending'`,
          [id],
        )
        if (rowCount === 1) sent.push(orgId)
        return { outcome: 'sent', unreachable: false }
      },
    }
    const running = { runtime: { postbox } } as unknown as typeof server.running
    await runJob({ db: server.db, running }, sendMails, new Date())
    expect(sent).to.have.length(301)
    expect(sent.indexOf(one.id)).to.be.below(10)
  })
})
