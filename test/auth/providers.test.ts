import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { givePassword } from '../support/approvals.ts'
import { loginOf, signIn } from '../support/browser.ts'
import type { Company, Member } from '../support/company.ts'
import { loginMails } from '../support/mail.ts'
import { accountAt, startProvider, type TestProvider } from '../support/provider.ts'
import { document } from '../support/contract.ts'
import type { Refusal } from '../support/error-examples.ts'
import { useServer } from '../support/server.ts'
import { linkAccount } from '../support/sign-in.ts'
import { Visitor } from '../support/visitor.ts'

const google = await startProvider('google')
const microsoft = await startProvider('microsoft')
after(() => Promise.all([google.stop(), microsoft.stop()]))

describe('signing in with Google and Microsoft', () => {
  const server = useServer({ ...google.settings, ...microsoft.settings, TRUST_PROXY: 'true' })
  before(() => [google, microsoft].forEach((provider) => provider.open(server.baseUrl)))
  afterEach(() => [google, microsoft].forEach((provider: TestProvider) => (provider.fault = undefined)))

  const emailOf = async ({ userId }: Member) => {
    const { rows } = await server.db.query<{ email: string }>('select email from users where id = $1', [
      userId,
    ])
    return rows[0]!.email
  }
  const setEmail = async ({ userId }: Member, email: string) => {
    await server.db.query('update users set email = $2, email_key = $2 where id = $1', [userId, email])
  }
  /** A member who has a login, and a Google account that Google says nothing of. */
  const linked = async (company: Company) => {
    const member = await company.member('hr', { person: true })
    const account = accountAt.google()
    await linkAccount(server, company, member, 'google', account.sub)
    google.account = account
    return member
  }

  it('takes a slug in capitals, and refuses what can be none as the document says', async () => {
    const company = await server.company()
    const { location } = await new Visitor(server).open(
      `/auth/google?organization=${company.slug.toUpperCase()}`,
    )
    expect(location!.origin).to.equal(new URL(google.settings['GOOGLE_STAND_IN']!).origin)
    const { parameters } = document.paths['/auth/google']!.get!
    const { schema } = (parameters as { name: string; schema: { pattern: string } }[]).find(
      ({ name }) => name === 'organization',
    )!
    for (const wrong of ['a b', '-a', 'a/b', 'ä', '.']) {
      expect(new RegExp(schema.pattern).test(wrong), wrong).to.equal(false)
      const query = new URLSearchParams({ organization: wrong }).toString()
      const { status, body } = await server.anonymous().raw(`/auth/google?${query}`)
      expect([status, (body as { error: Refusal }).error.details![0]!.path]).to.deep.equal([
        400,
        'organization',
      ])
    }
  })

  it('signs in with the linked account, and says so in the log', async () => {
    const company = await server.company()
    const member = await linked(company)
    const visitor = new Visitor(server)
    expect(await visitor.signIn(`/auth/google?organization=${company.slug}`)).to.equal(
      `/${company.slug}/start`,
    )
    const caller = await visitor.client().call('platform_whoami', {})
    expect([caller.user.id, caller.org.id]).to.deep.equal([member.userId, company.id])
    const lines = await activityOf(server, company, 'auth.sign_in')
    expect(lines.map(({ summary, changes, person_id }) => [summary, changes[1], person_id])).to.deep.equal([
      ['Signed in', { field: 'method', before: null, after: 'google' }, member.personId],
    ])
    expect([...visitor.cookies().keys()]).to.deep.equal(['rollcall'])
  })

  it('signs in with Microsoft by directory and object', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const account = accountAt.microsoft()
    const { tid, oid } = account.claims
    await linkAccount(server, company, member, 'microsoft', `${String(tid)}:${String(oid)}`)
    microsoft.account = account
    const visitor = new Visitor(server)
    const path = `/auth/microsoft?organization=${company.slug.toUpperCase()}&return_to=/${company.slug}/x%3Fa=1`
    expect(await visitor.signIn(path)).to.equal(`/${company.slug}/x?a=1`)
    expect((await visitor.client().call('platform_whoami', {})).user.id).to.equal(member.userId)
  })

  it('refuses a token in which the directory is not the one of its issuer', async () => {
    const company = await server.company()
    const member = await company.member('viewer')
    const elsewhere = '11111111-2222-3333-4444-555555555555'
    const account = accountAt.microsoft({ tid: elsewhere })
    await linkAccount(server, company, member, 'microsoft', `${elsewhere}:${String(account.claims['oid'])}`)
    microsoft.account = account
    const visitor = new Visitor(server)
    expect(await visitor.signIn(`/auth/microsoft?organization=${company.slug}`)).to.equal(
      `/${company.slug}?problem=start_again`,
    )
    expect(visitor.session).to.equal(undefined)
  })

  describe('by an e-mail that Google has proven', () => {
    const cases: [string, (email: string) => Record<string, string | boolean>, boolean][] = [
      [
        'of the account’s own company',
        (email) => ({ email, email_verified: true, hd: 'company.example' }),
        true,
      ],
      [
        'in capitals',
        (email) => ({ email: email.toUpperCase(), email_verified: true, hd: 'Company.Example' }),
        true,
      ],
      [
        'but not when it is unverified',
        (email) => ({ email, email_verified: false, hd: 'company.example' }),
        false,
      ],
      ['nor of another company', (email) => ({ email, email_verified: true, hd: 'other.example' }), false],
      [
        'nor of a company whose domain is the end of the address',
        (email) => ({ email, email_verified: true, hd: 'pany.example' }),
        false,
      ],
      ['nor of no company', (email) => ({ email, email_verified: true }), false],
    ]
    for (const [what, claimsOf, admitted] of cases)
      it(what, async () => {
        const company = await server.company()
        const member = await company.member('hr', { person: true })
        await givePassword(server, member)
        google.account = accountAt.google(claimsOf(await emailOf(member)))
        const visitor = new Visitor(server)
        const path = await visitor.signIn(`/auth/google?organization=${company.slug}`)
        expect(path).to.equal(admitted ? `/${company.slug}/start` : `/${company.slug}?problem=not_linked`)
        const lines = await activityOf(server, company, 'auth.identity_link')
        expect(lines).to.have.length(admitted ? 1 : 0)
        if (!admitted) return
        const own = await visitor.client().call('platform_sign_in_methods_list', {})
        expect(own.email_verified).to.equal(true)
        expect(own.methods.map(({ linked }) => linked)).to.deep.equal([true, true, false])
        // From now on by the account, whatever its address.
        google.account = { ...google.account!, claims: {} }
        expect(await new Visitor(server).signIn(`/auth/google?organization=${company.slug}`)).to.equal(path)
      })

    it('of gmail.com', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      await givePassword(server, member)
      const email = `${member.userId}@gmail.com`
      await setEmail(member, email)
      google.account = accountAt.google({ email, email_verified: true })
      const visitor = new Visitor(server)
      expect(await visitor.signIn(`/auth/google?organization=${company.slug}`)).to.equal(
        `/${company.slug}/start`,
      )
    })

    it('but not once the member has unlinked an account there: then only they link one again', async () => {
      const company = await server.company()
      const member = await company.member('hr')
      await givePassword(server, member)
      const account = accountAt.google({
        ...{ email: await emailOf(member), email_verified: true, hd: 'company.example' },
      })
      google.account = account
      const path = `/auth/google?organization=${company.slug}`
      expect(await new Visitor(server).signIn(path)).to.equal(`/${company.slug}/start`)
      const web = await company.web(member)
      await web.call('platform_sign_in_methods_unlink', { provider: 'google' })
      for (const one of [account, accountAt.google(account.claims)]) {
        google.account = one
        const visitor = new Visitor(server)
        expect(await visitor.signIn(path)).to.equal(`/${company.slug}?problem=not_linked`)
        expect(visitor.session).to.equal(undefined)
      }
      google.account = account
      const own = new Visitor(server)
      own.cookies().set('rollcall', secretOf(web))
      expect(await own.signIn(`${path}&link=1`, { 'Sec-Fetch-Site': 'same-origin' })).to.equal(
        `/${company.slug}/account`,
      )
      expect(await new Visitor(server).signIn(path)).to.equal(`/${company.slug}/start`)
    })

    it('but never where the login is only invited, or has another account', async () => {
      const company = await server.company()
      const [invited, other] = [await company.member('hr'), await company.member('hr')]
      await linkAccount(server, company, other, 'google')
      for (const [member, problem] of [
        [invited, 'not_linked'],
        [other, 'other_identity_linked'],
      ] as const) {
        const email = await emailOf(member)
        google.account = accountAt.google({ email, email_verified: true, hd: 'company.example' })
        expect(await new Visitor(server).signIn(`/auth/google?organization=${company.slug}`)).to.equal(
          `/${company.slug}?problem=${problem}`,
        )
      }
    })
  })

  it('ignores what Microsoft says of an e-mail', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    await givePassword(server, member)
    const email = await emailOf(member)
    microsoft.account = accountAt.microsoft({ email, preferred_username: email, email_verified: true })
    const visitor = new Visitor(server)
    expect(await visitor.signIn(`/auth/microsoft?organization=${company.slug}`)).to.equal(
      `/${company.slug}?problem=not_linked`,
    )
  })

  it('is refused where the organization has it off, before and after the provider', async () => {
    const company = await server.company()
    await linked(company)
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(`/auth/google?organization=${company.slug}`)
    await server.db.query('update organizations set sign_in_google = false where org_id = $1', [company.id])
    const refused = `/${company.slug}?problem=method_off`
    expect((await visitor.open(back)).location!.href).to.equal(server.baseUrl + refused)
    const { location } = await visitor.open(`/auth/google?organization=${company.slug}`)
    expect(location!.href).to.equal(server.baseUrl + refused)
    expect(visitor.session).to.equal(undefined)
  })

  it('admits only owners and admins while the organization is paused', async () => {
    const company = await server.company()
    await linked(company)
    const admin = await company.member('admin')
    const account = accountAt.google()
    await linkAccount(server, company, admin, 'google', account.sub)
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    const path = `/auth/google?organization=${company.slug}`
    expect(await new Visitor(server).signIn(path)).to.equal(`/${company.slug}?problem=paused`)
    google.account = account
    expect(await new Visitor(server).signIn(path)).to.equal(`/${company.slug}/start`)
  })

  it('tells when somebody says no there', async () => {
    const company = await server.company()
    google.account = undefined
    const visitor = new Visitor(server)
    const problem = await visitor.signIn(`/auth/google?organization=${company.slug}`)
    expect(problem).to.equal(`/${company.slug}?problem=provider_denied`)
  })

  describe('linking an account', () => {
    const ours = { 'Sec-Fetch-Site': 'same-origin' }

    it('links it with the login that is signed in, once', async () => {
      const company = await server.company()
      const visitor = new Visitor(server)
      const answer = await signIn(server, loginOf(company))
      visitor.cookies().set('rollcall', answer.headers.getSetCookie()[0]!.split(/[=;]/)[1]!)
      google.account = accountAt.google({ email: 'me@elsewhere.example' })
      const path = `/auth/google?organization=${company.slug}&link=1`
      for (let time = 1; time <= 2; time++)
        expect(await visitor.signIn(path, ours)).to.equal(`/${company.slug}/account`)
      expect(await activityOf(server, company, 'auth.identity_link')).to.have.length(1)
      expect(await loginMails(server, company)).to.have.length(1)
      const { methods } = await visitor.client().call('platform_sign_in_methods_list', {})
      const [linked, ...others] = methods.filter(({ email }) => email !== null)
      expect(others).to.deep.equal([])
      expect(linked).to.include({ provider: 'google', linked: true, email: 'me@elsewhere.example' })
      expect(linked!.linked_at).not.to.equal(null)
      expect(await new Visitor(server).signIn(`/auth/google?organization=${company.slug}`)).to.equal(
        `/${company.slug}/start`,
      )
    })

    it('refuses an account of somebody else, and a second one', async () => {
      const company = await server.company()
      await linked(company)
      const member = await company.member('viewer')
      const visitor = new Visitor(server)
      visitor.cookies().set('rollcall', secretOf(await company.web(member)))
      const path = `/auth/google?organization=${company.slug}&link=1`
      expect(await visitor.signIn(path, ours)).to.equal(`/${company.slug}/account?problem=identity_taken`)
      visitor.leaveProviders()
      google.account = accountAt.google()
      expect(await visitor.signIn(path, ours)).to.equal(`/${company.slug}/account`)
      visitor.leaveProviders()
      google.account = accountAt.google()
      expect(await visitor.signIn(path, ours)).to.equal(
        `/${company.slug}/account?problem=other_identity_linked`,
      )
    })

    it('is begun by our own pages only, and ended by who has begun it', async () => {
      const company = await server.company()
      const visitor = new Visitor(server)
      const [one, other] = [await company.member('viewer'), await company.member('viewer')]
      const path = `/auth/google?organization=${company.slug}&link=1`
      const refused = `${server.baseUrl}/${company.slug}/account?problem=sign_in_first`
      google.account = accountAt.google()
      expect((await visitor.open(path, ours)).location!.href).to.equal(refused)
      visitor.cookies().set('rollcall', secretOf(await company.web(one)))
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'none' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Referer: 'https://evil.example/' },
        { Referer: `${server.baseUrl}.evil.example/` },
        {},
      ])
        expect((await visitor.open(path, headers)).location!.href).to.equal(refused)
      const back = await visitor.atProvider(path, { Referer: `${server.baseUrl}/${company.slug}/account` })
      visitor.cookies().set('rollcall', secretOf(await company.web(other)))
      expect((await visitor.open(back)).location!.href).to.equal(refused)
      const { rows } = await server.db.query('select 1 from identities where org_id = $1', [company.id])
      expect(rows).to.deep.equal([])
    })
  })
})

const secretOf = ({ credential }: { credential: object }) => (credential as { secret: string }).secret
