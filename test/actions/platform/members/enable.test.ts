import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.members.enable', () => {
  const server = useServer()

  it('lets somebody in again whose login closed because they left, with the role they had', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    const owner = await company.as('owner')
    const after = await owner.call('platform_members_enable', { membership_id: member.membershipId })
    expect(after).to.deep.include({ status: 'active', roles: ['hr'] })
    const [line] = await activityOf(server, company, 'platform.members.enable')
    expect(line).to.deep.include({
      summary: 'Enabled the login of {subject}',
      subject_id: member.personId,
      changes: [{ field: 'status', before: 'disabled', after: 'active' }],
    })
  })

  it('lets nobody in by the login of a person whose data was erased', async () => {
    const company = await server.company()
    const { id } = await company.person({ erased: true })
    const { membershipId } = await company.member('hr', { personId: id })
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [membershipId])
    const owner = await company.as('owner')
    const enable = () => owner.call('platform_members_enable', { membership_id: membershipId })
    const { body } = await refused(enable(), 'conflict')
    expect(body.error.details![0]).to.include({ code: 'login_erased', path: 'membership_id' })
    const somebody = await company.person()
    for (const person_id of [somebody.id, null]) {
      const link = owner.call('platform_members_link_person', { membership_id: membershipId, person_id })
      const { body } = await refused(link, 'conflict')
      expect(body.error.details![0]).to.include({ code: 'login_erased', record_id: id })
    }
  })
})
