import { expect } from 'chai'
import type pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { inUndoneTransaction } from '../support/race.ts'
import { useServer } from '../support/server.ts'

/** The application reaches the job queue through one function, whose owner may do nothing else. */
describe('enqueue_job', () => {
  const server = useServer()

  /** Does `work` with the owner's login, and rolls it back. */
  const undone = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    inUndoneTransaction(server.db, work)
  const as = (role: string, statement: string, values: unknown[] = []) =>
    undone(async (client) => {
      await client.query(`set local role ${role}`)
      return client.query(statement, values)
    })
  const codeOf = (result: Promise<unknown>): Promise<unknown> =>
    result.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

  it('queues a task that there is', async () => {
    const queued = await undone(async (client) => {
      await client.query(`set local role rollcall_app`)
      await client.query(`select enqueue_job('sweep_expired', '{"a": 1}')`)
      await client.query('reset role')
      const { rows } = await client.query<{ payload: unknown }>(
        `select j.payload from graphile_worker._private_jobs j
           join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'sweep_expired' and j.payload::text = '{"a": 1}'`,
      )
      return rows
    })
    expect(queued).to.deep.equal([{ payload: { a: 1 } }])
  })

  for (const name of ['no_such_task', '', 'SWEEP_EXPIRED', 'sweep_expired ', null])
    it(`refuses the name ${JSON.stringify(name)}`, async () => {
      expect(await codeOf(as('rollcall_app', `select enqueue_job($1, '{}')`, [name]))).to.equal('22023')
    })

  it('does so with a role that can neither read organizations nor change jobs', async () => {
    await undone(async (client) => {
      await client.query(`select graphile_worker.add_job('sweep_expired')`)
      await client.query('set local role rollcall_jobs')
      const { rowCount } = await client.query('update graphile_worker._private_jobs set priority = 1')
      expect(rowCount, 'jobs changed').to.equal(0)
    })
    for (const statement of [
      'select 1 from people',
      'select 1 from credential_lookups',
      `select authenticate('\\x00', 'key', 1)`,
      `insert into job_tasks (name) values ('more')`,
      'delete from graphile_worker._private_jobs',
      'update graphile_worker._private_jobs set locked_by = null',
      'create table own (id int)',
    ])
      expect(await codeOf(as('rollcall_jobs', statement)), statement).to.equal('42501')
  })

  it('is the only way to the queue', async () => {
    for (const statement of [
      `select graphile_worker.add_job('sweep_expired')`,
      'select 1 from graphile_worker.jobs',
      'select 1 from job_tasks',
    ])
      expect(await codeOf(as('rollcall_app', statement)), statement).to.equal('42501')
  })

  it('knows the tasks of every version that ran here', async () => {
    await server.db.query(`insert into job_tasks (name) values ('of_a_newer_version')`)
    try {
      await migrate(server.database.url)
      const { rows } = await server.db.query<{ name: string }>('select name from job_tasks')
      const names = rows.map(({ name }) => name)
      expect(names).to.include.members(['of_a_newer_version', 'sweep_expired', 'delete_closed_organizations'])
    } finally {
      await server.db.query(`delete from job_tasks where name = 'of_a_newer_version'`)
    }
  })
})
