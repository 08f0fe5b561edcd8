import { expect } from 'chai'
import pg from 'pg'
import { enterFor } from '../support/access.ts'
import type { Company } from '../support/company.ts'
import type { ActionEntry } from '../support/contract.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import type { Scene } from '../support/ids.ts'
import { makeInput, type Input } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { allActions, sweep } from '../support/sweep.ts'

const limit = 300

describe('when the service cannot or will not answer', () => {
  const connections = 2
  const server = useServer({ DATABASE_POOL_SIZE: String(connections) })
  let company: Company
  let calls: { action: ActionEntry; scene: Scene; input: Input }[]
  before(async () => {
    company = await server.company()
    calls = []
    for (const action of allActions) {
      const scene = await enterFor(server, company, action)
      calls.push({ action, scene, input: await makeInput(scene, action) })
    }
  })

  it(`every action answers rate_limited after ${limit} calls of a credential in a minute, and says when to try again`, async () => {
    for (const { action, scene, input } of calls) {
      await useUp(scene, limit - 1)
      const last = await scene.client.post(action.path + rehearse(action), input)
      if (last.status === 429) throw new Error(`${action.id}: call ${limit} must still be answered`)
      expect(last.headers.get('ratelimit-remaining')).to.equal('0')
      const { status, body, headers } = await scene.client.post(action.path + rehearse(action), input)
      expect([status, body.error.code]).to.deep.equal([429, 'rate_limited'])
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).to.deep.equal([
        String(limit),
        '0',
      ])
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60)
    }
  })

  it('every action answers 503 and when to try again while there is no connection to the database, and never 401', async () => {
    const before = await readContents(server.db, company)
    const { pool } = server.running.runtime
    const taken = await Promise.all([pool.connect(), pool.connect()])
    try {
      // All at once: each waits for a connection until its deadline.
      await Promise.all(
        calls.map(async ({ action, scene, input }) => {
          const { status, body, headers } = await scene.client.post(action.path, input)
          expect([status, body.error.code], action.id).to.deep.equal([503, 'internal'])
          expect(Number(headers.get('retry-after'))).to.be.greaterThan(0)
        }),
      )
    } finally {
      for (const client of taken) client.release()
    }
    await expectUnchanged(server.db, before, 'a call that could not be answered', company)
  })

  it('every action answers internal to an unexpected error, and tells nothing about it', async () => {
    await server.db.query('alter table memberships rename to memberships_elsewhere')
    try {
      await sweep(
        server,
        calls,
        ({ action }) => action.id,
        async ({ action, scene, input }) => {
          const { status, body, text } = await scene.client.post(action.path, input)
          expect([status, body.error.code], text).to.deep.equal([500, 'internal'])
          expect(text).to.not.match(/memberships|relation|42P01|sql|\.ts/i)
          expect(body.error).to.have.all.keys('code', 'message', 'request_id')
        },
        // More would wait for a connection, on a busy machine in vain.
        connections,
      )
    } finally {
      await server.db.query('alter table memberships_elsewhere rename to memberships')
    }
  })

  it('/readyz answers 503 while the database cannot be reached, and 200 afterwards; /healthz always answers 200', async () => {
    const url = new URL(server.database.url)
    const name = url.pathname.slice(1)
    const admin = new pg.Client({ connectionString: Object.assign(url, { pathname: '/postgres' }).href })
    await admin.connect()
    const look = async (path: string) => (await server.anonymous().raw(path)).status
    try {
      await admin.query(`alter database ${name} with allow_connections false`)
      await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        name,
      ])
      expect([await look('/readyz'), await look('/healthz')]).to.deep.equal([503, 200])
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`)
      await admin.end()
    }
    expect([await look('/readyz'), await look('/healthz')]).to.deep.equal([200, 200])
  })

  /**
   * Sets how many calls the credential has made in this minute. The minute is one that has not come, which counts whatever
   * the clock of the database says.
   */
  async function useUp({ client, member }: Scene, used: number): Promise<void> {
    await client.post('/v1/platform/whoami', {})
    const { rows } = await server.db.query(
      `update rate_windows set used = $2, minute = date_trunc('minute', now()) + interval '1 hour'
        where org_id = $1 and credential_id in (
          select id from api_keys where org_id = $1 and membership_id = $3
          union all select id from sessions where org_id = $1 and membership_id = $3)
       returning 1`,
      [company.id, used, member.membershipId],
    )
    expect(rows, 'the credential has no rate window').to.not.have.length(0)
  }

  function rehearse(action: ActionEntry): string {
    return action.operation['x-class'] === 'read' ? '' : '?dry_run=true'
  }
})
