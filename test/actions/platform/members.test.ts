import { expect } from 'chai'
import { refused } from '../../support/expect.ts'
import { useServer } from '../../support/server.ts'

describe('members', () => {
  const server = useServer()

  describe('platform_members_list', () => {
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

    it('says so of a person as well', async () => {
      const company = await server.company()
      const [{ id: here }, { id: absent }] = [await company.person(), await company.person()]
      const { personId: unable } = await company.member('hr', { person: true })
      const owner = await company.as('owner')
      await server.db.query(`update memberships set person_id = $1 where org_id = $2 and role = 'owner'`, [
        here,
        company.id,
      ])
      const { people } = await owner.call('org_people_list', {})
      expect(Object.fromEntries(people.map(({ id, has_login }) => [id, has_login]))).to.deep.equal({
        [here]: true,
        [absent]: false,
        [unable!]: false,
      })
      for (const person of people)
        expect((await owner.call('org_people_get', { person_id: person.id })).has_login).to.equal(
          person.has_login,
        )
    })

    it("shows nobody of another organization's", async () => {
      const other = await (await server.company()).member('admin')
      const members = await (await (await server.company()).as('owner')).call('platform_members_list', {})
      expect(members.map(({ user_id }) => user_id))
        .to.have.length(1)
        .and.not.include(other.userId)
    })

    it('is for owners, admins and HR', async () => {
      const company = await server.company()
      for (const role of ['admin', 'hr'] as const)
        await (await company.as(role)).call('platform_members_list', {})
      for (const client of [
        await company.as('viewer'),
        await company.as('member'),
        await company.as('hr', 'me'),
      ])
        await refused(client.call('platform_members_list', {}), 'forbidden')
    })
  })
})
