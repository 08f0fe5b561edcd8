import { expect } from 'chai'
import type { NewPerson } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { addEmployment, addJobRow } from '../../../support/job-rows.ts'
import { useServer } from '../../../support/server.ts'

const hiddenFromDirectory = ['original_start_date', 'end_date', 'job', 'next_job']
const privateFields = [
  'contact',
  'birthday',
  'gender',
  'nationality',
  'tax_id',
  'social_security_number',
  'iban',
]

describe('org.people.get', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('shows the job on a day in the past and the one that is scheduled', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2020-01-01', title: 'Junior' })
    await addJobRow(server, company.id, id, '2025-01-01', { title: 'Senior' })
    await addJobRow(server, company.id, id, '2026-09-01', { title: 'Principal' })
    const hr = await company.as('hr')
    const now = await hr.call('org_people_get', { person_id: id })
    expect([now.job?.title, now.next_job?.title, now.title]).to.deep.equal(['Senior', 'Principal', 'Senior'])
    const then = await hr.call('org_people_get', { person_id: id, as_of: '2021-05-05' })
    expect([then.job?.title, then.next_job?.title, then.status]).to.deep.equal(['Junior', 'Senior', 'active'])
    const before = await hr.call('org_people_get', { person_id: id, as_of: '2019-05-05' })
    expect([before.job, before.next_job?.title, before.status]).to.deep.equal([null, 'Junior', 'pre_hire'])
  })

  it('shows callers everything about themselves, with any credential', async () => {
    const company = await server.company()
    const member = await company.member('member', { person: true })
    const me = await (await company.key(member)).call('org_people_get', { person_id: member.personId! })
    expect(me.hidden_fields).to.deep.equal([])
    expect(me.job?.title).to.equal('member')
  })

  it('shows the job tier to managers at any distance above, and only the directory to others', async () => {
    const company = await server.company()
    const boss = await company.member('member', { person: true })
    const lead = await company.person({ manager_id: boss.personId! })
    const report = await company.person({ manager_id: lead.id })
    const seenByBoss = await (await company.key(boss)).call('org_people_get', { person_id: report.id })
    expect(seenByBoss.hidden_fields).to.deep.equal(privateFields)
    expect(seenByBoss.job?.title).to.equal('Engineer')
    const colleague = await company.as('member')
    const seenByColleague = await colleague.call('org_people_get', { person_id: report.id })
    expect(seenByColleague.hidden_fields).to.deep.equal([...hiddenFromDirectory, ...privateFields])
    expect(seenByColleague).to.include({ job: null, title: 'Engineer' })
    await refused(
      colleague.call('org_people_get', { person_id: report.id, as_of: '2026-12-01' }),
      'forbidden',
    )
  })

  it('shows the job tier only to the managers of today, not to former or future ones', async () => {
    const company = await server.company()
    const boss = await company.member('member', { person: true })
    const me = boss.personId!
    /** A person with one manager until yesterday, another one today, and a third from tomorrow on. */
    const led = async (before: string | null, now: string | null, later: string | null) => {
      const { id } = await company.person({ manager_id: before })
      await addJobRow(server, company.id, id, '2026-06-15', { title: 'Engineer', manager_id: now })
      await addJobRow(server, company.id, id, '2026-06-16', { title: 'Engineer', manager_id: later })
      return id
    }
    const lead = await led(null, me, null)
    const line = [lead, await led(null, lead, null)]
    const [left, coming] = [await led(me, null, null), await led(null, null, me)]
    const others = [
      left,
      coming,
      await led(lead, null, null),
      await led(null, null, lead),
      await led(null, left, null),
      await led(null, coming, null),
    ]
    const client = await company.key(boss)
    for (const as_of of ['2026-06-15', '2026-06-14']) {
      const { people } = await client.call('org_people_list', { as_of })
      const shown = people.filter(({ hidden_fields }) => !hidden_fields.includes('job'))
      expect(shown.map(({ id }) => id)).to.have.members([me, ...line])
      for (const person_id of [...line, ...others]) {
        const { hidden_fields } = await client.call('org_people_get', { person_id, as_of })
        expect(hidden_fields.includes('job')).to.equal(others.includes(person_id))
      }
    }
  })

  it('shows a manager with the title of today, for every day', async () => {
    const company = await server.company()
    const boss = await company.person({ title: 'Junior' })
    await addJobRow(server, company.id, boss.id, '2025-01-01', { title: 'Senior' })
    await addJobRow(server, company.id, boss.id, '2026-09-01', { title: 'Principal' })
    const { id } = await company.person({ manager_id: boss.id })
    const owner = await company.as('owner')
    for (const as_of of ['2021-05-05', '2026-06-15', '2026-12-01']) {
      const person = await owner.call('org_people_get', { person_id: id, as_of })
      const { people } = await owner.call('org_people_list', { manager_id: boss.id, as_of })
      const titles = [person.manager, person.job?.manager, people[0]?.manager].map((one) => one?.title)
      expect(titles, as_of).to.deep.equal(['Senior', 'Senior', 'Senior'])
    }
  })

  it('shows no manager from the day after their last one; the job row keeps them', async () => {
    const company = await server.company()
    const boss = await company.person({ last_day: '2026-06-15' })
    const { id } = await company.person({ manager_id: boss.id })
    const owner = await company.as('owner')
    for (const [as_of, managerId] of [
      ['2026-06-15', boss.id],
      ['2026-06-16', undefined],
    ] as const) {
      const person = await owner.call('org_people_get', { person_id: id, as_of })
      const { people } = await owner.call('org_people_list', { manager_id: boss.id, as_of })
      expect(people, 'the filter is by the job rows').to.have.length(1)
      for (const shown of [person, people[0]!])
        expect([shown.manager?.id, shown.job?.manager?.id], as_of).to.deep.equal([managerId, boss.id])
    }
    server.now = new Date('2026-06-16T12:00:00Z')
    const yesterday = await owner.call('org_people_get', { person_id: id, as_of: '2026-06-15' })
    expect(yesterday.manager, 'then the manager was still there').to.include({ id: boss.id })
  })

  it('keeps the job tier from a manager who has left or starts later, whatever the rows say', async () => {
    const company = await server.company()
    const employed = async (details: NewPerson) => {
      const { id } = await company.person(details)
      const report = await company.person({ manager_id: id })
      const below = await company.person({ manager_id: report.id })
      const client = await company.key(await company.member('member', { personId: id }))
      const { people } = await client.call('org_people_list', {})
      const listed = people.filter(({ hidden_fields: hidden }) => !hidden.includes('job'))
      const shown: string[] = []
      for (const person_id of [report.id, below.id]) {
        const { hidden_fields: hidden } = await client.call('org_people_get', { person_id })
        if (!hidden.includes('job')) shown.push(person_id)
      }
      expect(listed.map((person) => person.id).filter((one) => one !== id)).to.have.members(shown)
      return shown.length
    }
    expect(await employed({ last_day: '2026-06-15' })).to.equal(2)
    expect(await employed({ last_day: '2026-06-14' })).to.equal(0)
    expect(await employed({ start_date: '2026-06-15' })).to.equal(2)
    expect(await employed({ start_date: '2026-06-16' })).to.equal(0)
  })

  it('keeps the job tier from whoever is above somebody by a manager who has left', async () => {
    const company = await server.company()
    const top = await company.member('member', { person: true })
    const left = await company.person({ manager_id: top.personId, last_day: '2026-06-14' })
    const { id } = await company.person({ manager_id: left.id })
    const client = await company.key(top)
    expect((await client.call('org_people_get', { person_id: id })).hidden_fields).to.include('job')
  })

  it('shows a manager who has left with the last title in the job row, and one who starts later with the first', async () => {
    const company = await server.company()
    const gone = await company.person({ title: 'Clerk', last_day: '2021-12-31' })
    await addEmployment(server, company.id, gone.id, '2023-01-01', { title: 'Chief', to: '2023-12-31' })
    const coming = await company.person({ title: 'Trainee', start_date: '2026-09-01' })
    await addJobRow(server, company.id, coming.id, '2027-01-01', { title: 'Expert' })
    const away = await company.person({ title: 'Mason', start_date: '2026-05-01', last_day: '2026-05-31' })
    await addEmployment(server, company.id, away.id, '2027-01-01', { title: 'Architect' })
    const owner = await company.as('owner')
    for (const [manager, title] of [
      [gone, 'Chief'],
      [coming, 'Trainee'],
      [away, 'Architect'],
    ] as const) {
      const { id } = await company.person({ manager_id: manager.id })
      const { manager: today, job } = await owner.call('org_people_get', { person_id: id })
      expect(job!.manager).to.include({ title })
      expect(today, 'who comes back is gone until then').to.deep.equal(
        manager === coming ? job!.manager : null,
      )
    }
  })

  it('never shows a viewer or a key the private details of others', async () => {
    const company = await server.company()
    const { id } = await company.person()
    for (const client of [
      await company.as('viewer', 'web'),
      await company.as('viewer'),
      await company.as('owner'),
      await company.as('admin'),
    ]) {
      const person = await client.call('org_people_get', { person_id: id })
      expect(person.hidden_fields).to.deep.equal(privateFields)
    }
  })

  it('says who can sign in, as the list does', async () => {
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
})
