import { expect } from 'chai'
import { givePassword } from '../../../support/approvals.ts'
import { useServer } from '../../../support/server.ts'
import { linkAccount, offersBoth } from '../../../support/sign-in.ts'

const none = { email: null, linked_at: null }

describe('platform.sign_in_methods.list', () => {
  const server = useServer({ ...offersBoth, MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })

  it('tells what the own login has, and what can be used', async () => {
    const company = await server.company()
    const member = await company.member('member', { person: true })
    const me = await company.key(member, 'me')
    expect(await me.call('platform_sign_in_methods_list', {})).to.deep.equal({
      methods: [
        { provider: 'password', linked: false, available: true, ...none },
        { provider: 'google', linked: false, available: true, ...none },
        { provider: 'microsoft', linked: false, available: false, ...none },
      ],
      email_verified: null,
    })
    await givePassword(server, member)
    await linkAccount(server, company, member, 'google')
    await server.db.query('update users set email_verified_at = now() where id = $1', [member.userId])
    await server.db.query('update organizations set sign_in_google = false where org_id = $1', [company.id])
    const { rows } = await server.db.query('select linked_at from identities where org_id = $1', [company.id])
    const linked_at = rows[0].linked_at.toISOString()
    expect(await me.call('platform_sign_in_methods_list', {})).to.deep.equal({
      methods: [
        { provider: 'password', linked: true, available: true, ...none },
        { provider: 'google', linked: true, available: false, email: null, linked_at },
        { provider: 'microsoft', linked: false, available: false, ...none },
      ],
      email_verified: true,
    })
  })

  it('counts a linked account as a login', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const owner = await company.as('owner')
    const hasLogin = async () => [
      (await owner.call('org_people_get', { person_id: member.personId! })).has_login,
      (await owner.call('platform_members_list', {})).find(
        (one) => one.membership_id === member.membershipId,
      )!.has_login,
      (await owner.call('org_approvals_settings_get', {})).hr_approvers,
    ]
    expect(await hasLogin()).to.deep.equal([false, false, 1])
    await linkAccount(server, company, member, 'google')
    expect(await hasLogin()).to.deep.equal([true, true, 2])
  })
})
