import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.approvals.settings.update', () => {
  const server = useServer()

  it('sets the rules that are given, and the log says which', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const set = await owner.call('org_approvals_settings_update', {
      job_change: 'manager_then_hr',
      pay_change: 'hr',
    })
    expect(set).to.deep.equal({
      job_change: 'manager_then_hr',
      termination: 'off',
      pay_change: 'hr',
      updated_at: '2026-06-15T12:00:00.000Z',
      hr_approvers: 1,
    })
    expect(await owner.call('org_approvals_settings_get', {})).to.deep.equal(set)
    const [line] = await activityOf(server, company, 'org.approvals.settings.update')
    expect(line).to.deep.include({
      summary: 'Changed the approval rules of {subject}',
      changes: [
        { field: 'job_change', before: 'off', after: 'manager_then_hr' },
        { field: 'pay_change', before: 'off', after: 'hr' },
      ],
    })
  })

  it('writes and records nothing when nothing differs', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    await owner.call('org_approvals_settings_update', { termination: 'manager' })
    server.now = new Date('2026-06-16T12:00:00Z')
    const same = await owner.call('org_approvals_settings_update', { termination: 'manager' })
    expect(same.updated_at).to.equal('2026-06-15T12:00:00.000Z')
    expect(await activityOf(server, company, 'org.approvals.settings.update')).to.have.length(1)
  })

  it('offers no manager for pay', async () => {
    const owner = await (await server.company()).as('owner', 'web')
    const { status, body } = await owner.post('/v1/org/approvals.settings.update', { pay_change: 'manager' })
    expect([status, body.error.details[0].code]).to.deep.equal([400, 'not_allowed'])
  })
})
