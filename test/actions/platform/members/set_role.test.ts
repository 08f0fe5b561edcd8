import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.members.set_role', () => {
  const server = useServer()

  const giveLogin = (userId: string) =>
    server.db.query(`update users set password_hash = 'x' where id = $1`, [userId])

  it('gives another role, which counts from the next request on', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('viewer', { person: true })]
    const theirs = await company.key(member, 'manage')
    await refused(theirs.call('org_units_create', { name: 'A', kind: 'team' }), 'forbidden')
    const after = await admin.call('platform_members_set_role', {
      membership_id: member.membershipId,
      role: 'hr',
    })
    expect(after).to.deep.include({ membership_id: member.membershipId, roles: ['hr'], status: 'active' })
    await theirs.call('org_units_create', { name: 'A', kind: 'team' })
    await admin.call('platform_members_set_role', { membership_id: member.membershipId, role: 'member' })
    await refused(theirs.call('org_units_list', {}), 'forbidden')

    const events = (await readEvents(server.db, company)).filter(({ type }) => type === 'member.role_changed')
    expect(events[0]!.payload).to.deep.include({
      membership_id: member.membershipId,
      previous_role: 'viewer',
    })
    const [line] = await activityOf(server, company, 'platform.members.set_role')
    expect(line).to.deep.include({
      summary: 'Changed the role of {subject}',
      subject_id: member.personId,
      changes: [{ field: 'role', before: 'viewer', after: 'hr' }],
    })
  })

  it('writes and records nothing when the role is the same', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const owner = await company.as('owner')
    await owner.call('platform_members_set_role', { membership_id: member.membershipId, role: 'hr' })
    expect(await activityOf(server, company, 'platform.members.set_role')).to.deep.equal([])
  })

  it('lets only owners make an owner, or an owner something else', async () => {
    const company = await server.company()
    const [admin, other, second] = [
      await company.as('admin'),
      await company.member('hr'),
      await company.member('owner'),
    ]
    for (const input of [
      { membership_id: other.membershipId, role: 'owner' as const },
      { membership_id: second.membershipId, role: 'viewer' as const },
    ]) {
      const { body } = await refused(admin.call('platform_members_set_role', input), 'forbidden')
      expect(body.error.details![0]!.code).to.equal('owners_decide_owners')
    }
    const owner = await company.as('owner')
    await owner.call('platform_members_set_role', { membership_id: other.membershipId, role: 'owner' })
  })

  it('keeps the last owner who can sign in, also when two owners demote each other at the same moment', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const members = await owner.call('platform_members_list', {})
    const first = members.find(({ roles }) => roles[0] === 'owner')!
    const { body } = await refused(
      owner.call('platform_members_set_role', { membership_id: first.membership_id!, role: 'admin' }),
      'conflict',
    )
    expect(body.error.details![0]).to.include({ code: 'last_owner', record_id: first.membership_id })

    const second = await company.member('owner')
    await refused(
      owner.call('platform_members_set_role', { membership_id: first.membership_id!, role: 'admin' }),
      'conflict',
    )
    await giveLogin(second.userId)
    const status = (to: string) =>
      server.db.query('update memberships set status = $2 where id = $1', [second.membershipId, to])
    await status('disabled')
    const { body: shutOut } = await refused(
      owner.call('platform_members_set_role', { membership_id: first.membership_id!, role: 'admin' }),
      'conflict',
    )
    expect(shutOut.error.details![0], 'an owner who is disabled is none').to.include({ code: 'last_owner' })
    await status('active')
    const other = await company.key(second, 'manage')
    const results = await Promise.all([
      owner.post('/v1/platform/members.set_role', { membership_id: second.membershipId, role: 'admin' }),
      other.post('/v1/platform/members.set_role', { membership_id: first.membership_id, role: 'admin' }),
    ])
    const { rows } = await server.db.query(
      `select count(*)::int as owners from memberships where org_id = $1 and role = 'owner'`,
      [company.id],
    )
    expect(rows[0].owners).to.equal(1)
    expect(results.filter(({ status }) => status === 200)).to.have.length(1)
  })
})
