import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { withOrganization } from '../../src/db/transaction.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { CallerChanged, freshMs, requireStanding } from '../../src/pipeline/standing.ts'
import type { TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { answerOf, McpClient } from '../support/mcp.ts'
import { connectedApp } from '../support/oauth.ts'
import { untilBlocked } from '../support/race.ts'
import { unique, useServer } from '../support/server.ts'
import { open, readAll, readAnswers } from '../support/socket.ts'

/** A look-up of a credential is no longer good after this time. */
const lookUpIsOldMs = 3 * freshMs

const tool = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

describe('what a caller may do, when they do it', () => {
  const server = useServer()

  const units = async (company: Company) =>
    (await server.db.query<{ name: string }>('select name from units where org_id = $1', [company.id])).rows
      .length

  /** Makes a call while the row or table is locked, changes what the caller may do, and lets the call go on. */
  async function meanwhile<T>(
    lock: string,
    call: () => Promise<T>,
    change: () => Promise<unknown>,
  ): Promise<T> {
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query(lock)
      const made = call()
      await untilBlocked(server.db, made)
      await change()
      await blocker.query('rollback')
      return await made
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  }

  const update = (table: string, what: string, { id: org }: Company, membershipId: string) =>
    server.db.query(
      `update ${table} set ${what} where org_id = $1 and ${table === 'memberships' ? 'id' : 'membership_id'} = $2`,
      [org, membershipId],
    )

  /** A new member of HR, and their call that creates a unit, which waits for the lock of the root. */
  async function create(
    kind: 'key' | 'web' | 'app',
    change: (company: Company, member: Member) => Promise<unknown>,
  ) {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const client = kind === 'web' ? await company.web(member) : await company.key(member)
    const input = { name: unique('Unit'), kind: 'team' }
    const lock = `select 1 from units where org_id = '${company.id}' and parent_id is null for update`
    const send = async () => {
      if (kind !== 'app') return (await client.post('/v1/org/units.create', input)).body
      const app = await connectedApp(server, company, member)
      return (await new McpClient(app.client).call('org_units_create', input)).answer
    }
    const answer = await meanwhile(lock, send, () => change(company, member))
    return { answer, created: (await units(company)) - 1 }
  }

  const ways: Record<
    string,
    ['key' | 'web' | 'app', string, (company: Company, member: Member) => Promise<unknown>]
  > = {
    'an API key that was revoked': [
      'key',
      'unauthenticated',
      (company, { membershipId }) => update('api_keys', 'revoked_at = now()', company, membershipId),
    ],
    'a session that has ended': [
      'web',
      'unauthenticated',
      (company, { membershipId }) => update('sessions', 'ended_at = now()', company, membershipId),
    ],
    'an app that was disconnected': [
      'app',
      'unauthenticated',
      (company, { membershipId }) => update('oauth_connections', 'revoked_at = now()', company, membershipId),
    ],
    'a member who was disabled': [
      'key',
      'unauthenticated',
      (company, { membershipId }) => update('memberships', `status = 'disabled'`, company, membershipId),
    ],
    'a member who was demoted': [
      'key',
      'forbidden',
      (company, { membershipId }) => update('memberships', `role = 'viewer'`, company, membershipId),
    ],
    'a paused organization': [
      'key',
      'forbidden',
      ({ id }) =>
        server.db.query(
          `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
          [id],
        ),
    ],
  }
  for (const [who, [kind, code, change]] of Object.entries(ways))
    it(`keeps no write of ${who} while the call waited`, async () => {
      const { answer, created } = await create(kind, change)
      expect(answer.error?.code).to.equal(code)
      expect(created).to.equal(0)
    })

  it('keeps a write of who got another role that allows it, too', async () => {
    const { answer, created } = await create('key', (company, { membershipId }) =>
      update('memberships', `role = 'admin'`, company, membershipId),
    )
    expect(answer.error).to.equal(undefined)
    expect(created).to.equal(1)
  })

  it('asks for what a caller may do by now: no more than the key or the app is for', async () => {
    const company = await server.company()
    const { membershipId, personId } = await company.member('hr', { person: true })
    await company.key({ membershipId } as Member, 'me')
    const { id: app } = await connectedApp(server, company, { membershipId }, { audience: 'me' })
    const { rows } = await server.db.query('select id from api_keys where org_id = $1', [company.id])
    const now = { role: 'hr', personId, audiences: ['me'] }
    for (const credential of [
      { kind: 'key', id: rows[0].id as string },
      { kind: 'app', id: app },
    ])
      for (const before of [{ role: 'admin' }, { personId: null }, { organization: { status: 'paused' } }]) {
        const active = { audiences: ['manage'], organization: { status: 'active' } }
        const caller = { credential, membershipId, ...now, ...active, ...before }
        const error = await withOrganization(
          server.running.runtime.pool,
          company.id,
          { mode: 'read' },
          (db) => requireStanding(db, caller as Caller),
        ).catch((error: unknown) => error)
        expect(error, JSON.stringify(before)).to.be.instanceOf(CallerChanged)
        expect((error as CallerChanged).caller, credential.kind).to.deep.include(now)
      }
  })

  it('repeats no answer to a key that was revoked while the retry waited', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const client = await company.key(hr)
    const unit_id = await company.unit()
    const rename = () =>
      client.post('/v1/org/units.update', { unit_id, name: 'Renamed' }, { 'Idempotency-Key': 'rename' })
    expect((await rename()).status).to.equal(200)
    const again = await rename()
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true'])
    const retried = await meanwhile(
      `select 1 from units where org_id = '${company.id}' and parent_id is null for update`,
      rename,
      () => update('api_keys', 'revoked_at = now()', company, hr.membershipId),
    )
    expect(retried.status).to.equal(401)
  })

  it('looks a credential up again for each call of a batch', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const mcp = new McpClient(await company.key(hr))
    const batch = [
      tool(1, 'org_units_list'),
      tool(2, 'org_units_list'),
      tool(3, 'platform_whoami'),
      tool(4, 'org_units_create', { name: 'Late', kind: 'team' }),
    ]
    const { body } = await meanwhile(
      'lock table units in access exclusive mode',
      () => mcp.send(batch),
      () => update('api_keys', 'revoked_at = now()', company, hr.membershipId),
    )
    const codes = body.map(({ result }: any) => answerOf(result).error?.code)
    // The first one had been let in before.
    expect(codes).to.deep.equal([undefined, 'unauthenticated', 'unauthenticated', 'unauthenticated'])
    expect(await units(company)).to.equal(1)
  })

  it('gives the calls of a batch the role of their moment', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const mcp = new McpClient(await company.key(hr))
    const { body } = await meanwhile(
      'lock table units in access exclusive mode',
      () =>
        mcp.send([tool(1, 'org_units_list'), tool(2, 'platform_whoami'), tool(3, 'platform_members_list')]),
      () => update('memberships', `role = 'viewer'`, company, hr.membershipId),
    )
    const [, whoami, members] = body.map(({ result }: any) => answerOf(result))
    expect(whoami.data.roles).to.deep.equal(['viewer'])
    expect(members.error.code).to.equal('forbidden')
  })

  const turnsOf = (client: TestClient) => [1, 2].map(() => client.post('/v1/org/units.list', {}))

  for (const [how, what, status] of [
    ['disabled', `status = 'disabled'`, 401],
    ['demoted', `role = 'viewer'`, 403],
  ] as const)
    it(`refuses a read that waited for its turn until its member was ${how}`, async () => {
      const company = await server.company()
      const hr = await company.member('hr', { person: true })
      const client = await company.key(hr)
      const { turns } = server.running.runtime
      const [late, started] = await meanwhile(
        'lock table units in access exclusive mode',
        async () => {
          const started = turnsOf(client)
          await untilBlocked(server.db, Promise.all(started), 2)
          const late = client.post('/v1/platform/members.list', {})
          return Promise.all([late, Promise.all(started)])
        },
        async () => {
          while (turns.waiting === 0) await new Promise(setImmediate)
          await update('memberships', what, company, hr.membershipId)
          await sleep(lookUpIsOldMs)
        },
      )
      expect(started.map((answer) => answer.status)).to.deep.equal([200, 200])
      expect(late.status).to.equal(status)
    })

  it('refuses a read whose body came slowly, until its key was revoked', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const { credential } = await company.key(hr)
    const socket = open(server)
    const answered = readAll(socket)
    const secret = credential.kind === 'key' ? credential.secret : ''
    socket.write(
      `POST /v1/org/units.list HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nConnection: close\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    const counted = async () =>
      (await server.db.query('select 1 from rate_windows where org_id = $1', [company.id])).rows.length > 0
    while (!(await counted())) await new Promise(setImmediate)
    await update('api_keys', 'revoked_at = now()', company, hr.membershipId)
    await sleep(lookUpIsOldMs)
    socket.write('}')
    expect(readAnswers(await answered)[0]).to.deep.include({ status: 401 })
  })

  it('lets a key revoke itself, an app disconnect itself, and an owner step down', async () => {
    const company = await server.company()
    const owner = await company.member('owner', { person: true })
    const key = await company.key(owner)
    const { id: app, client } = await connectedApp(server, company, owner)
    const gone = await new McpClient(client).call('platform_connections_revoke', { id: app })
    expect(gone.answer.data).to.deep.equal({ id: app, revoked: true })
    const [own] = await key.call('platform_api_keys_list', {})
    expect(await key.call('platform_api_keys_revoke', { id: own!.id })).to.include({ revoked: true })
    const web = await company.web(owner)
    const stepped = await web.call('platform_members_set_role', {
      membership_id: owner.membershipId,
      role: 'viewer',
    })
    expect(stepped.roles).to.deep.equal(['viewer'])
  })

  it('lets two members who disable each other not wait for each other: one of them does it', async () => {
    const company = await server.company()
    const admins = await Promise.all([1, 2].map(() => company.member('admin', { person: true })))
    const clients = await Promise.all(admins.map((admin) => company.key(admin)))
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.post('/v1/platform/members.disable', { membership_id: admins[1 - index]!.membershipId }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 401])
  })
})
