import { expect } from 'chai'
import { asSystem, enterOrganization, ofOrganization } from '../../src/db/system.ts'
import { useServer } from '../support/server.ts'

describe('a transaction of the system', () => {
  const server = useServer()

  it('takes no organization that is no UUID: its id becomes part of a statement', async () => {
    const client = await server.db.connect()
    try {
      for (const id of [`'; select 1; --`, '', 'acme']) {
        const refused = await enterOrganization(client, id).catch((error: Error) => error.message)
        expect(refused, id).to.equal('an organization id must be a uuid')
      }
    } finally {
      client.release()
    }
  })

  it('sends nothing of several statements any more once one has failed: the connection is of others by then', async () => {
    const company = await server.company()
    const client = await server.db.connect()
    const names = ['B', 'C', 'D', 'E']
    const rename = 'update organizations set name = $2 where org_id = $1'
    const failures: Promise<unknown>[] = []
    try {
      const together = asSystem(client, (system) => {
        const db = ofOrganization(system, company.id, undefined)
        const sent = [db.query('select 1 / 0'), ...names.map((name) => db.query(rename, [company.id, name]))]
        failures.push(Promise.allSettled(sent))
        return Promise.all(sent)
      })
      expect(await together.catch((error: Error) => error.message)).to.equal('division by zero')
      await Promise.all(failures)
      const { rows } = await client.query('select name from organizations where org_id = $1', [company.id])
      expect(rows[0].name).to.not.be.oneOf(names)
    } finally {
      client.release()
    }
  })

  it('fails when its work has gone on after a statement that failed: nothing of it is kept', async () => {
    const client = await server.db.connect()
    try {
      const work = asSystem(client, (system) => system.query('select 1 / 0').catch(() => 'well'))
      expect(await work.catch((error: Error) => error.message)).to.include('nothing was kept')
    } finally {
      client.release()
    }
  })
})
