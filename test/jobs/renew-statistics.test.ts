import { expect } from 'chai'
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
})
