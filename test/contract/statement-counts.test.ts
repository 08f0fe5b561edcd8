import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { expectGolden } from '../support/golden.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { useServer } from '../support/server.ts'
import { allActions } from '../support/sweep.ts'
import { until } from '../support/wait.ts'

const head = `How many SQL statements a call of each action sends: the example of the contract, in a company of its own, with an
Idempotency-Key where it writes. Credential, begin, organization and commit are four of them. A cluster plans each of
them at each call, one after the other, so one more is seen by its callers.

`

describe('the statements of a call', () => {
  const server = useServer({})

  it('are as many as somebody has accepted, of every action', async () => {
    const counts: [id: string, count: number][] = []
    // A call's statements are those of the process while it goes on, so there is one call at a time.
    for (const action of allActions) counts.push([action.id, await count(action)])
    const width = Math.max(...counts.map(([id]) => id.length)) + 2
    const lines = counts.sort().map(([id, number]) => `${id.padEnd(width)}${String(number).padStart(2)}\n`)
    expectGolden('statements.txt', head + lines.join(''))
  })

  it('are counted one by one, whatever messages they come in', async () => {
    const sent = await statementsDuring(() =>
      Promise.all([
        server.db.query(`begin; set local timezone = 'UTC'; select 'ä;'; commit`),
        server.db.query({ text: 'select $1::int', values: [1] }),
      ]),
    )
    expect(sent).to.deep.equal([
      'begin',
      `set local timezone = 'UTC'`,
      `select 'ä;'`,
      'commit',
      'select $1::int',
    ])
  })

  async function count(action: (typeof allActions)[number]): Promise<number> {
    const scene = await enterFor(server, await server.company(), action)
    const input = await makeInput(scene, action)
    const isWrite = action.operation['x-class'] !== 'read'
    const { pool } = server.running.runtime
    const isQuiet = async () => pool.idleCount === pool.totalCount
    // The connection has proved what it must, and the key was used in this minute.
    await scene.client.post('/v1/platform/whoami', {})
    await until('nothing is under way', isQuiet)
    const sent = await statementsDuring(async () => {
      const answer = await scene.client.post(
        action.path,
        input,
        isWrite ? { 'Idempotency-Key': 'counted' } : {},
      )
      if (answer.status !== 200) throw new Error(howToFix(action, answer))
      // A read is answered before its commit.
      await until('nothing is under way', isQuiet)
    })
    if (process.env['SHOW']?.split(',').includes(action.id))
      console.log(
        action.id,
        sent.map((x) => x.replace(/\s+/g, ' ').slice(0, 110)),
      )
    return sent.length
  }
})
