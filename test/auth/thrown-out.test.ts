import { expect } from 'chai'
import { givePassword } from '../support/approvals.ts'
import { browserOf, loginOf, newAddress, signIn, type SignInInput } from '../support/browser.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { inviteOf, postAuth } from '../support/invites.ts'
import { hiddenField, MemberBrowser, RawApp } from '../support/oauth.ts'
import { resetLink } from '../support/page-visits.ts'
import { accountAt, startProvider } from '../support/provider.ts'
import { interrupted, untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { linkAccount } from '../support/sign-in.ts'
import { Visitor } from '../support/visitor.ts'

const google = await startProvider('google')
after(() => google.stop())

const good = 'purple bicycle under water'
const ours = { 'Sec-Fetch-Site': 'same-origin' }

describe('whoever is thrown out', () => {
  const server = useServer({ ...google.settings, TRUST_PROXY: 'true' })
  before(() => google.open(server.baseUrl))

  const ownerOf = async ({ id, owner }: Company): Promise<Member> => {
    const { rows } = await server.db.query(
      `select m.id as "membershipId", u.id as "userId", null as "personId", 'owner' as role
         from memberships m join users u on u.org_id = $1 and u.id = m.user_id
        where m.org_id = $1 and u.email = $2`,
      [id, owner.email],
    )
    return rows[0]
  }
  const liveSessions = async ({ membershipId }: Pick<Member, 'membershipId'>): Promise<number> => {
    const { rowCount } = await server.db.query(
      'select 1 from sessions where membership_id = $1 and ended_at is null',
      [membershipId],
    )
    return rowCount!
  }
  const change = (client: TestClient, current_password: string, password = good) =>
    client.post('/v1/platform/password.change', { current_password, password })
  const reset = async (company: Company) => {
    const token = (await resetLink(server, company)).split('/').at(-1)!
    return postAuth(server, 'password_reset', { organization: company.slug, token, password: good })
  }
  /** Another owner, who disables a member and lets them in again. */
  const shutterOf = async (company: Company) => {
    const other = await company.member('owner')
    await givePassword(server, other)
    const web = await company.web(other)
    return async ({ membershipId }: Pick<Member, 'membershipId'>) => {
      await web.call('platform_members_disable', { membership_id: membershipId })
      await web.call('platform_members_enable', { membership_id: membershipId })
    }
  }

  /**
   * Does something after a browser has proven who signs in, and before its session starts: what is held up in between is
   * the end of the session that the browser had, at another company.
   *
   * @param begin gets the secret of that session
   */
  const betweenProofAndSession = async <T>(
    begin: (previous: string) => Promise<T>,
    meanwhile: () => Promise<unknown>,
  ): Promise<T> => {
    const elsewhere = await server.company()
    const { credential } = await elsewhere.as('owner', 'web')
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from sessions where org_id = $1 for update', [elsewhere.id])
      const begun = begin((credential as { secret: string }).secret)
      begun.catch(() => undefined)
      await untilBlocked(server.db, begun)
      await meanwhile()
      await blocker.query('rollback')
      return await begun
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  }
  const signInInstead = (login: SignInInput) => (previous: string) =>
    server.anonymous().post('/auth/sign_in', login, {
      Origin: server.baseUrl,
      'X-Forwarded-For': newAddress(),
      Cookie: `rollcall=${previous}`,
    })

  /** What the victim does, and how many sessions are left to them. */
  const ways: Record<
    string,
    { act: (company: Company) => Promise<() => Promise<RawAnswer | void>>; left: number }
  > = {
    'the password is changed': {
      async act(company) {
        const victim = browserOf(server, await signIn(server, loginOf(company)))
        return () => change(victim, company.owner.password)
      },
      left: 1,
    },
    'the password is set by a link': { act: async (company) => () => reset(company), left: 0 },
    'the member is disabled and enabled': {
      async act(company) {
        const [shutOut, member] = [await shutterOf(company), await ownerOf(company)]
        return () => shutOut(member)
      },
      left: 0,
    },
  }

  for (const [what, { act, left }] of Object.entries(ways)) {
    it(`starts no session after ${what}, with a sign-in that had begun before`, async () => {
      const company = await server.company()
      const victim = await act(company)
      const answer = await betweenProofAndSession(signInInstead(loginOf(company)), async () => {
        const done = await victim()
        if (done) expect(done.status, done.text).to.equal(200)
      })
      expect([answer.status, answer.body.error?.code]).to.deep.equal([401, 'unauthenticated'])
      expect(await liveSessions(await ownerOf(company))).to.equal(left)
    })

    it(`has no session after ${what}, if it starts at that moment`, async () => {
      const company = await server.company()
      const victim = await act(company)
      const login = loginOf(company)
      const { first, second } = await interrupted(
        server.db,
        'credential_lookups',
        () => signIn(server, login),
        victim,
      )
      expect((await first).status).to.equal(200)
      await second
      expect(await liveSessions(await ownerOf(company))).to.equal(left)
    })
  }

  it('starts no session with a method that was turned off meanwhile, nor after a pause, but for owners and admins', async () => {
    const email = 'hr@company.example'
    const paused = `status = 'paused', pause_reason = 'unpaid', paused_since = now()`
    for (const [who, change, status, code] of [
      ['owner', 'sign_in_password = false', 403, 'forbidden'],
      ['hr', paused, 403, 'forbidden'],
      ['owner', paused, 200, undefined],
    ] as const) {
      const company = await server.company()
      const { userId } = await company.member('hr')
      await server.db.query(
        `update users set email = $3, email_key = $3,
                password_hash = (select password_hash from users where org_id = $1 and password_hash is not null)
          where org_id = $1 and id = $2`,
        [company.id, userId, email],
      )
      const login = { ...loginOf(company), ...(who === 'hr' && { email }) }
      const answer = await betweenProofAndSession(signInInstead(login), () =>
        server.db.query(`update organizations set ${change} where org_id = $1`, [company.id]),
      )
      expect([answer.status, answer.body.error?.code], `${who}, ${change}`).to.deep.equal([status, code])
      const { rowCount } = await server.db.query('select 1 from sessions where org_id = $1', [company.id])
      expect(rowCount, `${who}, ${change}`).to.equal(status === 200 ? 1 : 0)
    }
  })

  it('starts no session with an account that was unlinked meanwhile, or whose member was disabled', async () => {
    for (const how of ['unlinked', 'disabled']) {
      const company = await server.company()
      const member = await ownerOf(company)
      google.account = accountAt.google()
      await linkAccount(server, company, member, 'google', google.account.sub)
      const [victim, shutOut] = [await company.web(member), await shutterOf(company)]
      const visitor = new Visitor(server)
      const back = await visitor.atProvider(`/auth/google?organization=${company.slug}`)
      const { location } = await betweenProofAndSession(
        (previous) => {
          visitor.cookies().set('rollcall', previous)
          return visitor.open(back)
        },
        () =>
          how === 'unlinked'
            ? victim.post('/v1/platform/sign_in_methods.unlink', { provider: 'google' })
            : shutOut(member),
      )
      expect(location!.search, how).to.equal('?problem=login_changed')
      expect(await liveSessions(member), how).to.equal(how === 'unlinked' ? 1 : 0)
    }
  })

  it('starts no session with an invite, if the new member is disabled at that moment', async () => {
    const company = await server.company()
    const { id: personId } = await company.person()
    const { token } = await inviteOf(await company.as('owner', 'web'), personId)
    const link = { organization: company.slug, token, password: good }
    const shutOut = await shutterOf(company)
    const memberOf = async () => {
      const { rows } = await server.db.query('select id from memberships where person_id = $1', [personId])
      return { membershipId: rows[0].id as string }
    }
    const answer = await betweenProofAndSession(
      (previous) =>
        server.anonymous().post('/auth/invite_accept', link, {
          Origin: server.baseUrl,
          Cookie: `rollcall=${previous}`,
        }),
      async () => shutOut(await memberOf()),
    )
    expect([answer.status, answer.body.error?.code]).to.deep.equal([401, 'unauthenticated'])
    expect(await liveSessions(await memberOf())).to.equal(0)
  })

  describe('by ending the session', () => {
    /** Makes a call of a session that is let in, and ends the session before the call goes on. */
    const endedMeanwhile = async <T>(
      { id }: Company,
      { membershipId }: Member,
      call: () => Promise<T>,
    ): Promise<T> => {
      const blocker = await server.db.connect()
      try {
        await blocker.query('begin')
        await blocker.query('select 1 from memberships where org_id = $1 and id = $2 for no key update', [
          id,
          membershipId,
        ])
        const begun = call()
        begun.catch(() => undefined)
        await untilBlocked(server.db, begun)
        await blocker.query('update sessions set ended_at = now() where membership_id = $1', [membershipId])
        await blocker.query('commit')
        return await begun
      } finally {
        await blocker.query('rollback')
        blocker.release()
      }
    }
    const intruderOf = async () => {
      const company = await server.company()
      const member = await ownerOf(company)
      await linkAccount(server, company, member, 'google')
      return { company, member, intruder: await company.web(member) }
    }

    it('changes no password, unlinks nothing, ends no session of others and revokes no key', async () => {
      const { company, member, intruder } = await intruderOf()
      const calls = {
        'a password': () => change(intruder, company.owner.password),
        'an account': () => intruder.post('/v1/platform/sign_in_methods.unlink', { provider: 'google' }),
        sessions: () => intruder.post('/v1/platform/sessions.end', { others: true }),
        keys: () => intruder.post('/v1/platform/access.revoke', { since: '2026-01-01' }),
      }
      for (const [what, call] of Object.entries(calls)) {
        await server.db.query('update sessions set ended_at = null where membership_id = $1', [
          member.membershipId,
        ])
        const { status, body } = await endedMeanwhile(company, member, call)
        expect([status, body.error?.message], what).to.deep.equal([
          401,
          'Your session has ended. Sign in again.',
        ])
      }
      expect((await signIn(server, loginOf(company))).status).to.equal(200)
      const { rows } = await server.db.query('select account from identities where org_id = $1', [company.id])
      expect(rows[0].account).not.to.equal(null)
    })

    it('links no account', async () => {
      const company = await server.company()
      const member = await ownerOf(company)
      google.account = accountAt.google()
      const visitor = new Visitor(server)
      const { credential } = await company.web(member)
      visitor.cookies().set('rollcall', (credential as { secret: string }).secret)
      const back = await visitor.atProvider(`/auth/google?organization=${company.slug}&link=1`, ours)
      const { location } = await endedMeanwhile(company, member, () => visitor.open(back))
      expect(location!.search).to.equal('?problem=sign_in_first')
      const { rowCount } = await server.db.query('select 1 from identities where org_id = $1', [company.id])
      expect(rowCount).to.equal(0)
    })

    it('connects no app', async () => {
      const company = await server.company()
      const member = await ownerOf(company)
      const browser = new MemberBrowser(server, await company.web(member))
      const app = new RawApp(server)
      await app.register()
      const page = await browser.go(app.authorizeUrl())
      const fields = {
        decision: 'approve',
        audience: 'manage',
        membership: hiddenField(page.text, 'membership'),
      }
      const { status, location } = await endedMeanwhile(company, member, () =>
        browser.submit(page.url, fields),
      )
      expect([status, location?.split('?')[0]]).to.deep.equal([303, '/sign_in'])
      const { rowCount } = await server.db.query('select 1 from oauth_connections where org_id = $1', [
        company.id,
      ])
      expect(rowCount).to.equal(0)
    })

    it('is sent to the sign-in by the pages of the account', async () => {
      const { company, member, intruder } = await intruderOf()
      const browser = new MemberBrowser(server, intruder)
      const { status, location } = await endedMeanwhile(company, member, () =>
        browser.submit(`${server.baseUrl}/${company.slug}/account/unlink`, { provider: 'google' }),
      )
      expect([status, location]).to.deep.equal([
        303,
        `/${company.slug}?return_to=${encodeURIComponent(`/${company.slug}/account`)}`,
      ])
    })
  })
})
