import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { givePassword } from '../../../support/approvals.ts'
import type { TestClient } from '../../../support/client.ts'
import { loginMails } from '../../../support/mail.ts'
import { MemberBrowser } from '../../../support/oauth.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'
import { linkAccount, offersBoth } from '../../../support/sign-in.ts'

/** The providers with which a member can sign in. */
const accountsOf = async (web: TestClient) =>
  (await web.call('platform_sign_in_methods_list', {})).methods.flatMap(({ provider, linked }) =>
    linked && provider !== 'password' ? [provider] : [],
  )

describe('platform.sign_in_methods.unlink: accounts', () => {
  const server = useServer(offersBoth)
  const unlink = (client: TestClient, provider: string) =>
    client.post('/v1/platform/sign_in_methods.unlink', { provider })

  it('are unlinked, and can be linked again by whoever has them', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    await givePassword(server, member)
    const subject = await linkAccount(server, company, member, 'google')
    const web = await company.web(member)
    for (let time = 1; time <= 2; time++) expect((await unlink(web, 'google')).status).to.equal(200)
    expect(await accountsOf(web)).to.deep.equal([])
    expect(await activityOf(server, company, 'platform.sign_in_methods.unlink')).to.have.length(1)
    expect(await loginMails(server, company)).to.have.length(1)
    const { rows } = await server.db.query(
      'select account, email, linked_at from identities where org_id = $1',
      [company.id],
    )
    expect(rows).to.deep.equal([{ account: null, email: null, linked_at: null }])
    await linkAccount(server, company, await company.member('hr'), 'google', subject)
  })

  it('stay when nothing else could be used', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    for (const provider of ['google', 'microsoft'] as const)
      await linkAccount(server, company, member, provider)
    const web = await company.web(member)
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from organizations where org_id = $1 for update', values: [company.id] },
      () => unlink(web, 'google'),
      () => unlink(web, 'microsoft'),
    )
    expect([(await first).status, (await second).status].toSorted()).to.deep.equal([200, 409])
    await givePassword(server, member)
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    for (const provider of ['google', 'microsoft'])
      expect((await unlink(web, provider)).status).to.be.oneOf([200, 409])
    expect(await accountsOf(web)).to.have.length(1)
  })
})

describe('platform.sign_in_methods.unlink where only one provider is offered', () => {
  const server = useServer({ ...offersBoth, MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })

  it('keeps the account there: another one could not be used', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    for (const provider of ['google', 'microsoft'] as const)
      await linkAccount(server, company, member, provider)
    const web = await company.web(member)
    const unlink = (provider: string) => web.post('/v1/platform/sign_in_methods.unlink', { provider })
    const { status, body } = await unlink('google')
    expect([status, body.error.details[0].code]).to.deep.equal([409, 'last_way_to_sign_in'])
    expect((await unlink('microsoft')).status).to.equal(200)
  })

  it('offers no other one on the page of the account, though the organization has it on', async () => {
    const company = await server.company()
    const web = await company.web(await company.member('hr'))
    const { text } = await new MemberBrowser(server, web).visit(`/${company.slug}/account`)
    expect(text).to.include('Google').and.not.include('Microsoft')
  })
})
