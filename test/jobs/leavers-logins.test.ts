import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import type { Company, Member } from '../support/company.ts'
import { checkEvent } from '../support/contract.ts'
import { tellEffective } from '../support/tell-effective.ts'
import { readEvents } from '../support/events.ts'
import { addEmployment } from '../support/job-rows.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'

const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`)
const lastDay = '2030-03-31'

describe('the login of somebody whose last day is over', () => {
  const server = useServer({})

  const leaver = async (company: Company, role: Member['role'] = 'hr', day = lastDay) => {
    const { id } = await company.person({ given_name: 'Lea', family_name: 'Ver', last_day: day })
    return company.member(role, { personId: id })
  }
  const statusOf = async ({ membershipId }: Member): Promise<string> => {
    const { rows } = await server.db.query<{ status: string }>(
      'select status from memberships where id = $1',
      [membershipId],
    )
    return rows[0]!.status
  }
  /** An owner who can sign in: members of tests have no password. */
  const giveLogin = (member: Member) =>
    server.db.query(`update users set password_hash = 'a hash' where id = $1`, [member.userId])

  it('closes with the end of that day in the time zone of the organization, with sessions and keys', async () => {
    const company = await server.company({ timeZone: 'America/New_York' })
    const member = await leaver(company)
    const [key, web] = [await company.key(member), await company.web(member)]
    for (const caller of [key, web]) await caller.call('platform_whoami', {})
    // Midnight in New York is 4:00 UTC, in summer.
    await tellEffective(server, at('2030-04-01', '03:59'))
    for (const caller of [key, web]) await caller.call('platform_whoami', {})
    await tellEffective(server, at('2030-04-01', '04:00'))
    for (const caller of [key, web]) {
      const answer = await caller.post('/v1/platform/whoami', {})
      expect(answer.status).to.equal(401)
    }
  })

  it('opens again without its old sessions', async () => {
    const company = await server.company()
    const member = await leaver(company)
    const [key, web] = [await company.key(member), await company.web(member)]
    await tellEffective(server, at('2030-04-01'))
    const owner = await company.as('owner')
    await owner.call('platform_members_enable', { membership_id: member.membershipId })
    const statuses = [key, web].map(async (caller) => (await caller.post('/v1/platform/whoami', {})).status)
    expect(await Promise.all(statuses)).to.deep.equal([200, 401])
  })

  it('is told in an event and a line of the log, by the service', async () => {
    const company = await server.company()
    const member = await leaver(company)
    await tellEffective(server, at('2030-04-01'))
    await tellEffective(server, at('2030-04-02'))
    const events = await readEvents(server.db, company)
    expect(events.map(({ type }) => type)).to.deep.equal(['person.left', 'member.disabled'])
    const [, disabled] = events
    expect(disabled).to.deep.include({ subject_id: member.membershipId, person_id: member.personId })
    expect(disabled!.payload).to.deep.equal({
      membership_id: member.membershipId,
      member: {
        id: member.membershipId,
        person: { id: member.personId, name: 'Lea Ver' },
        role: 'hr',
        status: 'disabled',
      },
    })
    checkEvent(disabled!.type, disabled!.payload)
    const lines = await activityOf(server, company, 'service.tell_effective')
    expect(lines).to.deep.equal([
      {
        summary: 'Disabled the login of {subject}, who has left',
        subject_type: 'person',
        subject_id: member.personId,
        subject_name: null,
        person_id: member.personId,
        changes: [{ field: 'status', before: 'active', after: 'disabled' }],
      },
    ])
    const owner = await company.as('owner')
    const { items } = await owner.call('platform_activity_list', { action: 'service.tell_effective' })
    expect(items[0]).to.deep.include({ summary: 'Disabled the login of Lea Ver, who has left' })
    expect(items[0]!.actor).to.deep.include({ kind: 'system', name: 'Rollcall', via: 'service' })
  })

  it('closes after days without a worker, but not when the end was taken back or moved meanwhile', async () => {
    const company = await server.company()
    const [gone, staying, later] = [await leaver(company), await leaver(company), await leaver(company)]
    const move = (member: Member, day: string | null) =>
      server.db.query('update employments set last_day = $2 where person_id = $1', [member.personId, day])
    await move(staying, null)
    await move(later, '2030-12-31')
    await tellEffective(server, at('2030-05-15'))
    expect([await statusOf(gone), await statusOf(staying), await statusOf(later)]).to.deep.equal([
      'disabled',
      'active',
      'active',
    ])
  })

  it('stays open for somebody who is employed again by then, and closes with the second employment', async () => {
    const company = await server.company()
    const member = await leaver(company)
    await addEmployment(server, company.id, member.personId!, '2030-04-01', {
      title: 'Advisor',
      to: '2030-05-31',
    })
    await tellEffective(server, at('2030-04-01'))
    expect(await statusOf(member)).to.equal('active')
    await tellEffective(server, at('2030-06-01'))
    expect(await statusOf(member)).to.equal('disabled')
  })

  it('closes for somebody who comes back later, and stays closed when they do', async () => {
    const company = await server.company()
    const member = await leaver(company)
    await addEmployment(server, company.id, member.personId!, '2030-06-01', { title: 'Advisor' })
    await tellEffective(server, at('2030-04-01'))
    expect(await statusOf(member)).to.equal('disabled')
    await tellEffective(server, at('2030-06-01'))
    expect(await statusOf(member)).to.equal('disabled')
  })

  it('is left alone when somebody opens it again', async () => {
    const company = await server.company()
    const member = await leaver(company)
    await tellEffective(server, at('2030-04-01'))
    await server.db.query(`update memberships set status = 'active' where id = $1`, [member.membershipId])
    await tellEffective(server, at('2030-04-02'))
    expect(await statusOf(member)).to.equal('active')
  })

  it('closes again when the end was moved ahead after it had closed', async () => {
    const company = await server.company()
    const member = await leaver(company)
    await tellEffective(server, at('2030-04-01'))
    await server.db.query(`update memberships set status = 'active' where id = $1`, [member.membershipId])
    server.now = at('2030-04-02')
    const hr = await company.as('hr')
    await hr.call('org_people_terminate', { person_id: member.personId!, last_day: '2030-04-30' })
    await tellEffective(server, at('2030-04-30'))
    expect(await statusOf(member)).to.equal('active')
    await tellEffective(server, at('2030-05-01'))
    expect(await statusOf(member)).to.equal('disabled')
  })

  it('closes for owners, too, while another one can sign in', async () => {
    const company = await server.company()
    const [first, second] = [await leaver(company, 'owner'), await leaver(company, 'owner')]
    for (const member of [first, second]) await giveLogin(member)
    await tellEffective(server, at('2030-04-01'))
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal(['disabled', 'disabled'])
  })

  it('stays open for the last owner who can sign in, says so once, and closes when there is another one', async () => {
    const company = await server.company()
    // Without its first owner, who is no person.
    await server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [company.id])
    const [able, unable] = [await leaver(company, 'owner'), await leaver(company, 'owner')]
    await giveLogin(able)
    const other = await company.member('owner', { person: true })
    for (const day of ['2030-04-01', '2030-04-02', '2030-04-03']) await tellEffective(server, at(day))
    expect([await statusOf(able), await statusOf(unable)]).to.deep.equal(['active', 'disabled'])
    const lines = await activityOf(server, company, 'service.tell_effective')
    expect(lines.map(({ summary, subject_id: id }) => [summary, id])).to.deep.equal([
      ['Disabled the login of {subject}, who has left', unable.personId],
      [
        'Kept the login of {subject}, who has left: no other owner can sign in. It closes when there is one',
        able.personId,
      ],
    ])
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.toSorted()).to.deep.equal(['member.disabled', 'person.left', 'person.left'])

    await giveLogin(other)
    await tellEffective(server, at('2030-04-04'))
    expect(await statusOf(able)).to.equal('disabled')
  })

  it('closes for one of two owners who leave at the same moment, whoever tells it', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await server.company()
      await server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [company.id])
      const owners = [await leaver(company, 'owner'), await leaver(company, 'owner')]
      for (const member of owners) await giveLogin(member)
      await Promise.all([
        tellEffective(server, at('2030-04-01')),
        tellEffective(server, at('2030-04-01')),
        tellEffective(server, at('2030-04-01')),
      ])
      expect([await statusOf(owners[0]!), await statusOf(owners[1]!)].toSorted()).to.deep.equal([
        'active',
        'disabled',
      ])
    }
  })

  it('closes for one of two owners, each of whom another worker tells before the other has written', async () => {
    const company = await server.company()
    await server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [company.id])
    const [first, second] = [await leaver(company, 'owner'), await leaver(company, 'owner')]
    for (const member of [first, second]) await giveLogin(member)
    const blocker = await server.db.connect()
    try {
      // The first worker leaves out the second owner, who is just being changed, and stops before it closes a login.
      await blocker.query('begin; lock table memberships in share mode; savepoint before_person')
      await blocker.query('select 1 from people where org_id = $1 and id = $2 for update', [
        company.id,
        second.personId,
      ])
      const one = tellEffective(server, at('2030-04-01'))
      await untilBlocked(server.db, one)
      await blocker.query('rollback to savepoint before_person')
      const other = tellEffective(server, at('2030-04-01'))
      await untilBlocked(server.db, other, 2)
      await blocker.query('rollback')
      await Promise.all([one, other])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal(['disabled', 'active'])
  })

  it('needs nothing of people who have none', async () => {
    const company = await server.company()
    await company.person({ last_day: lastDay })
    await tellEffective(server, at('2030-04-01'))
    const { rows } = await server.db.query(
      'select 1 from employments where org_id = $1 and login_settled_at is not null',
      [company.id],
    )
    expect(rows).to.have.length(1)
  })
})
