import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { enterFor } from '../support/access.ts'
import { expectGoldenLine } from '../support/golden.ts'
import { howToFix, makeInput } from '../support/inputs.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { useServer } from '../support/server.ts'
import { allActions } from '../support/sweep.ts'
import { until } from '../support/wait.ts'

describe('the statements of a call', () => {
  const server = useServer({})

  /** How many connections the server has opened. */
  let opened = 0
  before(() => {
    const { pool, control } = server.running.runtime
    for (const one of [pool, control]) one.on('connect', () => void opened++)
  })
  const lines = readFileSync('test/golden/statements.txt', 'utf8').matchAll(/^(\w+) {2,}(\d+)$/gm)
  const accepted = new Map([...lines].map(([, id, number]) => [id, Number(number)]))

  for (const action of allActions)
    it(`are as many as somebody has accepted: ${action.id}`, async () => {
      // A connection that opens meanwhile adds what it asks to prove itself; nothing takes statements away.
      const before = opened
      let number = await count(action)
      if (opened > before || number > (accepted.get(action.id) ?? 0))
        number = Math.min(number, await count(action))
      expectGoldenLine(
        'statements.txt',
        action.id,
        `${`${action.id}  `.padEnd(34)}${String(number).padStart(2)}\n`,
      )
    })

  it('are accepted of no action that is gone', () => {
    expect([...accepted.keys()]).to.have.members(allActions.map(({ id }) => id))
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
