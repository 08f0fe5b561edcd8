import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import type { Company, Member } from '../support/company.ts'
import { accountAt, startProvider } from '../support/provider.ts'
import { interrupted } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const google = await startProvider('google')
after(() => google.stop())

describe('linking an account at a provider', () => {
  const server = useServer({ ...google.settings, TRUST_PROXY: 'true' })
  before(() => google.open(server.baseUrl))

  const ours = { 'Sec-Fetch-Site': 'same-origin' }
  const pathOf = ({ slug }: Company) => `/auth/google?organization=${slug}&link=1`
  const visitorOf = async (company: Company, member: Member) => {
    const visitor = new Visitor(server)
    const { secret } = (await company.web(member)).credential as { secret: string }
    visitor.cookies().set('rollcall', secret)
    return visitor
  }
  const linksOf = async ({ id }: Company) =>
    (await server.db.query('select user_id from identities where org_id = $1', [id])).rows

  it('is refused where the method was turned off while the member was at the provider', async () => {
    const company = await server.company()
    google.account = accountAt.google()
    const visitor = await visitorOf(company, await company.member('viewer'))
    const back = await visitor.atProvider(pathOf(company), ours)
    await server.db.query('update organizations set sign_in_google = false where org_id = $1', [company.id])
    const { location } = await visitor.open(back)
    expect(location!.href).to.equal(`${server.baseUrl}/${company.slug}/account?problem=method_off`)
    expect(await linksOf(company)).to.deep.equal([])
  })

  for (const role of ['viewer', 'owner'] as const)
    it(`is not begun by ${role} of a paused organization, nor ended by who began it before`, async () => {
      const company = await server.company()
      google.account = accountAt.google()
      const visitor = await visitorOf(company, await company.member(role))
      const back = await visitor.atProvider(pathOf(company), ours)
      await server.db.query(
        `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
        [company.id],
      )
      for (const path of [back, pathOf(company)]) {
        const { location } = await visitor.open(path, ours)
        expect(location!.href, `${path}`).to.equal(`${server.baseUrl}/${company.slug}/account?problem=paused`)
      }
      expect(await linksOf(company)).to.deep.equal([])
      expect(await activityOf(server, company, 'auth.identity_link')).to.deep.equal([])
    })

  it('is begun for the company in which somebody is signed in, and for no other', async () => {
    const [company, other] = [await server.company(), await server.company()]
    const visitor = await visitorOf(company, await company.member('viewer'))
    const { location } = await visitor.open(pathOf(other), ours)
    expect(location!.href).to.equal(`${server.baseUrl}/${other.slug}/account?problem=sign_in_first`)
    expect([...visitor.cookies().keys()]).to.deep.equal(['rollcall'])
  })

  it('verifies the e-mail of the login only by an account that has proven this one', async () => {
    const company = await server.company()
    for (const own of [false, true]) {
      const member = await company.member('member', { person: true })
      const { rows } = await server.db.query('select email from users where id = $1', [member.userId])
      const email = own ? rows[0].email : 'somebody.else@company.example'
      google.account = accountAt.google({ email, email_verified: true, hd: 'company.example' })
      const visitor = await visitorOf(company, member)
      expect(await visitor.signIn(pathOf(company), ours)).to.equal(`/${company.slug}/account`)
      const { email_verified } = await visitor.client().call('platform_sign_in_methods_list', {})
      expect(email_verified, email).to.equal(own || null)
    }
  })

  it('gives an account to one of two logins that take it at the same moment', async () => {
    const company = await server.company()
    google.account = accountAt.google()
    const visitors = []
    for (const role of ['viewer', 'hr'] as const) {
      const visitor = await visitorOf(company, await company.member(role))
      visitors.push({ visitor, back: await visitor.atProvider(pathOf(company), ours) })
    }
    const [one, two] = visitors.map(
      ({ visitor, back }) =>
        () =>
          visitor.open(back),
    )
    const { first, second } = await interrupted(server.db, 'identities', one!, two!)
    const places = (await Promise.all([first, second])).map(({ location }) => location!.search)
    expect(places.toSorted()).to.deep.equal(['', '?problem=identity_taken'])
    expect(await linksOf(company)).to.have.length(1)
    expect(await activityOf(server, company, 'auth.identity_link')).to.have.length(1)
  })
})

describe('signing in with an account that belongs to nobody', () => {
  const server = useServer({ ...google.settings, TRUST_PROXY: 'true' })
  before(() => google.open(server.baseUrl))

  it('counts as a failure, each time', async () => {
    const company = await server.company()
    const failures = async (): Promise<number> => {
      const { rows } = await server.db.query('select max(in_day)::int as n from attempt_windows')
      return rows[0].n ?? 0
    }
    const visitor = new Visitor(server)
    for (let time = 1; time <= 2; time++) {
      google.account = accountAt.google()
      visitor.leaveProviders()
      expect(await visitor.signIn(`/auth/google?organization=${company.slug}`)).to.equal(
        `/${company.slug}?problem=not_linked`,
      )
      expect(await failures()).to.equal(time)
    }
  })
})
