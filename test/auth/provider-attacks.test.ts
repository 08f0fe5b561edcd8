import { expect } from 'chai'
import { networksOf } from '../../src/auth/addresses.ts'
import { takeTurn } from '../../src/auth/turns.ts'
import { hashSecret } from '../../src/secrets/credentials.ts'
import { activityOf } from '../support/activity.ts'
import { loginOf, newAddress, signIn } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { accountAt, startProvider } from '../support/provider.ts'
import { unique, useServer } from '../support/server.ts'
import { linkAccount } from '../support/sign-in.ts'
import { until } from '../support/wait.ts'
import { Visitor } from '../support/visitor.ts'

const google = await startProvider('google')
const microsoft = await startProvider('microsoft')
after(() => Promise.all([google.stop(), microsoft.stop()]))

describe('attacks on signing in at a provider', () => {
  const server = useServer({ ...google.settings, ...microsoft.settings, TRUST_PROXY: 'true' })
  before(() => [google, microsoft].forEach((provider) => provider.open(server.baseUrl)))
  afterEach(() => {
    google.fault = undefined
    microsoft.fault = undefined
  })

  const pathOf = ({ slug }: Company) => `/auth/google?organization=${slug}`
  const startAgain = ({ slug }: Company) => `${server.baseUrl}/${slug}?problem=start_again`
  const nowhere = () => `${server.baseUrl}/sign_in?problem=start_again`

  /** A company with a member who signs in with Google; whoever is at Google now is that member. */
  const site = async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    google.account = accountAt.google()
    await linkAccount(server, company, member, 'google', google.account.sub)
    return { company, member, account: google.account }
  }

  /** Where a browser is sent, and that nobody is signed in by it. */
  const refused = async (visitor: Visitor, back: URL) => {
    const before = visitor.session
    const { location, headers } = await visitor.open(back)
    expect(headers.getSetCookie().filter((line) => line.startsWith('rollcall='))).to.deep.equal([])
    expect(visitor.session).to.equal(before)
    return location!.href
  }

  const changed = (address: URL, changes: Record<string, string | null>) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(changes))
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    return url
  }

  it('login CSRF: an answer is of no use in another browser', async () => {
    const { company } = await site()
    const [thief, victim] = [new Visitor(server), new Visitor(server)]
    const back = await thief.atProvider(pathOf(company))
    expect(await refused(victim, back)).to.equal(nowhere())
    // Also not while the victim has begun to sign in.
    await victim.open(pathOf(company))
    expect(await refused(victim, back)).to.equal(startAgain(company))
  })

  it('state: missing, changed, or of a sign-in before', async () => {
    const { company } = await site()
    for (const state of [null, '', 'x'.repeat(43)]) {
      const visitor = new Visitor(server)
      const back = await visitor.atProvider(pathOf(company))
      expect(await refused(visitor, changed(back, { state }))).to.equal(startAgain(company))
    }
    const visitor = new Visitor(server)
    const first = await visitor.atProvider(pathOf(company))
    await visitor.atProvider(pathOf(company))
    expect(await refused(visitor, first)).to.equal(startAgain(company))
  })

  it('an answer to another sign-in ends none that is under way', async () => {
    const { company } = await site()
    for (const provider of ['google', 'microsoft']) {
      const visitor = new Visitor(server)
      const back = await visitor.atProvider(pathOf(company))
      await refused(visitor, new URL(`${server.baseUrl}/auth/${provider}/callback?code=x&state=y`))
      await visitor.open(back)
      expect(visitor.session, provider).to.be.a('string')
    }
    // Of two tabs, the one that was opened last goes on.
    const visitor = new Visitor(server)
    const [first, second] = [
      await visitor.atProvider(pathOf(company)),
      await visitor.atProvider(pathOf(company)),
    ]
    expect(await refused(visitor, first)).to.equal(startAgain(company))
    await visitor.open(second)
    expect(visitor.session).to.be.a('string')
    expect([...visitor.cookies().keys()]).to.deep.equal(['rollcall'])
  })

  it('replay: an answer counts once, also with the cookie of then', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(pathOf(company))
    const kept = visitor.cookies().get('rollcall-provider')!
    await visitor.open(back)
    expect(visitor.session).to.be.a('string')
    expect(await refused(visitor, back)).to.equal(nowhere())
    visitor.cookies().set('rollcall-provider', kept)
    expect(await refused(visitor, back)).to.equal(startAgain(company))
    expect(await activityOf(server, company, 'auth.sign_in')).to.have.length(1)
  })

  it('an answer that comes too late', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(pathOf(company))
    server.now = new Date(Date.now() + 10 * 60_000 + 1000)
    expect(await refused(visitor, back)).to.equal(nowhere())
  })

  it('code injection: the code of somebody else in an answer of one’s own', async () => {
    const { company } = await site()
    const [victim, thief] = [new Visitor(server), new Visitor(server)]
    const stolen = (await victim.atProvider(pathOf(company))).searchParams.get('code')!
    google.account = accountAt.google()
    const own = await thief.atProvider(pathOf(company))
    expect(await refused(thief, changed(own, { code: stolen }))).to.equal(startAgain(company))
  })

  it('PKCE: always sent, with S256, and its removal is noticed', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const { location } = await visitor.open(pathOf(company))
    const { searchParams: asked } = location!
    expect(asked.get('code_challenge_method')).to.equal('S256')
    expect(asked.get('code_challenge')).to.match(/^[\w-]{43}$/)
    const weak = changed(location!, { code_challenge: null, code_challenge_method: null })
    const { location: back } = await visitor.follow(weak, (next) => next.pathname.endsWith('/callback'))
    expect(await refused(visitor, back!)).to.equal(startAgain(company))
  })

  it('nonce: a token that was made for another sign-in', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const { location } = await visitor.open(pathOf(company))
    expect(location!.searchParams.get('nonce')).to.match(/^[\w-]{43}$/)
    for (const nonce of ['of another sign-in', null]) {
      const { location: asked } = await visitor.open(pathOf(company))
      const { location: back } = await visitor.follow(changed(asked!, { nonce }), (next) =>
        next.pathname.endsWith('/callback'),
      )
      expect(await refused(visitor, back!)).to.equal(startAgain(company))
    }
  })

  it('mix-up: an answer of another provider, by its issuer and by its address', async () => {
    const { company } = await site()
    for (const iss of ['https://evil.example', null]) {
      const visitor = new Visitor(server)
      const back = await visitor.atProvider(pathOf(company))
      expect(back.searchParams.get('iss')).to.equal('https://accounts.google.com')
      expect(await refused(visitor, changed(back, { iss }))).to.equal(startAgain(company))
    }

    const other = new Visitor(server)
    const answer = await other.atProvider(pathOf(company))
    const elsewhere = new URL(answer.href.replace('/auth/google/', '/auth/microsoft/'))
    const before = microsoft.asked.length
    expect(await refused(other, elsewhere)).to.equal(nowhere())
    expect(microsoft.asked.length, 'the code is not sent to the other provider').to.equal(before)

    microsoft.account = accountAt.microsoft()
    const third = new Visitor(server)
    const path = `/auth/microsoft?organization=${company.slug}`
    const theirs = changed(await third.atProvider(path), { iss: 'https://accounts.google.com' })
    expect(await refused(third, theirs)).to.equal(startAgain(company))
  })

  it('session fixation: a session from before is not the one that is signed in', async () => {
    const { company, member } = await site()
    const planted = (await signIn(server, loginOf(company))).headers.getSetCookie()[0]!.split(/[=;]/)[1]!
    const thief = new Visitor(server)
    const victim = new Visitor(server)
    for (const one of [thief, victim]) one.cookies().set('rollcall', planted)
    await victim.signIn(pathOf(company))
    expect(victim.session).to.not.equal(planted)
    expect((await victim.client().call('platform_whoami', {})).user.id).to.equal(member.userId)
    const { body } = await thief.client().post('/v1/platform/whoami', {})
    expect(body.error.code).to.equal('unauthenticated')
  })

  it('open redirect: it ends at pages of the company, or at the consent to an app', async () => {
    const { company } = await site()
    const home = `/${company.slug}/start`
    const wrong = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '\\\\evil.example',
      '/%0d%0aLocation:https://evil.example',
      `/${company.slug}/../../evil`,
      `/${company.slug}.evil.example/`,
      `/other-company/account`,
      '/v1/openapi.json',
      'javascript:alert(1)',
      '/auth/google?organization=x',
      `/oauth/..//evil.example`,
    ]
    for (const path of wrong) {
      const visitor = new Visitor(server)
      const place = await visitor.signIn(`${pathOf(company)}&return_to=${encodeURIComponent(path)}`)
      expect(place, path).to.equal(home)
    }
    const right = '/oauth/interaction/abc'
    const visitor = new Visitor(server)
    expect(await visitor.signIn(`${pathOf(company)}&return_to=${encodeURIComponent(right)}`)).to.equal(right)
  })

  it('user enumeration: who has no login, or a disabled one, is told the same', async () => {
    const { company, member, account } = await site()
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    const places = []
    for (const one of [
      account,
      accountAt.google(),
      accountAt.google({ email: 'a@gmail.com', email_verified: true }),
    ]) {
      google.account = one
      places.push(await new Visitor(server).signIn(pathOf(company)))
    }
    expect(new Set(places)).to.deep.equal(new Set([`/${company.slug}?problem=not_linked`]))
    // What was tried with a login that exists stands in its log.
    const lines = await until('the failure is told', async () => {
      const found = await activityOf(server, company, 'auth.sign_in')
      return found.length > 0 && found
    })
    expect(lines[0]!.summary).to.equal('Somebody failed to sign in with this login')
    const nobody = unique('nobody')
    const { location } = await new Visitor(server).open(`/auth/google?organization=${nobody}`)
    expect(location!.href).to.equal(`${server.baseUrl}/${nobody}?problem=not_linked`)
  })

  it('another organization: an account that is linked there signs nobody in here', async () => {
    await site()
    const company = await server.company()
    const visitor = new Visitor(server)
    expect(await visitor.signIn(pathOf(company))).to.equal(`/${company.slug}?problem=not_linked`)
  })

  it('guessing: failures from an address are limited, with those of passwords, and sign-ins are no failures', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    for (let time = 0; time < 3; time++) {
      await visitor.signIn(pathOf(company))
      visitor.leaveProviders()
    }
    const { address, network } = networksOf(visitor.address)
    const { rows } = await server.db.query<{ in_hour: number }>(
      'select in_hour from attempt_windows where subject_hash = any($1)',
      [[`sign-in address ${address}`, `sign-in network ${network}`].map(hashSecret)],
    )
    expect(rows.map(({ in_hour }) => in_hour)).to.deep.equal([0, 0])
    // All within one minute.
    server.now = new Date()
    const stranger = new Visitor(server)
    const places = []
    for (let time = 0; time < 61; time++)
      places.push((await stranger.open('/auth/google/callback?code=x&state=y')).location!.search)
    expect(places[59]).to.equal('?problem=start_again')
    expect(places[60]).to.equal('?problem=rate_limited')
    const password = await signIn(server, loginOf(company), { address: stranger.address })
    expect(password.status).to.equal(429)
    expect((await signIn(server, loginOf(company), { address: visitor.address })).status).to.equal(200)
  })

  it('an answer that the service has no time for does not count', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(pathOf(company))
    const ends = await Promise.all(
      [1, 2, 3].map(() => takeTurn(server.running.runtime, { address: newAddress() })),
    )
    try {
      expect(await refused(visitor, back)).to.equal(`${server.baseUrl}/${company.slug}?problem=unavailable`)
    } finally {
      for (const end of ends) end()
    }
    const { address, network } = networksOf(visitor.address)
    const { rows } = await server.db.query<{ in_hour: number }>(
      'select in_hour from attempt_windows where subject_hash = any($1)',
      [[`sign-in address ${address}`, `sign-in network ${network}`].map(hashSecret)],
    )
    expect(rows.map(({ in_hour }) => in_hour)).to.deep.equal([0, 0])
  })

  it('a flow that was changed, or sealed by somebody else, is none', async () => {
    const { company } = await site()
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(pathOf(company))
    const kept = visitor.cookies().get('rollcall-provider')!
    expect(Buffer.from(kept, 'base64url').toString('latin1')).to.not.include(company.slug)
    for (const value of [`${kept.slice(0, -4)}AAAA`, 'x', '', Buffer.alloc(200).toString('base64url')]) {
      const other = new Visitor(server)
      other.cookies().set('rollcall-provider', value)
      expect(await refused(other, back)).to.equal(nowhere())
    }
  })

  it('takes only what it documents', async () => {
    const { company } = await site()
    const { slug } = company
    for (const query of [
      '',
      'organization=',
      `organization=${slug}&organization=${slug}`,
      `organization=${slug}&admin=1`,
      `organization=${slug}&link=2`,
      'organization=..%2Fevil',
      'organization=%ff',
      `organization=${slug}&invite=${'x'.repeat(101)}`,
    ]) {
      const { status } = await server.anonymous().raw(`/auth/google?${query}`)
      expect(status, query).to.equal(400)
    }
    const { status } = await server.anonymous().post('/auth/google', {})
    expect(status).to.equal(405)
  })

  it('a provider that is down or silent says so, and nothing else suffers', async () => {
    const { company } = await site()
    const problem = `${server.baseUrl}/${company.slug}?problem=provider_unavailable`
    for (const fault of ['down', 'slow'] as const) {
      const visitor = new Visitor(server)
      const back = await visitor.atProvider(pathOf(company))
      google.fault = fault
      const answer = visitor.open(back)
      expect((await signIn(server, loginOf(company))).status).to.equal(200)
      expect((await answer).location!.href, fault).to.equal(problem)
      google.fault = undefined
      visitor.leaveProviders()
      expect(await visitor.signIn(pathOf(company))).to.equal(`/${company.slug}/start`)
    }
  })
})

describe('a provider that has never answered', () => {
  const dark = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b', GOOGLE_STAND_IN: 'http://127.0.0.1:9' }
  const server = useServer({ ...dark, TRUST_PROXY: 'true' })

  it('is said to be unavailable, and passwords go on working', async () => {
    const company = await server.company()
    const visitor = new Visitor(server)
    for (let time = 0; time < 3; time++) {
      const { location } = await visitor.open(`/auth/google?organization=${company.slug}`)
      expect(location!.href).to.equal(`${server.baseUrl}/${company.slug}?problem=provider_unavailable`)
    }
    expect((await signIn(server, loginOf(company), { address: visitor.address })).status).to.equal(200)
    const { location } = await visitor.open(`/auth/microsoft?organization=${company.slug}`)
    expect(location!.search).to.equal('?problem=method_not_offered')
  })
})

describe('the cookie of a sign-in at a provider', () => {
  for (const [scheme, baseUrl, name] of [
    ['http', undefined, 'rollcall-provider'],
    ['https', 'https://people.example.com', '__Host-rollcall-provider'],
  ] as const)
    describe(`over ${scheme}`, () => {
      const server = useServer({ ...google.settings, ...(baseUrl && { BASE_URL: baseUrl }) })
      before(() => google.open(baseUrl ?? server.baseUrl))

      it('is bound to this host and out of reach for scripts', async () => {
        const { slug } = await server.company()
        const answer = await fetch(`${server.baseUrl}/auth/google?organization=${slug}`, {
          redirect: 'manual',
        })
        const [cookie, ...others] = answer.headers.getSetCookie()
        expect(others).to.deep.equal([])
        const [pair, ...flags] = cookie!.split('; ')
        expect(pair!.startsWith(`${name}=`)).to.equal(true)
        expect(flags).to.deep.equal([
          'Path=/',
          'Max-Age=600',
          'HttpOnly',
          'SameSite=Lax',
          ...(scheme === 'https' ? ['Secure'] : []),
        ])
        expect(answer.headers.get('cache-control')).to.equal('no-store')
        const to = new URL(answer.headers.get('location')!)
        expect(to.searchParams.get('redirect_uri')).to.equal(
          `${baseUrl ?? server.baseUrl}/auth/google/callback`,
        )
      })
    })
})
