import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { withToolNames } from '../../src/domain/tool-names.ts'
import { isAction } from '../../src/mcp/names.ts'
import { enterFor } from '../support/access.ts'
import type { Company } from '../support/company.ts'
import type { ActionEntry } from '../support/contract.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import { idKinds, makeId, type Scene } from '../support/ids.ts'
import { McpClient } from '../support/mcp.ts'
import { howToFix, makeInput, put, type Input } from '../support/inputs.ts'
import { fieldsOf, idFields, inputSchema, pathText, type Field } from '../support/schemas.ts'
import { useServer } from '../support/server.ts'
import { allActions, reads, sweep } from '../support/sweep.ts'

/** Inputs with the name of an id that are no ids of records: numbers that an authority gives, names of tasks in their template, and ids of
 * notifications, of which others are left alone. */
const notIds = new Set(['tax_id', 'tasks.*.id', 'ids'])

describe('ids: records of other organizations do not exist', () => {
  const server = useServer()

  it('marks every id in an input as one (x-id)', () => {
    const unmarked = allActions.flatMap((action) =>
      fieldsOf(inputSchema(action))
        .filter(
          ({ path, schema, types }) =>
            types.has('string') && isCalledId(path) && schema['x-id'] === undefined,
        )
        .map(({ path }) => `${action.id} ${path.join('.')}`),
    )
    expect(unmarked, 'make each of these a $ref to a component that has x-id, as UnitId').to.deep.equal([])
  })

  for (const action of allActions.filter((one) => idFields(one).length > 0))
    it(`${action.id}: ids that are unknown, malformed, of another organization or of another kind get the same answer, and write nothing`, async () => {
      const [company, elsewhere] = [await server.company(), await server.company()]
      const scene = await enterFor(server, company, action)
      const cases = await prepare(scene, elsewhere, action)
      const before = await readContents(server.db, company, elsewhere)
      const answers = new Map<string, Set<string>>()
      await sweep(
        server,
        cases,
        ({ name }) => name,
        async ({ field, input }) => {
          const answer = await scene.client.post(action.path, input)
          expect([answer.status, answer.body.error?.code], answer.text).to.deep.equal([404, 'not_found'])
          const { message, details } = answer.body.error as { message: string; details: unknown }
          answers.set(field, (answers.get(field) ?? new Set()).add(JSON.stringify({ message, details })))
        },
      )
      for (const [field, texts] of answers)
        expect([...texts], `${field}: the answers tell the ids apart`).to.have.length(1)
      await expectUnchanged(server.db, before, `${action.id} with wrong ids`, company, elsewhere)
    })

  it('GET and MCP give the same answer to ids of any form', async () => {
    const company = await server.company()
    const withIds = reads.filter((action) => idFields(action).some(({ path }) => path.length === 1))
    for (const action of withIds) {
      // Over the web alone there is no tool.
      if (action.operation['x-access']?.web_only) continue
      const kind = action.operation['x-access']?.manage === undefined ? 'me' : 'key'
      const scene = await enterFor(server, company, action, kind)
      const [field] = idFields(action).filter(({ path }) => path.length === 1)
      const name = field!.path[0]!
      const example = await makeInput(scene, action)
      const answers = new Set<string>()
      for (const id of [
        '',
        ' ',
        'no-such-id',
        randomUUIDv7(),
        'x'.repeat(5000),
        'a\u0000b',
        `a${'\u0301'.repeat(40)}`,
      ]) {
        const texts = Object.entries({ ...example, [name]: id }).map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ])
        const byGet = await scene.client.raw(
          `${action.path}?${new URLSearchParams(texts as [string, string][])}`,
        )
        expect([byGet.status, byGet.body.error?.code], byGet.text).to.deep.equal([404, 'not_found'])
        const { answer } = await new McpClient(scene.client).call(action.id, {
          ...example,
          [name]: id,
        })
        // Tools leave out the params of details, and call actions by the names of tools: the sentences say the same.
        for (const { message, details } of [byGet.body.error, answer.error])
          answers.add(
            JSON.stringify({
              message: withToolNames(message, isAction),
              details: details.map(({ params: _params, ...rest }: object & { params?: object }) => rest),
            }),
          )
      }
      expect([...answers], `${action.id} ${name}`).to.have.length(1)
    }
  })

  it('an id of another JSON type is wrong input', async () => {
    const owner = await (await server.company()).as('owner')
    for (const unit_id of [7, true, {}, ['x']]) {
      const { status, body } = await owner.post('/v1/org/units.archive', { unit_id })
      expect([status, body.error.details[0].code]).to.deep.equal([400, 'wrong_type'])
    }
  })

  interface Case {
    name: string
    field: string
    input: unknown
  }

  /** Inputs in which one id is replaced by a wrong one, for each id and each wrong one. All else is valid. */
  async function prepare(scene: Scene, elsewhere: Company, action: ActionEntry): Promise<Case[]> {
    const cases: Case[] = []
    // One serves for all, because each is refused.
    const valid = await makeInput(scene, action)
    for (const field of idFields(action)) {
      for (const [what, id] of Object.entries(await wrongIds(scene, elsewhere, field.kind))) {
        const input = await put(scene, inputSchema(action), valid, field.path, id)
        cases.push({ name: `${pathText(field.path)} = ${what}`, field: pathText(field.path), input })
      }
    }
    await expectValid(scene, action, valid)
    return cases
  }

  /** Checks that the input is valid with its own ids, so that all others are refused because of the id. */
  async function expectValid(scene: Scene, action: ActionEntry, valid: Input): Promise<void> {
    const query = action.operation['x-class'] === 'read' ? '' : '?dry_run=true'
    const answer = await scene.client.post(action.path + query, valid)
    if (answer.status !== 200) throw new Error(howToFix(action, answer))
  }

  async function wrongIds(scene: Scene, elsewhere: Company, kind: string): Promise<Record<string, string>> {
    const member = await elsewhere.member('owner')
    const otherKind = idKinds.find((one) => one !== kind) as string
    return {
      "another organization's": await makeId({ ...scene, company: elsewhere, member }, kind),
      malformed: 'no-such-id',
      empty: '',
      'of white space': ' \n',
      'longer than any text': 'x'.repeat(5000),
      'with a control character': 'a\u0000b',
      'with broken Unicode': 'a\ud800b',
      'with too many combining marks': `a${'\u0301'.repeat(40)}`,
      'an injection': "' or true --",
      unknown: randomUUIDv7(),
      'upper case of an unknown one': randomUUIDv7().toUpperCase(),
      [`a ${otherKind}'s`]: await makeId(scene, otherKind),
    }
  }

  function isCalledId(path: Field['path']): boolean {
    const name = path.findLast((step) => step !== '*') ?? ''
    return /(^|_)ids?$/.test(name) && !notIds.has(name) && !notIds.has(path.join('.'))
  }
})
