import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { useUsualDeadlines } from '../support/deadlines.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import type { ApiError } from '../../src/errors.ts'
import { loginOf, signIn } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import { createDatabase } from '../support/cluster.ts'
import { CuttingProxy, type Cut } from '../support/proxy.ts'
import type { Company } from '../support/company.ts'
import { unique, useServer } from '../support/server.ts'

const times = 5

/** When the answer to a commit is lost, the caller is still told correctly whether the change was kept. */
describe('a commit whose answer is lost', () => {
  useUsualDeadlines()
  let proxy: CuttingProxy
  const server = useServer({}, async () => {
    const database = await createDatabase()
    proxy = new CuttingProxy(database.appUrl)
    const drop = async () => {
      await proxy.stop()
      await database.drop()
    }
    return { ...database, appUrl: await proxy.start(), drop }
  })
  let company: Company
  let hr: TestClient
  before(async () => {
    company = await server.company()
    hr = await company.as('hr')
  })

  const isThere = async (name: string): Promise<boolean> => {
    const { rows } = await server.db.query('select 1 from units where name = $1', [name])
    return rows.length === 1
  }
  const create = (name: string, key?: string) =>
    hr.post('/v1/org/units.create', { name, kind: 'team' }, key ? { 'Idempotency-Key': key } : {})

  let next: Cut
  /** Makes a call and checks that the connection was cut at its commit. */
  const cutting = async <T>(call: () => Promise<T>): Promise<T> => {
    proxy.cut = next
    const answer = await call()
    expect(proxy.cut, 'the connection was not cut').to.equal(undefined)
    return answer
  }

  /** Creates units while the connection breaks at each commit, and compares the answers with the database. */
  async function breaking(
    cut: Cut,
    count: number,
    expected: { status: number; kept: boolean },
  ): Promise<void> {
    for (let i = 0; i < count; i++) {
      const name = `${cut} ${i}`
      proxy.cut = cut
      const { status, text } = await create(name)
      expect(proxy.cut, 'the connection was not cut').to.equal(undefined)
      expect({ status, kept: await isThere(name) }, text).to.deep.equal(expected)
    }
  }

  it('is a success when the commit had arrived', () => breaking('after', times, { status: 200, kept: true }))

  it('is a failure that kept nothing when it had not', () =>
    breaking('before', times, { status: 503, kept: false }))

  it('is a failure, too, when the database does not notice the cut: its transaction is ended, with its locks', async () => {
    await breaking('unnoticed', 3, { status: 503, kept: false })
    const { rows } = await server.db.query(
      `select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null`,
    )
    expect(rows).to.deep.equal([])
  })

  it('says that nothing was kept and when to try again; the key of such a call is free', async () => {
    proxy.cut = 'before'
    const { body, headers } = await create('Once', 'lost-1')
    expect(body.error.message).to.include('nothing was kept')
    expect(headers.get('retry-after')).to.equal('2')
    const again = await create('Once', 'lost-1')
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, null])
  })

  /** By what such a commit is looked up. */
  const others: Record<string, () => Promise<{ status: number; kept: boolean }>> = {
    'its idempotency record, if nothing is logged because nothing changes': async () => {
      const { data } = (await create(unique('Same'))).body
      const key = unique('lost')
      const { status } = await cutting(() =>
        hr.post('/v1/org/units.update', { unit_id: data.id, name: data.name }, { 'Idempotency-Key': key }),
      )
      const { rows } = await server.db.query(
        'select 1 from idempotency_records where right(key, length($1)) = $1',
        [key],
      )
      return { status, kept: rows.length === 1 }
    },
    'a record of a key that was used long ago': async () => {
      const { data } = (await create(unique('Same'))).body
      const key = unique('lost')
      const update = () =>
        hr.post('/v1/org/units.update', { unit_id: data.id, name: data.name }, { 'Idempotency-Key': key })
      await update()
      await server.db.query(
        `update idempotency_records set expires_at = now() - interval '1 day' where right(key, length($1)) = $1`,
        [key],
      )
      const { status } = await cutting(update)
      const { rows } = await server.db.query(
        'select 1 from idempotency_records where right(key, length($1)) = $1 and expires_at > now()',
        [key],
      )
      return { status, kept: rows.length === 1 }
    },
    'its transaction number, if it writes neither': async () => {
      const count = async () =>
        (await server.db.query<{ n: number }>('select count(*)::int as n from sessions')).rows[0]!.n
      const before = await count()
      const { status } = await cutting(() => signIn(server, loginOf(company)))
      return { status, kept: (await count()) > before }
    },
  }
  for (const [by, story] of Object.entries(others))
    it(`is looked up by ${by}`, async () => {
      next = 'after'
      expect(await story()).to.deep.equal({ status: 200, kept: true })
      next = 'before'
      expect(await story()).to.deep.equal({ status: 503, kept: false })
      next = 'unnoticed'
      expect(await story()).to.deep.equal({ status: 503, kept: false })
    })

  it('is told, too, when the call had to wait so long that little of its time is left', async () => {
    const turn = async () => {
      await sleep(3600)
      return { end: () => undefined }
    }
    const write = () =>
      withOrganization(server.running.runtime.pool, company.id, { mode: 'write', turn }, async (db) => {
        await db.query('select 1')
        return 'kept'
      }).catch((error: unknown) => (error as ApiError).status)
    next = 'after'
    expect(await cutting(write)).to.equal('kept')
    next = 'before'
    expect(await cutting(write)).to.equal(503)
  })

  it('leaves one effect and its stored answer when it had arrived', async () => {
    proxy.cut = 'after'
    const first = await create('Twice', 'lost-2')
    const again = await create('Twice', 'lost-2')
    expect(again.headers.get('idempotent-replayed')).to.equal('true')
    expect(again.text).to.equal(first.text)
  })
})
