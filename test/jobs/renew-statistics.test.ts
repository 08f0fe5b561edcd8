import { expect } from 'chai'
import { deleteOrganization } from '../../src/operator/delete.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('statistics of the database', () => {
  const server = useServer({ ROLE: 'all' })

  const analyzed = async (table: string): Promise<Date | null> => {
    const { rows } = await server.db.query<{ at: Date | null }>(
      'select last_analyze as at from pg_stat_user_tables where relname = $1',
      [table],
    )
    return rows[0]!.at
  }
  const people = (count: number) =>
    Array.from({ length: count }, () => ({
      given_name: 'Pat',
      family_name: 'Person',
      work_email: `${unique('pat')}@company.example`,
      title: 'Clerk',
    }))

  it('are renewed after many people were added, so that the next calls are not planned for an empty table', async function () {
    await leaveOutInCluster(this, server.database.url, 'statistics')
    const company = await server.company()
    const owner = await company.as('owner')
    // PostgreSQL may come first by itself on a busy machine, after which the job has nothing left to do.
    for (const table of ['people', 'job_rows'])
      await server.db.query(`alter table ${table} set (autovacuum_enabled = off)`)
    expect(await analyzed('people')).to.equal(null)
    // The connection has just told what it wrote before, which it does at most once a second by itself.
    await owner.call('org_setup_apply', { people: people(1) })
    await owner.call('org_setup_apply', { people: people(250) })
    await until(
      'the tables are analyzed',
      async () => (await analyzed('people')) && (await analyzed('job_rows')),
    )
    expect(await analyzed('units')).to.equal(null)
  })

  describe('hold values of columns, and none of them stays', () => {
    const name = 'Zacharias-of-the-figures'
    /** The tables of whose columns PostgreSQL keeps the name as an example. */
    const examples = async () => {
      const { rows } = await server.db.query<{ name: string }>(
        `select distinct s.starelid::regclass::text as name from pg_statistic s where position($1 in s::text) > 0 order by 1`,
        [name],
      )
      return rows.map((row) => row.name)
    }
    const known = async (details: object) => {
      const company = await server.company()
      const { id } = await company.person({ given_name: name, ...details })
      await company
        .as('owner', 'web')
        .then((owner) =>
          owner.call('org_people_update_profile', { person_id: id, work_phone: '+4930123456' }),
        )
      await server.db.query('analyze')
      expect(await examples()).to.not.deep.equal([])
      return { company, id }
    }

    it('when a person is erased', async function () {
      await leaveOutInCluster(this, server.database.url, 'statistics')
      const { company, id } = await known({ last_day: '2024-12-31' })
      await (await company.as('owner', 'web')).call('org_people_erase', { person_id: id })
      await until('no example is left', async () => (await examples()).length === 0)
    })

    it('when an organization is deleted', async function () {
      await leaveOutInCluster(this, server.database.url, 'statistics')
      const { company } = await known({})
      await deleteOrganization(server.db, company.slug, { confirm: company.slug, force: true })
      await until('no example is left', async () => (await examples()).length === 0)
    })
  })
})
