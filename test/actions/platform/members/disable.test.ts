import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.members.disable and enable', () => {
  const server = useServer()

  it('shuts a member out at once, and lets them in again without their old sessions', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('hr', { person: true })]
    const [key, web] = [await company.key(member, 'manage'), await company.web(member)]
    const input = { membership_id: member.membershipId }
    const disabled = await admin.call('platform_members_disable', input)
    expect(disabled).to.include({ status: 'disabled' })
    await refused(key.call('platform_whoami', {}), 'unauthenticated')
    await refused(web.call('platform_whoami', {}), 'unauthenticated')
    expect((await readEvents(server.db, company)).map(({ type }) => type)).to.deep.equal(['member.disabled'])

    expect(await admin.call('platform_members_enable', input)).to.include({ status: 'active' })
    await key.call('platform_whoami', {})
    await refused(web.call('platform_whoami', {}), 'unauthenticated')
    const events = await readEvents(server.db, company)
    expect(events.map(({ type }) => type)).to.deep.equal(['member.disabled', 'member.enabled'])
    expect(events[1]!.payload).to.deep.include({
      membership_id: member.membershipId,
      member: {
        id: member.membershipId,
        person: { id: member.personId, name: 'Pat Person' },
        role: 'hr',
        status: 'active',
      },
    })
  })

  it('changes and records nothing the second time', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('viewer')]
    const input = { membership_id: member.membershipId }
    await admin.call('platform_members_enable', input)
    await admin.call('platform_members_disable', input)
    await admin.call('platform_members_disable', input)
    expect(await activityOf(server, company, 'platform.members.enable')).to.deep.equal([])
    const lines = await activityOf(server, company, 'platform.members.disable')
    expect(lines.map(({ subject_type, subject_name }) => [subject_type, subject_name])).to.deep.equal([
      ['membership', 'a login of no person'],
    ])
  })

  it('is never done to oneself, nor to an owner by anybody but an owner', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    const admin = await company.key(member, 'manage')
    const own = await refused(
      admin.call('platform_members_disable', { membership_id: member.membershipId }),
      'forbidden',
    )
    expect(own.body.error.details![0]!.code).to.equal('own_access')
    const second = await company.member('owner')
    for (const action of ['platform_members_disable', 'platform_members_enable'] as const) {
      const { body } = await refused(admin.call(action, { membership_id: second.membershipId }), 'forbidden')
      expect(body.error.details![0]!.code).to.equal('owners_decide_owners')
    }
    const owner = await company.as('owner')
    await owner.call('platform_members_disable', { membership_id: second.membershipId })
  })

  it('never leaves a company without an owner who can sign in', async () => {
    const company = await server.company()
    const second = await company.key(await company.member('owner'), 'manage')
    const [first] = (await second.call('platform_members_list', {})).filter(({ has_login: able }) => able)
    const { body } = await refused(
      second.call('platform_members_disable', { membership_id: first!.membership_id! }),
      'conflict',
    )
    expect(body.error.details![0]!.code).to.equal('last_owner')
  })

  it('names the person whom the login was linked to while the call waited', async () => {
    const company = await server.company()
    const [admin, other] = [await company.as('admin'), await company.as('admin')]
    const member = await company.member('viewer', { person: true })
    const next = await company.person({ given_name: 'Ada', family_name: 'Byron' })
    const input = { membership_id: member.membershipId }
    const { first, second } = await heldUp(
      server.db,
      {
        text: `select 1 from memberships where org_id = $1 and role = 'owner' for no key update`,
        values: [company.id],
      },
      () => admin.call('platform_members_link_person', { ...input, person_id: next.id }),
      () => other.call('platform_members_disable', input),
    )
    await Promise.all([first, second])
    const [disabled] = (await readEvents(server.db, company)).filter(({ type }) => type === 'member.disabled')
    expect(disabled!.payload).to.deep.nested.include({
      'member.person': { id: next.id, name: 'Ada Byron' },
    })
  })
})
