import { expect } from 'chai'
import { audiencesOf } from '../../src/access/roles.ts'
import type { Audience, Caller, Role } from '../../src/domain/caller.ts'
import { ApiError } from '../../src/errors.ts'
import { actions, type Action } from '../../src/generated/actions.ts'
import { permit } from '../../src/pipeline/permit.ts'
import { useServer } from '../support/server.ts'

const roles: Role[] = ['owner', 'admin', 'hr', 'viewer', 'member']
type Kind = Audience | 'web'
const kinds: Kind[] = ['manage', 'me', 'web']

interface Facts {
  role: Role
  linked: boolean
  /** An API key of that audience, whether its member has it or not; or a browser session. */
  kind: Kind
}

const everybody: Facts[] = roles.flatMap((role) =>
  [true, false].flatMap((linked) => kinds.map((kind) => ({ role, linked, kind }))),
)

/** Every form of access that an action can have. Those of the contract are among them; a test says so. */
const everyAccess: Action['access'][] = (
  [
    ['any', false],
    ['any', true],
    [null, true],
    [['owner'], false],
    [['owner', 'admin'], false],
    [['owner', 'admin'], true],
    [['owner', 'admin', 'hr'], false],
    [['owner', 'admin', 'hr'], true],
  ] as [Action['access']['manage'], boolean][]
).flatMap(([manage, me]) => [true, false].map((webOnly) => ({ manage, me, webOnly, whilePaused: false })))

function callerOf({ role, linked, kind }: Facts): Caller {
  const personId = linked ? 'person' : null
  const own = audiencesOf(role, personId)
  return {
    credential: { kind: kind === 'web' ? 'web' : 'key', id: 'credential' },

    from: { address: '192.0.2.7', network: '192.0.2.0/24' },
    audiences: kind === 'web' ? own : own.filter((one) => one === kind),
    role,
    personId,
    organization: { status: 'active' },
  } as unknown as Caller
}

/** The refusal's sentence; undefined: the call is permitted. */
function ask(access: Action['access'], facts: Facts): string | undefined {
  try {
    permit({ access } as Action, callerOf(facts))
    return undefined
  } catch (error) {
    expect(error).to.be.instanceOf(ApiError).and.to.include({ code: 'forbidden' })
    return (error as ApiError).message
  }
}

/** What a sentence claims: a pattern, and whether the claim is true. */
type Claim = [RegExp, (access: Action['access'], facts: Facts, match: RegExpExecArray) => boolean]
const may = (access: Action['access'], facts: Facts) => ask(access, facts) === undefined

const claims: Claim[] = [
  [
    /the role ((?:[a-z]+, )*[a-z]+(?: or [a-z]+)?)(?= \()/,
    (access, facts, [, said]) =>
      said!.split(/, | or /).every((role) => may(access, { ...facts, role: role as Role, kind: 'web' })),
  ],
  [/\(yours is (\w+)\)/, (_access, { role }, [, said]) => said === role],
  [/your role, (\w+), manages nothing/, (_access, { role }, [, said]) => said === role && role === 'member'],
  [/linked to no person|\(you are not\)/, (_access, { linked }) => !linked],
  [/Your API key has the audience (\w+)/, (_access, { kind }, [, said]) => said === kind],
  [
    /a role that manages the company/,
    (access, facts) =>
      roles.every((role) => role === 'member' || may(access, { ...facts, role, kind: 'web' })),
  ],
  [
    /a member who is linked to a person/,
    (access, facts) => may(access, { ...facts, linked: true, kind: 'web' }),
  ],
  [/Do it in the web app/, (access, facts) => may(access, { ...facts, kind: 'web' })],
  [/signed in to the web app/, (access, { kind }) => access.webOnly && kind !== 'web'],
  [/API keys and assistants may not/, (access, { kind }) => access.webOnly && kind !== 'web'],
  [
    /an API key of the audience (\w+)(?: or (\w+))?/,
    (access, facts, [, ...said]) =>
      said
        .filter(Boolean)
        .every((kind) => kind !== facts.kind && may(access, { ...facts, kind: kind as Kind })),
  ],
  [/Ask an owner or admin/, (access, facts) => kinds.every((kind) => !may(access, { ...facts, kind }))],
]

/** Sentences without what to do help nobody. */
const advice = /Do it in the web app|which you can create|Ask an owner or admin/

describe('a refusal of an action tells the truth, and what to do', () => {
  const cells = everyAccess.flatMap((access) => everybody.map((facts) => ({ access, facts })))
  const refusals = cells.flatMap(({ access, facts }) => {
    const said = ask(access, facts)
    return said === undefined ? [] : [{ access, facts, said }]
  })

  it('whatever role, person, credential and action meet', () => {
    for (const { access, facts, said } of refusals) {
      const where = `${JSON.stringify(facts)} ${JSON.stringify(access)}: ${said}`
      expect(said, where).to.match(advice)
      for (const [claim, holds] of claims) {
        const match = claim.exec(said)
        if (match) expect(holds(access, facts, match), `${where}\nis wrong: ${match[0]}`).to.equal(true)
      }
    }
  })

  it('with these words only, each of them used', () => {
    const rest = refusals.map(({ said }) => claims.reduce((text, [claim]) => text.replace(claim, '…'), said))
    for (const text of new Set(rest)) expect(text).to.not.match(/audience|role|person|linked|yours/)
    for (const [claim] of claims)
      expect(
        refusals.some(({ said }) => claim.test(said)),
        String(claim),
      ).to.equal(true)
  })

  it('the actions of the contract have no other form of access', () => {
    const form = ({ manage, me, webOnly }: Action['access']) => JSON.stringify({ manage, me, webOnly })
    const known = everyAccess.map(form)
    for (const { id, access } of Object.values(actions as Record<string, Action>))
      expect(known, `${id}: add its x-access above`).to.include(form(access))
  })

  describe('over HTTP', () => {
    const server = useServer()

    it('for the me key of somebody in HR, linked to a person or not', async () => {
      const company = await server.company()
      const linked = await company.key(await company.member('hr', { person: true }), 'me')
      const alone = await company.key(await company.member('hr'), 'me')
      const say = async (client: typeof linked, path: string) =>
        (await client.post(path, { name: 'A', kind: 'team' })).body.error.message as string
      const create = 'which you can create in the web app.'
      expect(await say(linked, '/v1/org/units.create')).to.equal(
        `Your API key has the audience me. This needs an API key of the audience manage, ${create}`,
      )
      expect(await say(alone, '/v1/org/units.create')).to.equal(
        `Your API key has the audience me, but you are linked to no person. This needs an API key of the audience manage, ${create}`,
      )
      expect(await say(linked, '/v1/platform/account.status')).to.equal(
        'This needs the role owner or admin (yours is hr). Ask an owner or admin.',
      )
    })

    it('while the organization is paused, to those who are signed in as owner or admin and to all others', async () => {
      const company = await server.company()
      const [owner, admin] = [await company.as('owner', 'web'), await company.as('admin', 'web')]
      const others = [await company.as('owner'), await company.as('hr', 'web')]
      await server.db.query(
        `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id],
      )
      const why = 'This organization is paused because invoices are unpaid.'
      const message = async (client: typeof owner) =>
        (await client.post('/v1/org/units.list', {})).body.error.message
      for (const client of [owner, admin]) {
        expect(await message(client)).to.equal(
          `${why} Until this is fixed, only org/me.export_data, org/people.export_csv, org/people.export_data, platform/access.revoke, platform/account.status, platform/password.change, platform/sessions.end, platform/sessions.list, platform/sign_in_methods.list, platform/sign_in_methods.unlink, platform/whoami and signing out answer. Contact the operator of this service to fix it.`,
        )
        await client.call('platform_whoami', {})
        await client.call('platform_account_status', {})
      }
      const exempt = Object.values(actions as Record<string, Action>).filter(
        ({ access }) => access.whilePaused,
      )
      expect(exempt.map(({ url }) => url)).to.have.members([
        '/v1/org/me.export_data',
        '/v1/org/people.export_csv',
        '/v1/org/people.export_data',
        '/v1/platform/whoami',
        '/v1/platform/account.status',
        // What defends the own login: whoever found it out must not have to wait for an invoice.
        '/v1/platform/access.revoke',
        '/v1/platform/password.change',
        '/v1/platform/sessions.end',
        '/v1/platform/sessions.list',
        '/v1/platform/sign_in_methods.list',
        '/v1/platform/sign_in_methods.unlink',
      ])
      for (const client of others)
        expect(await message(client)).to.equal(
          `${why} An owner or admin can sign in to the web app to fix it.`,
        )
    })

    it('for the manage key of somebody whose role was taken away', async () => {
      const company = await server.company()
      const member = await company.member('hr', { person: true })
      const key = await company.key(member)
      await server.db.query(`update memberships set role = 'member' where org_id = $1 and id = $2`, [
        company.id,
        member.membershipId,
      ])
      const message = async (path: string, body: object) => (await key.post(path, body)).body.error.message
      expect(await message('/v1/platform/whoami', {})).to.equal(
        'Your API key has the audience manage, but your role, member, manages nothing. This needs an API key of the audience me, which you can create in the web app.',
      )
      expect(await message('/v1/org/units.create', { name: 'A', kind: 'team' })).to.equal(
        'This needs the role owner, admin or hr (yours is member). Ask an owner or admin.',
      )
    })
  })
})
