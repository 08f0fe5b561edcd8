import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { request } from 'undici'
import { newApiKey } from '../../src/secrets/credentials.ts'
import { columns, enter, mayCall, mayCallWhilePaused, type Column } from '../support/access.ts'
import { TestClient, type RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import type { ActionEntry } from '../support/contract.ts'
import { expectGolden } from '../support/golden.ts'
import type { Scene } from '../support/ids.ts'
import { makeInput, type Input } from '../support/inputs.ts'
import { useServer } from '../support/server.ts'
import { allActions, inFifties, reads, sweep } from '../support/sweep.ts'

describe('access: exactly what x-access says', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })

  describe('without a credential that is valid, every action answers unauthenticated', () => {
    const callers: Record<string, () => Promise<TestClient>> = {
      'no credential': async () => server.anonymous(),
      'something that is not a key': async () =>
        new TestClient(server.baseUrl, { kind: 'key', secret: 'hrk_x' }),
      'a key that nobody has': async () =>
        new TestClient(server.baseUrl, { kind: 'key', secret: newApiKey() }),
      'a session that nobody has': async () =>
        new TestClient(server.baseUrl, { kind: 'web', secret: randomUUIDv7() }),
      'a revoked key': () =>
        spoiled('key', 'update api_keys set revoked_at = now() where org_id = $1 and membership_id = $2'),
      'the key of a disabled member': () =>
        spoiled('key', `update memberships set status = 'disabled' where org_id = $1 and id = $2`),
      'the session of a disabled member': () =>
        spoiled('web', `update memberships set status = 'disabled' where org_id = $1 and id = $2`),
      'a session that has ended': () =>
        spoiled('web', 'update sessions set ended_at = now() where org_id = $1 and membership_id = $2'),
      'a session after its seven days': () =>
        spoiled('web', 'update sessions set expires_at = now() where org_id = $1 and membership_id = $2'),
    }
    const spoiled = async (kind: 'key' | 'web', statement: string) => {
      const { client, member } = await enter(server, company, { role: 'owner', kind, person: true })
      await server.db.query(statement, [company.id, member.membershipId])
      return client
    }
    for (const [what, make] of Object.entries(callers))
      it(what, async () => {
        const caller = await make()
        await sweep(
          server,
          allActions,
          ({ id }) => id,
          async ({ path }) => {
            const { status, body, headers } = await caller.post(path, {})
            expect([status, body.error.code]).to.deep.equal([401, 'unauthenticated'])
            expect(headers.get('www-authenticate')).to.match(/^Bearer/)
          },
        )
      })
  })

  it('allows each role and kind of credential what x-access says, and nothing else', async () => {
    expectSame(await cellsWhile('active'), mayCall)
  })

  for (const status of ['paused', 'closed'] as const)
    it(`lets only owners and admins in the web app call, and only what x-access.while_paused names, while the organization is ${status}`, async () => {
      expectSame(await cellsWhile(status), mayCallWhilePaused)
    })

  it('allows what was accepted (test/golden/access-matrix.txt)', async () => {
    const [active, paused] = [await cellsWhile('active'), await cellsWhile('paused')]
    expectGolden('access-matrix.txt', matrix(active) + pausedLines(paused))
  })

  it('answers by platform/can what calling answers, in every cell of the matrix', async () => {
    await expectAskedSame(await cellsWhile('active'))
  })

  it('lets a browser session write only from our own pages', async () => {
    const { client } = await enter(server, company, { role: 'owner', kind: 'web', person: true })
    await sweep(
      server,
      allActions,
      ({ id }) => id,
      async ({ path }) => {
        const { status, body } = await client.post(path, {}, { Origin: 'https://elsewhere.example' })
        expect([status, body.error?.code]).to.deep.equal([403, 'forbidden'])
      },
    )
  })

  it('records nothing that a browser session reads by GET, unless our own pages ask for it', async () => {
    const { client } = await enter(server, company, { role: 'owner', kind: 'web', person: true })
    const get = async (path: string, headers: Record<string, string>) => {
      const { Cookie = '' } = client.headers
      const answer = await request(`${server.baseUrl}${path}`, { headers: { Cookie, ...headers } })
      await answer.body.dump()
      return answer.statusCode
    }
    const recorded = reads.filter(({ operation }) => operation['x-recorded'])
    expect(recorded).to.not.have.length(0)
    for (const { path } of recorded) {
      const foreign = [
        {},
        { Origin: 'https://elsewhere.example' },
        { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' },
        // A link on another site, on another host of the same domain, and in a mail.
        ...['cross-site', 'same-site', 'none'].map((site) => ({ 'Sec-Fetch-Site': site })),
      ]
      for (const headers of foreign) expect(await get(path, headers), path).to.equal(403)
      for (const headers of [{ Origin: server.baseUrl }, { 'Sec-Fetch-Site': 'same-origin' }])
        expect(await get(path, headers), path).to.not.equal(403)
    }
  })

  interface Cell extends RawAnswer {
    input: Input
    scene: Scene
  }
  type Cells = Map<ActionEntry, Map<Column, Cell>>
  type Rule = (action: ActionEntry, column: Column) => boolean
  type Status = 'active' | 'paused' | 'closed'

  /**
   * Each action called in each column. Whoever may call it sends an input that it accepts; whoever may not sends `refused`:
   * that they get no further than their access has nothing to do with what they send.
   */
  async function callAll(
    scenes: Map<Column, Scene>,
    rule: Rule,
    refused: (action: ActionEntry, cells: Cells) => Input,
  ): Promise<Cells> {
    const cells: Cells = new Map(allActions.map((action) => [action, new Map()]))
    const cases = columns.flatMap((column) => allActions.map((action) => ({ column, action })))
    const [open, shut] = [true, false].map((may) =>
      cases.filter(({ column, action }) => rule(action, column) === may),
    )
    for (const some of [open!, shut!])
      await sweep(
        server,
        some,
        ({ column, action }) => `${action.id} as ${label(column)}`,
        async ({ column, action }) => {
          const scene = scenes.get(column) as Scene
          const query = action.operation['x-class'] === 'read' ? '' : '?dry_run=true'
          const input =
            some === open ? await unopened(scene, await makeInput(scene, action)) : refused(action, cells)
          const answer = await scene.client.post(action.path + query, input)
          cells.get(action)?.set(column, { ...answer, input, scene })
        },
      )
    return cells
  }

  /**
   * The input with a file that no process is started for, which costs more than all else here: other sweeps show that files are
   * looked into. Access is decided for a finished upload, too; and where the picture is refused first, platform/can says what else
   * would be.
   */
  async function unopened({ company }: Scene, input: Input): Promise<Input> {
    if ('document_id' in input)
      await server.db.query(`update documents set status = 'ready' where org_id = $1 and id = $2`, [
        company.id,
        input['document_id'],
      ])
    return 'image_base64' in input ? { ...input, image_base64: 'no picture' } : input
  }

  /** What organizations answer, by status. Two tests need each, so it is kept. */
  const asked = new Map<Status, Promise<Cells>>()
  function cellsWhile(status: Status): Promise<Cells> {
    let cells = asked.get(status)
    if (!cells) asked.set(status, (cells = status === 'active' ? callWhileActive() : callWhile(status)))
    return cells
  }

  /** Each column has a company of its own, which so stays small. Who is refused sends what is right from another caller. */
  async function callWhileActive(): Promise<Cells> {
    const scenes = new Map<Column, Scene>()
    for (const column of columns) scenes.set(column, await enter(server, await server.company(), column))
    return callAll(scenes, mayCall, (action, cells) => {
      const [first] = cells.get(action)!.values()
      return first!.input
    })
  }

  /** Who is refused sends nothing: an action that looked at its input first would find properties missing. */
  async function callWhile(status: 'paused' | 'closed'): Promise<Cells> {
    const other = await server.company()
    await server.db.query(
      `update organizations set status = $2, pause_reason = 'unpaid', paused_since = now(), delete_on = $3 where org_id = $1`,
      [other.id, status, status === 'closed' ? '2030-01-01' : null],
    )
    const scenes = new Map<Column, Scene>()
    for (const column of columns) scenes.set(column, await enter(server, other, column))
    return callAll(scenes, mayCallWhilePaused, () => ({}))
  }

  function expectSame(cells: Cells, rule: Rule): void {
    const wrong = [...cells].flatMap(([action, row]) =>
      [...row].flatMap(([column, answer]) => {
        if (isAllowed(answer) === rule(action, column)) return []
        const now = isAllowed(answer) ? 'is allowed' : `is refused (${answer.body?.error?.message})`
        return [`${action.id} as ${label(column)} ${now}, but x-access says otherwise`]
      }),
    )
    const hint =
      'Fix the action, or its x-access; where the input made it so, add a scenario in test/support/scenarios.ts'
    expect(wrong, `${hint}:\n${wrong.join('\n')}`).to.have.length(0)
  }

  /** A call that was refused must be answered so by platform/can; one that is allowed there is not refused for want of access. */
  async function expectAskedSame(cells: Cells): Promise<void> {
    const cases = columns.flatMap((column) => {
      const calls = [...cells].map(([action, row]) => ({ action, cell: row.get(column) as Cell }))
      return inFifties(calls).map((some) => ({ column, some }))
    })
    expect(cases.flatMap(({ some }) => some)).to.have.length(columns.length * allActions.length)
    await sweep(
      server,
      cases,
      ({ column }) => label(column),
      async ({ some }) => {
        const calls = some.map(({ action, cell }) => ({ action: action.id, input: cell.input }))
        const { client } = (some[0] as (typeof some)[number]).cell.scene
        const { status, body, text } = await client.post('/v1/platform/can', { calls })
        expect(status, text).to.equal(200)
        const wrong = some.flatMap(({ action, cell }, index) => {
          const { allowed, code } = body.data[index]
          const same = allowed ? isAllowed(cell) : code === cell.body.error?.code
          return same ? [] : [`${action.id}: asked ${code ?? 'allowed'}, called ${cell.text.slice(0, 200)}`]
        })
        expect(wrong).to.deep.equal([])
      },
    )
  }

  function isAllowed({ status, text }: RawAnswer): boolean {
    if (status >= 500) throw new Error(`a call failed instead of being allowed or refused: ${text}`)
    return status !== 401 && status !== 403
  }

  function label({ role, kind, person }: Column): string {
    return `${role} ${kind}${person ? '' : ' unlinked'}`
  }

  function matrix(cells: Cells): string {
    const width = Math.max(...allActions.map(({ id }) => id.length))
    const heads = columns.map(label)
    const line = (first: string, rest: string[]) => `${[first.padEnd(width), ...rest].join('  ').trimEnd()}\n`
    const rows = [...cells].map(([action, row]) =>
      line(
        action.id,
        columns.map((column, i) =>
          (isAllowed(row.get(column) as RawAnswer) ? 'yes' : '-').padEnd((heads[i] as string).length),
        ),
      ),
    )
    return `Who may call what: key and me are API keys of the audiences manage and me, web is a browser session.\n\n${line('', heads)}${rows.join('')}`
  }

  function pausedLines(cells: Cells): string {
    const lines = columns.flatMap((column) => {
      const open = allActions
        .filter((action) => isAllowed(cells.get(action)?.get(column) as RawAnswer))
        .map(({ id }) => id)
      return open.length > 0 ? [`${label(column)}: ${open.join(', ')}\n`] : []
    })
    return `\nWhile the organization is paused, everything is refused but:\n\n${lines.join('')}`
  }
})
