import { expect } from 'chai'
import { serviceTables } from '../../src/personal-data/service.ts'
import { tablesOfService } from '../support/catalogue.ts'
import { inCluster } from '../support/cluster.ts'
import { inUndoneTransaction } from '../support/race.ts'
import { useServer } from '../support/server.ts'

/** The queue belongs to another package: what may be in it is tested by its payloads (test/jobs/payload.test.ts). */
describe('tables of no organization', () => {
  const server = useServer()
  const considered = Object.fromEntries(
    Object.entries(serviceTables).map(([name, { columns }]) => [name, [...columns].toSorted()]),
  )

  it('are considered with all of their columns (src/personal-data/service.ts)', async () => {
    expect(await tablesOfService(server.db)).to.deep.equal(considered)
  })

  it('each say what they hold of people', () => {
    for (const [name, { people }] of Object.entries(serviceTables)) expect(people, name).to.match(/\w/)
  })

  for (const [what, statement] of [
    ['a column of one', 'alter table oauth_objects add email text'],
    ['a table in another schema', 'create schema other; create table other.notes (text text)'],
  ] as const)
    it(`and ${what} that nobody considered is noticed`, async () => {
      const found = await inUndoneTransaction(server.db, async (client) => {
        await client.query(inCluster.schemaOfThisNode)
        await client.query(statement)
        return tablesOfService(client)
      })
      expect(found).to.not.deep.equal(considered)
    })
})
