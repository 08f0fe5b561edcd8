import { expect } from 'chai'
import { program } from '../../src/cli/program.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret, useServer } from '../support/server.ts'

/** What it does in a cluster, each test there shows: see "On another database" in test/README.md. */
describe("the operator's command distribute", () => {
  const server = useServer()

  it('refuses a database that is no cluster, says where to read on, and changes nothing', async () => {
    const before = await dumpSchema(server.db)
    const told: string[] = []
    const code = await program(['distribute'], {
      env: { DATABASE_URL: server.database.url, SECRET_KEY: testSecret },
      print: (text) => void told.push(text),
      complain: (text) => void told.push(text),
    })
    expect([code, ...told]).to.deep.equal([
      1,
      'DATABASE_URL names no Citus cluster: its database has no extension citus, or no other node that holds shards. docs/cluster.md says what comes first.',
    ])
    expect(await dumpSchema(server.db)).to.equal(before)
  })
})
