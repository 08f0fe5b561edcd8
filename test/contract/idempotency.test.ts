import { expect } from 'chai'
import { columns, enter, enterFor, mayCall, type Column } from '../support/access.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import type { ActionEntry } from '../support/contract.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import type { Scene } from '../support/ids.ts'
import { howToMend, makeInput, put, type Input } from '../support/inputs.ts'
import { idFields, inputSchema } from '../support/schemas.ts'
import { unique, useServer } from '../support/server.ts'
import { forgetRates, writes } from '../support/sweep.ts'

/** gaps 1: one key, one effect; `replay` answers again what it answered first, `no-store` says where to look. */
describe('Idempotency-Key', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })
  beforeEach(() => forgetRates(server))

  const call = (client: TestClient, action: ActionEntry, input: Input, key: string, query = '') =>
    client.post(action.path + query, input, { 'Idempotency-Key': key })

  /** A call that must be the first with its key. */
  async function first(scene: Scene, action: ActionEntry, key: string, input?: Input): Promise<RawAnswer> {
    const answer = await call(scene.client, action, input ?? (await makeInput(scene, action)), key)
    if (answer.status !== 200) throw new Error(howToMend(action, answer))
    expect(answer.headers.get('idempotent-replayed')).to.equal(null)
    return answer
  }

  /** A later use with the same body: the first answer again, or where to find what it did. */
  function expectSecond(action: ActionEntry, second: RawAnswer, original: RawAnswer): void {
    if (action.operation['x-retry'] === 'replay') {
      expect([second.status, second.headers.get('idempotent-replayed')], second.text).to.deep.equal([
        200,
        'true',
      ])
      expect(second.text).to.equal(original.text)
    } else {
      expectConflict(second)
      expect(second.body.error).to.have.property('activity_id')
    }
  }

  function expectConflict(answer: RawAnswer): void {
    expect([answer.status, answer.body.error?.code], answer.text).to.deep.equal([409, 'conflict'])
    expect(answer.headers.get('idempotent-replayed')).to.equal(null)
  }

  for (const action of writes)
    describe(action.id, () => {
      const begin = async () => {
        const scene = await enterFor(server, company, action)
        const key = unique('key')
        return { scene, key, input: await makeInput(scene, action) }
      }

      it(`answers a second use by ${action.operation['x-retry']}, whatever has changed since, with quotes or without, by another credential of the member`, async () => {
        const { scene, key, input } = await begin()
        const original = await first(scene, action, key, input)
        await changeEverything(company)
        const before = await readContents(server.db)
        expectSecond(action, await call(scene.client, action, input, key), original)
        expectSecond(action, await call(scene.client, action, reversed(input), `"${key}"`), original)
        await expectUnchanged(server.db, before, 'a second use of a key')
        const other = await company.web(scene.member)
        if (mayCall(action, { role: scene.member.role, kind: 'web', person: true }))
          expectSecond(action, await call(other, action, input, key), original)
        if (action.operation['x-retry'] === 'no-store') await expectActivity(scene, action, key, input)
      })

      it('refuses the same key for another call', async () => {
        const { scene, key, input } = await begin()
        const original = await first(scene, action, key, input)
        const different = await makeInput(scene, action)
        // Without any input there is no other body to send: the answer is that of a second use.
        if (JSON.stringify(different) === JSON.stringify(input))
          expectSecond(action, await call(scene.client, action, different, key), original)
        else expectConflict(await call(scene.client, action, different, key))
        // As another action would have left it.
        await server.db.query(
          `update idempotency_records set action = 'another.action', fingerprint = '' where org_id = $1 and key = $2`,
          [company.id, key],
        )
        expectConflict(await call(scene.client, action, input, key))
      })

      it('frees the key of a refused call', async () => {
        const { scene, key, input } = await begin()
        const refused = await call(scene.client, action, await spoil(scene, action, input), key)
        expect(refused.status).to.be.oneOf([400, 404])
        await first(scene, action, key, input)
      })

      it('keeps keys for each member and each organization alone', async () => {
        const { scene, key, input } = await begin()
        await first(scene, action, key, input)
        await first(await enterFor(server, company, action), action, key)
        await first(await enterFor(server, await server.company(), action), action, key)
      })

      it('ignores keys in a dry run', async () => {
        const { scene, key, input } = await begin()
        const rehearsal = await call(scene.client, action, input, key, '?dry_run=true')
        expect([rehearsal.status, rehearsal.headers.get('dry-run')], rehearsal.text).to.deep.equal([
          200,
          'true',
        ])
        await first(scene, action, key, input)
        const another = await call(scene.client, action, await makeInput(scene, action), key, '?dry_run=true')
        expect(
          [another.status, another.headers.get('dry-run'), another.headers.get('idempotent-replayed')],
          another.text,
        ).to.deep.equal([200, 'true', null])
      })

      it('has one effect when 20 come at the same moment', async () => {
        const key = unique('key')
        const control = await enterFor(server, await server.company(), action)
        const ofOne = await rowsLeftBy(await makeInput(control, action), (input) =>
          first(control, action, key, input),
        )
        const scene = await enterFor(server, await server.company(), action)
        let answers: RawAnswer[] = []
        const ofTwenty = await rowsLeftBy(await makeInput(scene, action), async (input) => {
          const calls = Array.from({ length: 20 }, () => call(scene.client, action, input, key))
          answers = await Promise.all(calls)
        })
        const [original, ...more] = answers.filter(
          ({ status, headers }) => status === 200 && !headers.has('idempotent-replayed'),
        )
        expect(more, 'more than one call had an effect').to.have.length(0)
        expect(original, `no call had an effect: ${answers[0]?.text}`).to.not.equal(undefined)
        for (const answer of answers)
          if (answer !== original) expectSecondOrBusy(action, answer, original as RawAnswer)
        expect(ofTwenty, '20 calls must leave as many rows as one').to.deep.equal(ofOne)
      })

      it('checks access anew before it answers a second use', async () => {
        const { scene, key, input } = await begin()
        await first(scene, action, key, input)
        await demote(scene, action)
        const { status, body, text } = await call(scene.client, action, input, key)
        expect([status, body.error?.code], text).to.deep.equal([403, 'forbidden'])
      })

      it('is free again after 72 hours', async () => {
        const { scene, key } = await begin()
        await first(scene, action, key)
        const { rows } = await server.db.query<{ hours: number }>(
          `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from idempotency_records where org_id = $1 and key = $2`,
          [company.id, key],
        )
        expect(rows).to.deep.equal([{ hours: 72 }])
        await server.db.query(
          `update idempotency_records set expires_at = now() - interval '1 second' where org_id = $1 and key = $2`,
          [company.id, key],
        )
        await first(scene, action, key)
      })

      it('has 1 to 255 printable ASCII characters, in a dry run, too', async () => {
        const { scene, input } = await begin()
        const before = await readContents(server.db)
        for (const bad of ['', '""', '" "', 'a\tb', 'caf\u00e9', 'x'.repeat(256), `"${'x'.repeat(256)}"`]) {
          const answer = await call(scene.client, action, input, bad)
          expect(
            [answer.status, answer.body.error?.code],
            `${JSON.stringify(bad)}: ${answer.text}`,
          ).to.deep.equal([400, 'validation_failed'])
        }
        const dry = await call(scene.client, action, input, 'a\tb', '?dry_run=true')
        expect(dry.status, dry.text).to.equal(400)
        await expectUnchanged(server.db, before, 'a call with a bad key')
        await first(scene, action, 'x'.repeat(255), input)
      })
    })

  function expectSecondOrBusy(action: ActionEntry, answer: RawAnswer, original: RawAnswer): void {
    if (answer.status !== 409) return expectSecond(action, answer, original)
    expectConflict(answer)
    if (action.operation['x-retry'] === 'replay')
      expect(answer.headers.has('retry-after'), answer.text).to.equal(true)
  }

  /** The activity entry that a no-store conflict points to is the first call's. */
  async function expectActivity(scene: Scene, action: ActionEntry, key: string, input: Input): Promise<void> {
    const { body } = await call(scene.client, action, input, key)
    const { rows } = await server.db.query(
      `select action, membership_id from activity where org_id = $1 and id = $2`,
      [company.id, body.error.activity_id],
    )
    const name = action.path.replace('/v1/', '').replace('/', '.')
    expect(rows, 'activity_id names no entry of the first call').to.deep.equal([
      { action: name, membership_id: scene.member.membershipId },
    ])
  }

  /** Table → number of rows. */
  async function countRows(): Promise<Record<string, number>> {
    const contents = await readContents(server.db)
    return Object.fromEntries(
      Object.entries(contents).map(([table, digest]) => [table, parseInt(digest, 10)]),
    )
  }

  /** Table → by how many rows it grew. */
  async function rowsLeftBy(
    input: Input,
    work: (input: Input) => Promise<unknown>,
  ): Promise<Record<string, number>> {
    const before = await countRows()
    await work(input)
    const after = await countRows()
    return Object.fromEntries(Object.keys(after).map((table) => [table, after[table]! - before[table]!]))
  }

  /** Names are no longer what the first call answered: whoever computes the answer anew gets another one. */
  async function changeEverything({ id }: Company): Promise<void> {
    for (const table of ['units', 'locations', 'legal_entities', 'organizations', 'api_keys'])
      await server.db.query(`update ${table} set name = name || '~' where org_id = $1`, [id])
  }

  /** Refused by the handler where there is an id to get wrong, else by validation. */
  async function spoil(scene: Scene, action: ActionEntry, input: Input): Promise<Input> {
    const [field] = idFields(action)
    return field
      ? ((await put(scene, inputSchema(action), input, field.path, 'no-such-id')) as Input)
      : { ...input, surprise: 1 }
  }

  /** The same JSON with its properties in another order. */
  function reversed(input: Input): Input {
    return Object.fromEntries(Object.entries(input).reverse())
  }

  /** Takes away what the first call was allowed by: the role, or where every role may, the organization's being open. */
  async function demote({ member }: Scene, action: ActionEntry): Promise<void> {
    const column = columns.find((one) => mayCall(action, one)) as Column
    const role = (['viewer', 'member'] as const).find((one) => !mayCall(action, { ...column, role: one }))
    if (role)
      await server.db.query(`update memberships set role = $3 where org_id = $1 and id = $2`, [
        company.id,
        member.membershipId,
        role,
      ])
    else
      await server.db.query(
        `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id],
      )
    if (!role) company = await server.company()
  }

  it('is not needed', async () => {
    const [action] = writes as [ActionEntry]
    const scene = await enter(server, company, columns.find((one) => mayCall(action, one)) as Column)
    const { status } = await scene.client.post(action.path, await makeInput(scene, action))
    expect(status).to.equal(200)
  })
})
