import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
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
})
