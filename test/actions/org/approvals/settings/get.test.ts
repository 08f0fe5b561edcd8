import { expect } from 'chai'
import { actor } from '../../../../support/approvals.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.approvals.settings.get', () => {
  const server = useServer()

  it('answers that nothing needs approval, and who could decide for HR', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    expect(await owner.call('org_approvals_settings_get', {})).to.deep.equal({
      job_change: 'off',
      termination: 'off',
      pay_change: 'off',
      updated_at: null,
      hr_approvers: 1,
    })
    for (const role of ['owner', 'admin', 'hr', 'viewer', 'member'] as const)
      await actor(server, company, role)
    const disabled = await actor(server, company, 'hr')
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [
      disabled.member.membershipId,
    ])
    await company.member('hr')
    const { hr_approvers } = await owner.call('org_approvals_settings_get', {})
    expect(hr_approvers, 'neither other roles, nor who is disabled or has no login').to.equal(4)
  })
})
