import { expect } from 'chai'
import { givePassword } from '../../../support/approvals.ts'
import { useServer } from '../../../support/server.ts'
import { linkAccount, offersBoth } from '../../../support/sign-in.ts'

describe('platform.sign_in.get', () => {
  const server = useServer({ ...offersBoth, MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })

  it('counts the active members who can use each method, and the owners and admins who have no other', async () => {
    const company = await server.company()
    const [both, google, hr, gone] = await Promise.all(
      (['admin', 'admin', 'hr', 'admin', 'viewer'] as const).map((role) => company.member(role)),
    )
    await givePassword(server, both!)
    for (const member of [both!, google!, hr!, gone!]) await linkAccount(server, company, member, 'google')
    await linkAccount(server, company, hr!, 'microsoft')
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [gone!.membershipId])
    const { methods } = await (await company.key(both!)).call('platform_sign_in_get', {})
    expect(methods).to.deep.equal({
      password: { on: true, available: true, linked: 2, privileged_only: 1 },
      google: { on: true, available: true, linked: 3, privileged_only: 1 },
      microsoft: { on: true, available: false, linked: 1, privileged_only: 0 },
    })
  })

  it('counts no account that its member has unlinked', async () => {
    const company = await server.company()
    const member = await company.member('admin', { person: true })
    await givePassword(server, member)
    await linkAccount(server, company, member, 'google')
    const web = await company.web(member)
    expect((await web.post('/v1/platform/sign_in_methods.unlink', { provider: 'google' })).status).to.equal(
      200,
    )
    const { methods } = await web.call('platform_sign_in_get', {})
    expect(methods.google).to.include({ linked: 0, privileged_only: 0 })
    expect(methods.password, 'the owner and the admin').to.include({ linked: 2, privileged_only: 2 })
    const own = await web.call('platform_sign_in_methods_list', {})
    expect(own.methods.map(({ linked }) => linked)).to.deep.equal([true, false, false])
  })
})
