import { expect } from 'chai'
import { withToolNames } from '../../src/domain/tool-names.ts'
import { actions, type Action } from '../../src/generated/actions.ts'
import { readArguments } from '../../src/mcp/arguments.ts'
import { answerText } from '../../src/mcp/tools.ts'
import { forgetRecorded } from '../support/activity.ts'
import { enter, mayCall, type Column } from '../support/access.ts'
import type { Company } from '../support/company.ts'
import type { ActionEntry } from '../support/contract.ts'
import { asDryRun, redactedProperties } from '../support/dry-run.ts'
import type { Scene } from '../support/ids.ts'
import { howToFix, makeInput, type Input } from '../support/inputs.ts'
import { McpClient } from '../support/mcp.ts'
import { useServer } from '../support/server.ts'
import { allActions } from '../support/sweep.ts'

const callers: Column[] = [
  { role: 'owner', kind: 'key', person: true },
  { role: 'viewer', kind: 'key', person: true },
  { role: 'member', kind: 'me', person: true },
]

interface Detail {
  message: string
  params: object
}

/** The answer without the parts that differ in every call. */
function anonymous(body: { error?: Record<string, unknown> }): unknown {
  if (!body.error) return body
  const { request_id: _, ...error } = body.error
  return { error }
}

describe('mcp answers as REST does', () => {
  const server = useServer()
  let company: Company

  before(async () => {
    company = await server.company()
  })
  beforeEach(() => void (server.now = new Date('2026-11-21T12:00:00Z')))

  for (const action of allActions) {
    const { id, operation } = action
    const isRead = operation['x-class'] === 'read'
    const example = operation.requestBody?.content['application/json'].example ?? {}
    const inputs = {
      'its example, whose ids are unknown': example,
      'an unknown property': { ...example, nonsense: 1 },
      'a forged prototype': JSON.parse('{"__proto__":{"x":1}}') as Input,
    }
    const answered = callers.filter((column) => mayCall(action, column))

    it(`${id}, for a result and for errors`, async () => {
      const webOnly = operation['x-access']?.web_only === true
      expect(answered.length > 0, 'add a caller who may').to.equal(!webOnly)
      for (const column of callers) {
        const scene = await enter(server, company, column)
        await usedOnce(scene)
        for (const [what, input] of Object.entries(inputs))
          await expectSame(scene, action, input, `${column.role}, ${what}`)

        const input = await makeInput(scene, action)
        const rest = await expectSame(scene, action, input, `${column.role}, a valid input`)
        expect(rest.status, howToFix(action, rest)).to.equal(answered.includes(column) ? 200 : 403)
        if (rest.status !== 200 || isRead) continue
        // Now a real call. test/contract/dry-run.test.ts compares dry runs and calls over REST.
        const kept = await new McpClient(scene.client).call(id, input)
        expect(kept).to.not.have.any.keys('isError', '_meta')
        const { data } = rest.body
        const shown = await told(action, {}, { data: asDryRun(data, data, []) })
        const actual = asDryRun(kept.answer.data, data, []) as Record<string, unknown>
        // A dry run has no secrets, and what is null is not told.
        for (const secret of redactedProperties(action)) delete actual[secret]
        expect(actual).to.deep.equal(JSON.parse(shown).data)
      }
    })
  }

  /** Lets no minute begin for a credential: the first call of each says when it was last used, and some answers tell that. */
  async function usedOnce({ member }: Scene): Promise<void> {
    const { rowCount } = await server.db.query(
      `insert into rate_windows (org_id, credential_id, minute, used)
       select org_id, id, date_trunc('minute', now()) + interval '1 hour', 0 from api_keys
        where org_id = $1 and membership_id = $2`,
      [company.id, member.membershipId],
    )
    expect(rowCount).to.equal(1)
  }

  /** Calls over REST and MCP, one after the other. Writes are dry runs, so that both calls find the same data. */
  async function expectSame({ client }: Scene, action: ActionEntry, input: Input, where: string) {
    const isRead = action.operation['x-class'] === 'read'
    await forgetRecorded(server, company, action)
    const rest = await client.post(`${action.path}${isRead ? '' : '?dry_run=true'}`, input)
    await forgetRecorded(server, company, action)
    // The spread copies the property `__proto__` that JSON.parse made.
    const tool = await new McpClient(client).call(action.id, { ...input, ...(!isRead && { dry_run: true }) })
    expect(tool.isError ?? false, where).to.equal(rest.status !== 200)
    if (tool.isError) {
      expect(anonymous(tool.answer), where).to.deep.equal(anonymous(inToolNames(rest.body)))
      expectErrorText(tool.content[0]!.text, inToolNames(rest.body).error as typeof rest.body.error)
    } else {
      const text = await told(action, input, rest.body)
      expect(tool.content, where).to.deep.equal([{ type: 'text', text }])
    }
    expect(tool._meta?.['rollcall/dry_run'] === true, where).to.equal(rest.headers.get('dry-run') === 'true')
    return rest
  }

  /** What the tool tells of an answer of REST. */
  function told({ id }: ActionEntry, input: Input, body: object): Promise<string> {
    const action = actions[id as keyof typeof actions] as Action
    return answerText(action, readArguments(action, input).view, body as Record<string, unknown>)
  }

  /** An error whose sentences call actions by the names of their tools, without the values that they name. */
  function inToolNames({ error }: { error: { code: string; message: string; details?: Detail[] } }) {
    const named = (text: string) => withToolNames(text, (id) => id in actions)
    const details = (error.details ?? []).map(({ params: _, ...one }) => ({
      ...one,
      message: named(one.message),
    }))
    return { error: { ...error, message: named(error.message), details } }
  }

  function expectErrorText(
    text: string,
    error: { code: string; message: string; details?: { path: string }[] },
  ): void {
    expect(text).to.match(new RegExp(`^${error.code}: `))
    expect(text).to.include(error.message)
    expect(text).to.match(/\nrequest_id: [\w-]+$/)
    for (const { path } of error.details ?? []) expect(text).to.include(`- ${path}`)
  }

  it('also where results are not checked, as in production: long ones are written in pieces then', async () => {
    const caller = { role: 'owner', kind: 'key', person: true } as const
    const seen: string[] = []
    for (const action of allActions) {
      const { rows, effect } = actions[action.id as keyof typeof actions] as Action
      if (rows !== null || effect !== 'read' || !mayCall(action, caller)) continue
      const scene = await enter(server, company, caller)
      const input = await makeInput(scene, action)
      const ask = () => new McpClient(scene.client).call(action.id, input)
      await forgetRecorded(server, company, action)
      const checked = await ask()
      await forgetRecorded(server, company, action)
      expect(checked.isError, action.id).to.not.equal(true)
      server.running.runtime.checkResults = false
      const unchecked = await ask().finally(() => (server.running.runtime.checkResults = true))
      expect(unchecked.answer, action.id).to.deep.equal(checked.answer)
      seen.push(action.id)
    }
    expect(seen).to.include.members(['platform_whoami', 'org_people_export_csv', 'org_people_get'])
  })
})
