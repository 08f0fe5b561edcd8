import { expect } from 'chai'
import { columns, enterFor, mayCall, type Column } from '../support/access.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { document, type ActionEntry } from '../support/contract.ts'
import { refused } from '../support/expect.ts'
import { expectUnchanged, readContents } from '../support/contents.ts'
import type { Scene } from '../support/ids.ts'
import { howToFix, makeInput, put, type Input } from '../support/inputs.ts'
import { answerOf } from '../support/mcp.ts'
import { mentionProblems } from '../support/mentions.ts'
import { untilBlocked } from '../support/race.ts'
import { idFields, inputSchema } from '../support/schemas.ts'
import { unique, useServer } from '../support/server.ts'
import { writes } from '../support/sweep.ts'

const { schema: keySchema } = document.components['parameters']!['IdempotencyKey'] as {
  schema: { pattern: string; maxLength: number }
}

/**
 * A key has one effect. With `replay` a second use gets the first answer again, with `no-store` it is told where to
 * look. The pipeline does this in the same way for all actions. So only what an action can do wrong is tested for every
 * action: that a second use is answered, and that access is checked before. Everything else is tested with one action
 * of each sort.
 */
describe('Idempotency-Key', () => {
  const server = useServer()

  for (const action of writes)
    it(`${action.id} answers a second use by ${action.operation['x-retry']}, whatever has changed since, and no other call; and checks access again before`, async () => {
      const { scene, key, input } = await begin(action)
      const original = await first(scene, action, key, input)
      expect(await mentionProblems(server.db, scene.company)).to.deep.equal([])
      await changeEverything(scene.company)
      const before = await readContents(server.db, scene.company)
      const second = await call(scene.client, action, reversed(input), key)
      expectSecond(action, second, original)
      await expectUnchanged(server.db, before, 'a second use of a key', scene.company)
      if (action.operation['x-retry'] === 'no-store') await expectActivity(scene, action, second)
      const kept = await giveUse(scene, key, { action: 'another.action', fingerprint: '' })
      expectAnotherCall(await call(scene.client, action, input, key))
      await giveUse(scene, key, kept)
      await demote(scene, action)
      const { status, body, text } = await call(scene.client, action, input, key)
      expect([status, body.error?.code], text).to.deep.equal([403, 'forbidden'])
    })

  /** Says that the stored use of a key belongs to this call. Answers to which it belonged. */
  async function giveUse(
    { company }: Scene,
    key: string,
    { action, fingerprint }: { action: string; fingerprint: string },
  ): Promise<{ action: string; fingerprint: string }> {
    const { rows } = await server.db.query<{ action: string; fingerprint: string }>(
      `with kept as (select action, fingerprint from idempotency_records where org_id = $1 and right(key, length($2)) = $2)
       update idempotency_records r set action = $3, fingerprint = $4 from kept
        where r.org_id = $1 and right(r.key, length($2)) = $2 returning kept.action, kept.fingerprint`,
      [company.id, key, action, fingerprint],
    )
    return rows[0]!
  }

  /** The audience of the key with which `begin` calls the action. */
  const audienceOf = ({ operation }: ActionEntry) => (operation['x-access']?.manage ? 'manage' : 'me')

  for (const [action, sorts] of oneOfEachSort())
    describe(`${sorts.join(', ')}: ${action.id}`, () => {
      it('takes a key with quotes or without, from another key of the member, and is fresh for a browser session', async () => {
        const { scene, key, input } = await begin(action)
        const original = await first(scene, action, key, input)
        expectSecond(action, await call(scene.client, action, input, `"${key}"`), original)
        const sameKind = await scene.company.key(scene.member, audienceOf(action))
        expectSecond(action, await call(sameKind, action, input, key), original)
        // A session may see more than a key, so the answer to one of them is not repeated to the other.
        const session = await scene.company.web(scene.member)
        if (mayCall(action, { role: scene.member.role, kind: 'web', person: true }))
          expectFresh(await call(session, action, input, key))
      })

      it('refuses the same key for another input', async () => {
        const { scene, key, input } = await begin(action)
        const original = await first(scene, action, key, input)
        const different = await makeInput(scene, action)
        // Without input, no other body is possible: the answer is that of a second use.
        if (JSON.stringify(different) === JSON.stringify(input))
          expectSecond(action, await call(scene.client, action, different, key), original)
        else expectAnotherCall(await call(scene.client, action, different, key))
      })

      it('frees the key of a refused call', async () => {
        const { scene, key, input } = await begin(action)
        const refused = await call(scene.client, action, await spoil(scene, action, input), key)
        expect(refused.status).to.be.oneOf([400, 404])
        await first(scene, action, key, input)
      })

      it('keeps the keys of each member and each organization apart', async () => {
        const { scene, key, input } = await begin(action)
        await first(scene, action, key, input)
        await first(await enterFor(server, scene.company, action), action, key)
        await first(await enterFor(server, await server.company(), action), action, key)
      })

      it('ignores keys in a dry run', async () => {
        const { scene, key, input } = await begin(action)
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

      it('has one effect when 20 calls come at the same time', async () => {
        const key = unique('key')
        const control = await enterFor(server, await server.company(), action)
        const ofOne = await rowsLeftBy(control, action, (input) => first(control, action, key, input))
        const scene = await enterFor(server, await server.company(), action)
        let answers: RawAnswer[] = []
        const ofTwenty = await rowsLeftBy(scene, action, async (input) => {
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

      it('is free again after 72 hours', async () => {
        const { scene, key } = await begin(action)
        await first(scene, action, key)
        const { rows } = await server.db.query<{ hours: number }>(
          `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from idempotency_records where org_id = $1 and right(key, length($2)) = $2`,
          [scene.company.id, key],
        )
        expect(rows).to.deep.equal([{ hours: 72 }])
        await server.db.query(
          `update idempotency_records set expires_at = now() - interval '1 second' where org_id = $1 and right(key, length($2)) = $2`,
          [scene.company.id, key],
        )
        await first(scene, action, key)
      })

      it('has 1 to 255 printable ASCII characters; a dry run says so, too, and the contract', async () => {
        const { pattern, maxLength } = keySchema
        const fits = (key: string) => new RegExp(pattern).test(key) && key.length <= maxLength
        const { scene, input } = await begin(action)
        const before = await readContents(server.db, scene.company)
        for (const bad of ['', '""', '" "', 'a\tb', 'caf\u00e9', 'x'.repeat(256), `"${'x'.repeat(256)}"`]) {
          expect(fits(bad), JSON.stringify(bad)).to.equal(false)
          for (const query of ['', '?dry_run=true']) {
            const answer = await call(scene.client, action, input, bad, query)
            expect(
              [answer.status, answer.body.error?.code],
              `${JSON.stringify(bad)}: ${answer.text}`,
            ).to.deep.equal([400, 'validation_failed'])
          }
        }
        await expectUnchanged(server.db, before, 'a call with a bad key', scene.company)
        for (const good of ['x'.repeat(255), '"', '"a', 'a"', '"""', '" a"', 'a b', '~']) {
          expect(fits(good), good).to.equal(true)
          const dry = await call(scene.client, action, input, good, '?dry_run=true')
          expect([dry.status, dry.headers.get('dry-run')], `${good}: ${dry.text}`).to.deep.equal([
            200,
            'true',
          ])
        }
        await first(scene, action, 'x'.repeat(255), input)
      })

      it('is not needed', async () => {
        const { scene, input } = await begin(action)
        const { status, text } = await scene.client.post(action.path, input)
        expect(status, text).to.equal(200)
      })
    })

  /** The first action of each sort for which keys work differently; one that API keys may call, to compare with. */
  function oneOfEachSort(): Map<ActionEntry, string[]> {
    const sorts: Record<string, (action: ActionEntry) => boolean> = {
      'a write that is replayed': ({ operation }) =>
        operation['x-class'] === 'write' && operation['x-retry'] === 'replay',
      'a write whose answer is not stored': ({ operation }) => operation['x-retry'] === 'no-store',
      'a destructive action': ({ operation }) => operation['x-class'] === 'destructive',
      'a write that needs no input': (action) => (inputSchema(action).required ?? []).length === 0,
      'a write that names records': (action) =>
        action.operation['x-class'] === 'write' && idFields(action).length > 0,
    }
    const found = new Map<ActionEntry, string[]>()
    for (const [sort, fits] of Object.entries(sorts)) {
      const action = writes.find((one) => fits(one) && one.operation['x-access']?.web_only !== true)
      if (action) found.set(action, [...(found.get(action) ?? []), sort])
    }
    return found
  }

  /** A new company with a caller who may call the action, a key and an input. */
  async function begin(action: ActionEntry): Promise<{ scene: Scene; key: string; input: Input }> {
    const scene = await enterFor(server, await server.company(), action)
    return { scene, key: unique('key'), input: await makeInput(scene, action) }
  }

  function call(
    client: TestClient,
    action: ActionEntry,
    input: Input,
    key: string,
    query = '',
  ): Promise<RawAnswer> {
    return client.post(action.path + query, input, { 'Idempotency-Key': key })
  }

  /** A call that must be the first with its key. */
  async function first(scene: Scene, action: ActionEntry, key: string, input?: Input): Promise<RawAnswer> {
    const answer = await call(scene.client, action, input ?? (await makeInput(scene, action)), key)
    if (answer.status !== 200) throw new Error(howToFix(action, answer))
    expect(answer.headers.get('idempotent-replayed')).to.equal(null)
    return answer
  }

  /** Expects the answer to a later use with the same body: the first answer again, or where to find what it did. */
  function expectSecond(action: ActionEntry, second: RawAnswer, original: RawAnswer): void {
    if (action.operation['x-retry'] === 'replay') {
      expect([second.status, second.headers.get('idempotent-replayed')], second.text).to.deep.equal([
        200,
        'true',
      ])
      expect(second.text).to.equal(original.text)
    } else {
      expectConflict(second, 'idempotency_key_used')
      expect(second.body.error).to.have.property('activity_id')
    }
  }

  function expectConflict(answer: RawAnswer, code: string): void {
    const { error } = answer.body
    expect([answer.status, error?.code, error?.details?.[0].code], answer.text).to.deep.equal([
      409,
      'conflict',
      code,
    ])
    expect(error.details).to.have.length(1)
    expect(error.details[0].path).to.equal('Idempotency-Key')
    expect(answer.headers.get('idempotent-replayed')).to.equal(null)
  }

  /** A call of its own, which may find what the first one has done, and is told nothing of its key. */
  function expectFresh({ body, headers, text }: RawAnswer): void {
    expect(headers.get('idempotent-replayed'), text).to.equal(null)
    const codes = (body.error?.details ?? []).map(({ code }: { code: string }) => code)
    expect(
      codes.filter((code: string) => code.startsWith('idempotency_key')),
      text,
    ).to.deep.equal([])
  }

  /** Another call learns that the key is not its own, and nothing about the record of the first call. */
  function expectAnotherCall(answer: RawAnswer): void {
    expectConflict(answer, 'idempotency_key_of_another_call')
    expect(answer.body.error.details[0]).to.have.all.keys('path', 'code', 'message', 'params')
  }

  function expectSecondOrBusy(action: ActionEntry, answer: RawAnswer, original: RawAnswer): void {
    if (answer.status !== 409) return expectSecond(action, answer, original)
    const busy = answer.headers.has('retry-after')
    if (!busy && action.operation['x-retry'] === 'no-store') return expectSecond(action, answer, original)
    expectConflict(answer, 'idempotency_key_busy')
    expect(busy, answer.text).to.equal(true)
  }

  /** Expects that activity entry and record in a no-store conflict are those of the first call. */
  async function expectActivity(scene: Scene, action: ActionEntry, { body }: RawAnswer): Promise<void> {
    // A call that did many things is about no single record.
    const [{ record_type = null, record_id = null }] = body.error.details
    const { rows } = await server.db.query(
      `select action, membership_id, subject_type, subject_id from activity where org_id = $1 and id = $2`,
      [scene.company.id, body.error.activity_id],
    )
    const name = action.path.replace('/v1/', '').replace('/', '.')
    expect(rows, 'activity_id names no entry of the first call').to.deep.equal([
      {
        action: name,
        membership_id: scene.member.membershipId,
        subject_type: record_type,
        subject_id: record_id,
      },
    ])
  }

  /** Table → how many rows of the company were added. */
  async function rowsLeftBy(
    scene: Scene,
    action: ActionEntry,
    work: (input: Input) => Promise<unknown>,
  ): Promise<Record<string, number>> {
    const input = await makeInput(scene, action)
    const count = async () =>
      Object.entries(await readContents(server.db, scene.company)).map(
        ([table, digest]) => [table, parseInt(digest, 10)] as const,
      )
    const before = Object.fromEntries(await count())
    await work(input)
    return Object.fromEntries((await count()).map(([table, rows]) => [table, rows - (before[table] ?? 0)]))
  }

  it('answers a second use whose record was deleted, and refuses a first use', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    const web = await company.web(member)
    const { id } = await web.call('platform_api_keys_create', { name: 'Spare', audience: 'manage' })
    const key = await company.key(member, 'manage')
    const own = { 'Idempotency-Key': unique('key') }
    const revoke = (headers: Record<string, string>) =>
      key.post('/v1/platform/api_keys.revoke', { id }, headers)
    const original = await revoke(own)
    expect(original.status, original.text).to.equal(200)
    await server.db.query('delete from api_keys where org_id = $1 and id = $2', [company.id, id])
    const second = await revoke(own)
    expect([second.status, second.text]).to.deep.equal([200, original.text])
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    const fresh = await revoke({ 'Idempotency-Key': unique('key') })
    expect([fresh.status, fresh.body.error.details[0].path]).to.deep.equal([404, 'id'])
  })

  it('does not repeat the answer to a manage key to a me key of the same member', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const [manage, me] = [await company.key(member, 'manage'), await company.key(member, 'me')]
    const own = { 'Idempotency-Key': unique('key') }
    const input = { scope: 'own', language: 'de' }
    const answer = await manage.post('/v1/platform/language.set', input, own)
    expect(answer.status, answer.text).to.equal(200)
    expectAnotherCall(await me.post('/v1/platform/language.set', input, own))
  })

  it('tells HR, who may not read the log, whom the first call hired', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const input = {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Analyst',
      start_date: '2026-01-01',
    }
    const own = { 'Idempotency-Key': unique('key') }
    const { body } = await hr.post('/v1/org/people.hire', input, own)
    const { person } = body.data as { person: { id: string } }
    const again = await hr.post('/v1/org/people.hire', input, own)
    expectConflict(again, 'idempotency_key_used')
    expect(again.body.error.details[0]).to.include({ record_type: 'person', record_id: person.id })
    expect(await hr.call('org_people_get', { person_id: person.id })).to.include({ name: 'Ada Lovelace' })
    await refused(hr.call('platform_activity_list', { id: again.body.error.activity_id }), 'forbidden')
    expectAnotherCall(await hr.post('/v1/org/people.hire', { ...input, title: 'Countess' }, own))
  })

  it('tells those who may read the log how to find there what the first call did', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const input = {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Analyst',
      start_date: '2026-01-01',
    }
    const own = { 'Idempotency-Key': unique('key') }
    await owner.post('/v1/org/people.hire', input, own)
    const { error } = (await owner.post('/v1/org/people.hire', input, own)).body
    expect(error.message).to.equal(
      `This Idempotency-Key was used before, and results of org/people.hire are never stored. platform/activity.list with id ${error.activity_id} tells what it did.`,
    )
    const { items } = await owner.call('platform_activity_list', { id: error.activity_id! })
    expect(items.map(({ action }) => action)).to.deep.equal(['org.people.hire'])
  })

  it('names the argument of the tool when an assistant used a key twice', async () => {
    const hr = await (await server.company()).as('hr')
    const input = {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Analyst',
      start_date: '2026-01-01',
      idempotency_key: unique('key'),
    }
    const hire = () =>
      hr.post('/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'org_people_hire', arguments: input },
      })
    await hire()
    const again = await hire()
    const { content } = again.body.result
    const { error } = answerOf(again.body.result)
    const [{ record_id }] = error.details
    expect(content[0].text.split('\n')).to.deep.equal([
      `conflict: This idempotency_key was used before, and results of org_people_hire are never stored. Read the record that record_id names. An owner or admin finds what it did in the activity log, as ${error.activity_id}.`,
      `- idempotency_key (idempotency_key_used): The call with this key has been done. record_type: person record_id: ${record_id}`,
      `activity_id: ${error.activity_id}`,
      `request_id: ${error.request_id}`,
    ])
    expect(error.details[0]).to.include({
      path: 'idempotency_key',
      code: 'idempotency_key_used',
      record_type: 'person',
    })
  })

  it('holds no lock while it waits for the first call with its key, so that the two never wait for each other', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const own = { 'Idempotency-Key': unique('key') }
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from units where org_id = $1 for update', [company.id])
      const one = hr.post('/v1/org/units.create', { name: 'First', kind: 'team' }, own)
      await untilBlocked(server.db, one)
      const location = { location_id: company.location, name: 'Second' }
      const two = hr.post('/v1/org/locations.update', location, own)
      await untilBlocked(server.db, two, 2)
      await server.db.query('select 1 from locations where org_id = $1 and id = $2 for update nowait', [
        company.id,
        company.location,
      ])
      await other.query('rollback')
      expect((await one).status).to.equal(200)
      expectAnotherCall(await two)
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  it('is busy, and the call may be tried again in a second, while the first call with it takes too long', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const hr = await company.key(member)
    const key = unique('key')
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query(
        `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, expires_at)
         values ($1, $2, $3, '', '', now() + interval '1 hour')`,
        [company.id, member.membershipId, `key ${key}`],
      )
      const create = () =>
        hr.post('/v1/org/units.create', { name: 'Busy', kind: 'team' }, { 'Idempotency-Key': key })
      const answer = await create()
      expectConflict(answer, 'idempotency_key_busy')
      expect(answer.headers.get('retry-after')).to.equal('1')
      await other.query('rollback')
      expect((await create()).status, 'the first call has left nothing').to.equal(200)
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  it('says that the first call changed nothing where its answer is not stored and it has no line in the log', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const lead = { unit_id: company.root, person_id: (await company.person()).id }
    const set = (own?: Record<string, string>) => hr.post('/v1/org/units.set_head', lead, own)
    expect((await set()).status).to.equal(200)
    const own = { 'Idempotency-Key': unique('key') }
    expect((await set(own)).status, 'the same lead again').to.equal(200)
    const again = await set(own)
    expectConflict(again, 'idempotency_key_used')
    expect(again.body.error.activity_id).to.equal(null)
    expect(again.body.error.message).to.match(
      /never stored\. It changed nothing\. Read the record, or use a new key/,
    )
    expect(again.text).to.not.include('as null')
  })

  /** Changes all names, so that an answer that is calculated again differs from the first one. */
  async function changeEverything({ id }: Company): Promise<void> {
    for (const table of ['units', 'locations', 'legal_entities', 'organizations', 'api_keys'])
      await server.db.query(`update ${table} set name = name || '~' where org_id = $1`, [id])
  }

  /** An input that is refused: by the handler if the input has an id, else by validation. */
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

  /**
   * Removes what the caller needs for the action: the role, or, if every role may call it, the organization is paused.
   */
  async function demote({ member, company }: Scene, action: ActionEntry): Promise<void> {
    const column = columns.find((one) => mayCall(action, one)) as Column
    const role = (['viewer', 'member'] as const).find((one) => !mayCall(action, { ...column, role: one }))
    if (role)
      await server.db.query(`update memberships set role = $3 where org_id = $1 and id = $2`, [
        company.id,
        member.membershipId,
        role,
      ])
    else
      // Owners and admins may call some actions even then.
      await server.db.query(
        `with demoted as (update memberships set role = 'viewer' where org_id = $1 and id = $2 and role <> 'member')
         update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id, member.membershipId],
      )
  }
})
