import { connect } from 'node:net'
import { expect } from 'chai'
import { request } from 'undici'
import { inHashingTurn } from '../../src/auth/hashing.ts'
import { newAddress } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { accept, inviteOf, postAuth, tokenOf } from '../support/invites.ts'
import { companyWithMailbox, linkIn, mailTo } from '../support/mail.ts'
import { unique, useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const why = (answer: RawAnswer): unknown[] => [answer.status, answer.body.error?.details?.[0]?.code]
const revoked = [404, 'invite_link_revoked']

describe('the link of an invite that somebody has kept', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('does not let an admin back in who was disabled, or is no admin any more', async () => {
    for (const change of [`status = 'disabled'`, `role = 'hr'`, `role = 'member'`]) {
      const company = await server.company()
      const admin = await company.as('admin', 'web')
      const person = await company.person()
      const made = await admin.call('org_invites_create', { person_id: person.id, role: 'admin' })
      await server.db.query(`update memberships set ${change} where org_id = $1 and role = 'admin'`, [
        company.id,
      ])
      expect(why(await accept(server, company, tokenOf(made.url))), change).to.deep.equal(revoked)
    }
  })

  it('is nothing once whoever sent it may invite nobody any more', async () => {
    for (const role of ['member', 'viewer']) {
      const company = await server.company()
      const hr = await company.as('hr', 'web')
      const { token } = await inviteOf(hr, (await company.person()).id)
      await server.db.query(`update memberships set role = $2 where org_id = $1 and role = 'hr'`, [
        company.id,
        role,
      ])
      expect(why(await accept(server, company, token)), role).to.deep.equal(revoked)
    }
  })

  it('gives HR no role that a member was given after HR invited them', async () => {
    const company = await server.company()
    const [owner, hr] = [await company.as('owner', 'web'), await company.as('hr', 'web')]
    const member = await company.member('viewer', { person: true })
    const { token } = await inviteOf(hr, member.personId!)
    const change = { membership_id: member.membershipId }
    await owner.call('platform_members_set_role', { ...change, role: 'admin' })
    expect(why(await accept(server, company, token))).to.deep.equal(revoked)
    await owner.call('platform_members_set_role', { ...change, role: 'member' })
    expect((await accept(server, company, token)).status).to.equal(200)
  })

  it('is nothing for the address from before, when the person has another one', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const person = await company.person()
    const { token } = await inviteOf(hr, person.id)
    const other = `${unique('right')}@company.example`
    await server.db.query('update people set work_email = $2, work_email_key = $2 where id = $1', [
      person.id,
      other,
    ])
    expect(why(await accept(server, company, token))).to.deep.equal(revoked)
  })
})

describe('a page of another site', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('cannot use up the attempts of whoever looks at it', async () => {
    const { slug } = await server.company()
    const address = newAddress()
    // Not `fetch`, which sends a mode of its own.
    const visit = async (path: string, headers: Record<string, string>) => {
      const answer = await request(`${server.baseUrl}${path}`, {
        headers: { 'X-Forwarded-For': address, ...headers },
      })
      await answer.body.dump()
      return answer
    }
    const picture = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }
    const frame = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }
    const paths = [
      '/auth/google/callback?code=x',
      `/${slug}/invite/${'x'.repeat(43)}`,
      '/oauth/authorize?client_id=x',
    ]
    for (const path of paths)
      for (const headers of [picture, frame])
        expect((await visit(path, headers)).statusCode, path).to.equal(403)
    for (let n = 0; n < 61; n++) await visit(paths[n % 3]!, picture)
    for (let n = 0; n < 61; n++) await visit(paths[0]!, picture)
    const going = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    }
    const [callback, invite] = await Promise.all(paths.map((path) => visit(path, going)))
    expect(callback!.headers['location']).to.equal('/sign_in?problem=start_again')
    expect(invite!.statusCode).to.equal(404)
  })
})

describe('a slug in capitals', () => {
  const server = useServer()

  it('leads to a page of this service, whatever host the request names', async () => {
    const { slug } = await server.company()
    const path = `http://evil.example/${slug.toUpperCase()}?return_to=x`
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`)
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    expect(/^location: (.*)$/im.exec(answer)?.[1]?.trim()).to.equal(`/${slug}?return_to=x`)
  })
})

describe('a forgotten password that others ask for', () => {
  const server = useServer({ ROLE: 'all', TRUST_PROXY: 'true' })

  const companyOf = () => companyWithMailbox(server)
  const forget = ({ slug, owner }: Company, address: string) =>
    postAuth(server, 'password_forgotten', { organization: slug, email: owner.email }, address)
  const signIn = ({ slug, owner }: Company, address = newAddress()) =>
    postAuth(server, 'sign_in', { organization: slug, email: owner.email, password: owner.password }, address)

  it('can still be replaced from where its owner signs in', async () => {
    const company = await companyOf()
    const home = newAddress()
    server.now = new Date()
    await signIn(company, home)
    for (let n = 0; n < 20; n++) await forget(company, newAddress())
    expect((await forget(company, newAddress())).status).to.equal(429)
    const answers = [await forget(company, home), await forget(company, home), await forget(company, home)]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429])
  })

  it('is hashed a few times at most when its link is used at many places at the same moment', async () => {
    const company = await companyOf()
    await forget(company, newAddress())
    const { token } = linkIn(await mailTo(server, company.owner.email))
    const { slug: organization } = company
    // Somebody else has the turn of the organization until all have come: otherwise the first one may end before the last comes.
    const turn = Promise.withResolvers<void>()
    const other = inHashingTurn(company.id, 'somebody else', () => turn.promise)
    let refused = 0
    const attempts = Array.from({ length: 20 }, async (_, n) => {
      const password = `seven quiet otters ${n}`
      const { status } = await postAuth(server, 'password_reset', { organization, token, password })
      if (status === 503) refused++
      return status
    })
    await until('all but those that may wait were refused', () => refused === 15)
    turn.resolve()
    await other
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 200)).to.have.length(1)
    expect(statuses.filter((status) => status === 503)).to.have.length(15)
  })
})
