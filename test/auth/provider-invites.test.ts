import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { inviteOf } from '../support/invites.ts'
import { accountAt, startProvider } from '../support/provider.ts'
import { useServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const microsoft = await startProvider('microsoft')
after(() => microsoft.stop())

describe('accepting an invite with an account at a provider', () => {
  const server = useServer({ ...microsoft.settings, TRUST_PROXY: 'true' })
  before(() => microsoft.open(server.baseUrl))

  const invited = async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const person = await company.person()
    return { company, person, ...(await inviteOf(web, person.id)) }
  }

  it('gives the login this account, whatever its e-mail, and no password', async () => {
    const { company, person, token } = await invited()
    const path = `/auth/microsoft?organization=${company.slug}`
    microsoft.account = accountAt.microsoft({ preferred_username: 'somebody@else.example' })
    const visitor = new Visitor(server)
    expect(await visitor.signIn(`${path}&invite=${token}`)).to.equal(`/${company.slug}/account`)
    expect((await visitor.client().call('platform_whoami', {})).person_id).to.equal(person.id)
    const { methods } = await visitor.client().call('platform_sign_in_methods_list', {})
    expect(methods.map(({ linked }) => linked)).to.deep.equal([false, false, true])
    expect(methods[2]!.email).to.equal('somebody@else.example')
    expect(await activityOf(server, company, 'auth.invite_accept')).to.have.length(1)
    expect(await new Visitor(server).signIn(path)).to.equal(`/${company.slug}/start`)
    const another = new Visitor(server)
    const again = await another.signIn(`${path}&invite=${token}`)
    expect(again).to.equal(`/${company.slug}/invite/${token}?problem=invite_invalid`)
    expect(another.session).to.equal(undefined)
  })

  it('is begun on the page of the invite: a link of another site leads there, and keeps who is signed in', async () => {
    const { company, token } = await invited()
    microsoft.account = accountAt.microsoft()
    const path = `/auth/microsoft?organization=${company.slug}&invite=${token}`
    for (const site of ['cross-site', 'same-site']) {
      const visitor = new Visitor(server)
      visitor.cookies().set('rollcall', 'of somebody else')
      const { status, location } = await visitor.open(path, { 'Sec-Fetch-Site': site })
      expect([status, location!.href], site).to.deep.equal([
        303,
        `${server.baseUrl}/${company.slug}/invite/${token}`,
      ])
      expect([...visitor.cookies()]).to.deep.equal([['rollcall', 'of somebody else']])
    }
    const own = await new Visitor(server).signIn(path, { 'Sec-Fetch-Site': 'same-origin' })
    expect(own).to.equal(`/${company.slug}/account`)
  })

  it('is refused where the method is off, and gives nothing', async () => {
    const { company, person, token } = await invited()
    microsoft.account = accountAt.microsoft()
    const visitor = new Visitor(server)
    const back = await visitor.atProvider(`/auth/microsoft?organization=${company.slug}&invite=${token}`)
    await server.db.query('update organizations set sign_in_microsoft = false where org_id = $1', [
      company.id,
    ])
    const { location } = await visitor.open(back)
    expect(location!.pathname + location!.search).to.equal(
      `/${company.slug}/invite/${token}?problem=method_off`,
    )
    const { rows } = await server.db.query(
      'select 1 from identities i join memberships m on m.org_id = i.org_id and m.user_id = i.user_id where m.person_id = $1',
      [person.id],
    )
    expect(rows).to.deep.equal([])
  })
})
