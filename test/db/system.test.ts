import { expect } from 'chai'
import { enterOrganization } from '../../src/db/system.ts'
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
})
