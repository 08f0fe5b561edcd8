import { expect } from 'chai'
import { program } from '../../src/cli/program.ts'
import { isInCluster } from '../support/cluster.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { testSecret, useServer } from '../support/server.ts'

/** What it does in a cluster, each test there shows: see "On another database" in test/README.md. */
describe("the operator's command distribute", () => {
  const server = useServer()

  it('refuses a database that is no cluster, says where to read on, and changes nothing; nor does it in a cluster the second time', async () => {
    const before = await dumpSchema(server.db)
    const told: string[] = []
    const code = await program(['distribute'], {
      env: { DATABASE_URL: server.database.url, SECRET_KEY: testSecret },
      print: (text) => void told.push(text),
      complain: (text) => void told.push(text),
    })
    const [expected, words] = (await isInCluster(server.database.url))
      ? [
          0,
          /^\d+ tables are sharded by organization, 0 of them since now\. On the coordinator stay [a-z_, ]+\.$/,
        ]
      : [
          1,
          /^DATABASE_URL names no Citus cluster: its database has no extension citus, or no other node that holds shards\. docs\/cluster\.md says what comes first\.$/,
        ]
    expect([code, told.length]).to.deep.equal([expected, 1])
    expect(told[0]).to.match(words)
    expect(await dumpSchema(server.db)).to.equal(before)
  })
})
