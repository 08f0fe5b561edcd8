import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { inUndoneTransaction, heldUp, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.members.link_person', () => {
  const server = useServer()

  it('gives a login its person, takes the person from another login, and clears', async () => {
    const company = await server.company()
    const admin = await company.as('admin')
    const [one, other] = [await company.member('viewer'), await company.member('viewer', { person: true })]
    const personId = other.personId!
    const linked = await admin.call('platform_members_link_person', {
      membership_id: one.membershipId,
      person_id: personId,
    })
    expect(linked.person_id).to.equal(personId)
    const persons = async () =>
      new Map(
        (await admin.call('platform_members_list', {})).map((row) => [row.membership_id, row.person_id]),
      )
    expect((await persons()).get(other.membershipId)).to.equal(null)
    const mine = await company.key(one, 'me')
    expect((await mine.call('org_me_get', {})).id).to.equal(personId)

    await admin.call('platform_members_link_person', { membership_id: one.membershipId, person_id: null })
    expect((await persons()).get(one.membershipId)).to.equal(null)
    const lines = await activityOf(server, company, 'platform.members.link_person')
    expect(lines.map(({ summary, subject_id }) => [summary, subject_id])).to.deep.equal([
      ['Linked {subject} to a login', personId],
      ['Unlinked {subject} from the login that they had', personId],
      ['Unlinked the login of {subject} from their person', personId],
    ])
    const person = { id: personId, name: 'Pat Person' }
    const member = { id: one.membershipId, role: 'viewer', status: 'active' }
    const events = await readEvents(server.db, company)
    expect(events.map(({ type, payload }) => [type, payload])).to.deep.equal([
      ['member.linked', { membership_id: member.id, previous_person: null, member: { ...member, person } }],
      [
        'member.linked',
        { membership_id: member.id, previous_person: person, member: { ...member, person: null } },
      ],
    ])
  })

  it('records nothing when the person is the same', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('hr', { person: true })]
    await admin.call('platform_members_link_person', {
      membership_id: member.membershipId,
      person_id: member.personId,
    })
    expect(await activityOf(server, company, 'platform.members.link_person')).to.deep.equal([])
  })

  it('refuses people who do not exist, or are erased', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('viewer')]
    const { id: erased } = await company.person({ erased: true })
    const { id: foreign } = await (await server.company()).person()
    const link = (person_id: string) =>
      admin.call('platform_members_link_person', { membership_id: member.membershipId, person_id })
    const { body } = await refused(link(erased), 'conflict')
    expect(body.error.details![0]!.code).to.equal('person_erased')
    await refused(link(foreign), 'not_found')
  })

  it('lets nobody change their own link once there is one, nor give their person away', async () => {
    const company = await server.company()
    const [mine, other] = [await company.member('admin'), await company.member('viewer')]
    const admin = await company.key(mine, 'manage')
    const { id } = await company.person()
    const link = (membership_id: string, person_id: string | null) =>
      admin.call('platform_members_link_person', { membership_id, person_id })
    await link(mine.membershipId, id)
    for (const [member, person, path] of [
      [mine, null, 'membership_id'],
      [mine, (await company.person()).id, 'membership_id'],
      [other, id, 'person_id'],
    ] as const) {
      const { body } = await refused(link(member.membershipId, person), 'forbidden')
      expect(body.error.details![0]).to.include({ code: 'own_link_stays', path })
    }
  })

  it('lets only owners change the link of an owner, also by taking the person away', async () => {
    const company = await server.company()
    const [admin, owner] = [await company.as('admin'), await company.as('owner')]
    const [second, other] = [await company.member('owner', { person: true }), await company.member('viewer')]
    for (const input of [
      { membership_id: second.membershipId, person_id: null },
      { membership_id: other.membershipId, person_id: second.personId },
    ]) {
      const { body } = await refused(admin.call('platform_members_link_person', input), 'forbidden')
      expect(body.error.details![0]!.code).to.equal('owners_decide_owners')
    }
    await owner.call('platform_members_link_person', {
      membership_id: other.membershipId,
      person_id: second.personId,
    })
  })

  it('gives a person to one of two logins that are linked to them at the same moment', async () => {
    const company = await server.company()
    const [admin, one, two] = [
      await company.as('admin'),
      await company.member('viewer'),
      await company.member('viewer'),
    ]
    const { id } = await company.person()
    const results = await Promise.all(
      [one, two].map(({ membershipId }) =>
        admin.post('/v1/platform/members.link_person', { membership_id: membershipId, person_id: id }),
      ),
    )
    expect(results.map(({ status }) => status)).to.deep.equal([200, 200])
    const holders = (await admin.call('platform_members_list', {})).filter(({ person_id: of }) => of === id)
    expect(holders).to.have.length(1)
  })

  it('says which login has lost its person, also one that got them while the call waited', async () => {
    const company = await server.company()
    const [admin, other, person] = [
      await company.as('admin'),
      await company.as('admin'),
      await company.person(),
    ]
    const [one, two] = [await company.member('viewer'), await company.member('viewer')]
    const link = (by: typeof admin, { membershipId: membership_id }: typeof one) =>
      by.call('platform_members_link_person', { membership_id, person_id: person.id })
    const { first, second } = await heldUp(
      server.db,
      {
        text: `select 1 from memberships where org_id = $1 and role = 'owner' for no key update`,
        values: [company.id],
      },
      () => link(admin, one),
      () => link(other, two),
    )
    await Promise.all([first, second])
    const lines = await activityOf(server, company, 'platform.members.link_person')
    expect(lines.map(({ summary }) => summary)).to.have.members([
      'Linked {subject} to a login',
      'Linked {subject} to a login',
      'Unlinked {subject} from the login that they had',
    ])
  })

  it('waits for a call of the member before it locks the member, and not the other way round', async () => {
    const company = await server.company()
    const [admin, member] = [await company.as('admin'), await company.member('viewer')]
    const input = { membership_id: member.membershipId, person_id: (await company.person()).id }
    await inUndoneTransaction(server.db, async (other) => {
      // As a call that stores what the member made, and asks at its end whether they still may.
      const lock = (how: string) =>
        other.query(`select 1 from memberships where org_id = $1 and id = $2 ${how}`, [
          company.id,
          member.membershipId,
        ])
      await lock('for key share')
      const linked = admin.call('platform_members_link_person', input)
      await untilBlocked(server.db, linked)
      await lock('for share nowait')
      await other.query('commit')
      expect(await linked).to.include({ person_id: input.person_id })
    })
  })
})
