import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.members.list', () => {
  const server = useServer()

  it('shows everybody with access by name and e-mail, disabled members included', async () => {
    const company = await server.company()
    const [zoe, emile, adam] = [
      await company.member('viewer'),
      await company.member('hr', { person: true }),
      await company.member('member', { person: true }),
    ]
    const names = [
      [zoe, 'Zoe'],
      [emile, 'Émile'],
      [adam, 'Adam'],
    ] as const
    for (const [member, name] of names)
      await server.db.query('update users set display_name = $2, email = $3 where id = $1', [
        member.userId,
        name,
        `${name}@acme.example`,
      ])
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [zoe.membershipId])

    const members = await (await company.as('owner')).call('platform_members_list', {})
    expect(members.map(({ name }) => name)).to.deep.equal(['Adam', 'Émile', 'Olga Owner', 'Zoe'])
    expect(members[0]).to.deep.equal({
      membership_id: adam.membershipId,
      user_id: adam.userId,
      email: 'Adam@acme.example',
      name: 'Adam',
      roles: ['member'],
      status: 'active',
      person_id: adam.personId,
      has_login: false,
    })
    expect(members[3]).to.include({ name: 'Zoe', status: 'disabled', person_id: null })
  })

  it('says who can sign in', async () => {
    const company = await server.company()
    await company.member('admin')
    const members = await (await company.as('owner')).call('platform_members_list', {})
    expect(Object.fromEntries(members.map(({ roles, has_login }) => [roles[0], has_login]))).to.deep.equal({
      owner: true,
      admin: false,
    })
  })

  it('shows no members of other organizations', async () => {
    const other = await (await server.company()).member('admin')
    const members = await (await (await server.company()).as('owner')).call('platform_members_list', {})
    expect(members.map(({ user_id }) => user_id))
      .to.have.length(1)
      .and.not.include(other.userId)
  })
})
