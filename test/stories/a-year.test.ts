import { expect } from 'chai'
import type { Day } from '../../src/domain/day.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { tellEffective } from '../support/tell-effective.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'
import { startOf } from '../support/start-of-day.ts'
import { told as sentences } from '../support/warnings.ts'

const minute = 60_000

/** The same year in companies whose days begin up to 24 hours apart. */
for (const timeZone of ['UTC', 'Pacific/Auckland', 'Pacific/Honolulu'])
  describe(`a year of a company in ${timeZone}`, () => {
    const server = useServer()
    let company: Company
    let hr: TestClient
    let laboratory: string
    let product: string
    let lea: string
    let paul: string

    const goTo = async (instant: Date) => {
      server.now = instant
      await tellEffective(server, instant)
    }
    const morningOf = (day: Day) => goTo(startOf(day, timeZone))
    const midnightAfter = (day: Day) => {
      const next = new Date(`${day}T00:00:00Z`)
      next.setUTCDate(next.getUTCDate() + 1)
      const start = startOf(next.toISOString().slice(0, 10) as Day, timeZone)
      return goTo(new Date(start.getTime() - minute))
    }

    before(async () => {
      company = await server.company({ timeZone })
      hr = await company.as('hr')
      lea = (await company.person({ given_name: 'Lea', family_name: 'Lead', title: 'Head of Research' })).id
      paul = (await company.person({ given_name: 'Paul', family_name: 'Prado', title: 'Head of Product' })).id
      laboratory = await company.unit({ name: 'Research', head_person_id: lea })
      product = await company.unit({ name: 'Product', head_person_id: paul })
    })

    const hire = async (given_name: string, start_date: string, more: object) =>
      (
        await hr.call('org_people_hire', {
          given_name,
          family_name: 'Example',
          work_email: `${given_name.toLowerCase()}@company.example`,
          title: 'Researcher',
          start_date,
          ...more,
        })
      ).person.id!
    const change = (person_id: string, effective_date: string, more: object) =>
      hr.call('org_people_change_job', { person_id, effective_date, reason: 'change', ...more })
    const get = (person_id: string, as_of?: string) =>
      hr.call('org_people_get', { person_id, ...(as_of && { as_of }) })
    const rowsOf = async (person_id: string) => (await hr.call('org_people_timeline', { person_id })).jobs

    it('joins, a promotion, a transfer that is taken back, a leave, a rehire and a late correction', async () => {
      // January: Ada is hired for February, Bob starts today, Carl works for Bob.
      await morningOf('2026-01-12')
      const ada = await hire('Ada', '2026-02-01', { unit_id: laboratory, weekly_hours: 40 })
      const bob = await hire('Bob', '2026-01-12', { unit_id: product, notice_period_days: 60 })
      const carl = await hire('Carl', '2026-01-12', { manager_id: bob })
      await midnightAfter('2026-01-31')
      expect(await get(ada)).to.include({ status: 'pre_hire', job: null })
      await morningOf('2026-02-01')
      expect(await get(ada)).to.include({ status: 'active', next_job: null })
      expect((await get(ada)).manager?.id).to.equal(lea)

      // March: a promotion is planned, and applies from the first minute of April.
      await morningOf('2026-03-10')
      await change(ada, '2026-04-01', { reason: 'promotion', title: 'Senior Researcher' })
      await midnightAfter('2026-03-31')
      expect(await get(ada)).to.include({ title: 'Researcher' })
      await morningOf('2026-04-01')
      expect(await get(ada)).to.include({ title: 'Senior Researcher' })
      expect(await get(ada, '2026-03-31')).to.include({ title: 'Researcher' })

      // May: a transfer is planned. On its eve it is taken back; the one of the next day cannot be.
      await morningOf('2026-05-20')
      const { job: transfer, warnings } = await change(ada, '2026-07-01', {
        reason: 'transfer',
        unit_id: product,
      })
      expect(transfer.manager?.id).to.equal(paul)
      expect(sentences({ warnings }).join()).to.include('the lead of Product')
      const { job: shorter } = await change(carl, '2026-07-01', { fte: 0.5 })
      await midnightAfter('2026-06-30')
      await hr.call('org_people_remove_job', { job_id: transfer.id })
      await morningOf('2026-07-01')
      await refused(hr.call('org_people_remove_job', { job_id: shorter.id }), 'conflict')
      expect((await get(ada)).unit?.id).to.equal(laboratory)

      // August: what nobody entered in March is entered now, and reaches the promotion; the first title was wrong.
      await morningOf('2026-08-03')
      const late = await change(ada, '2026-03-01', { weekly_hours: 32, title: 'Chemist' })
      expect(sentences(late).join()).to.include('2026-04-01')
      const [first] = await rowsOf(ada)
      await hr.call('org_people_correct_job', { job_id: first!.id, title: 'Physicist' })
      expect((await rowsOf(ada)).map((row) => [row.valid_from, row.title, row.weekly_hours])).to.deep.equal([
        ['2026-02-01', 'Physicist', 40],
        ['2026-03-01', 'Chemist', 32],
        ['2026-04-01', 'Senior Researcher', 32],
      ])

      // Bob leaves at the end of September. Carl's row keeps him, until somebody changes it.
      const leave = await hr.call('org_people_terminate', {
        person_id: bob,
        last_day: '2026-09-30',
        type: 'voluntary',
      })
      expect(sentences(leave).join(' ')).to.include(carl).and.include('notice period')
      await midnightAfter('2026-09-30')
      expect(await get(bob)).to.include({ status: 'active', end_date: '2026-09-30' })
      const back = { person_id: bob, last_day: null }
      expect(await hr.call('org_people_terminate', back, { dryRun: true })).to.include({ change: 'cancel' })
      await morningOf('2026-10-01')
      expect(await get(bob)).to.include({ status: 'terminated' })
      await refused(hr.call('org_people_terminate', back), 'conflict')
      await change(carl, '2026-10-01', { manager_id: paul })

      // In December he is back, for Carl's old manager is missed.
      await morningOf('2026-11-16')
      await hr.call('org_people_rehire', {
        person_id: bob,
        start_date: '2026-12-01',
        title: 'Adviser',
        unit_id: product,
      })
      expect(await get(bob)).to.include({ status: 'pre_hire' })
      await morningOf('2026-12-01')
      expect(await get(bob)).to.include({
        status: 'active',
        title: 'Adviser',
        start_date: '2026-12-01',
        original_start_date: '2026-01-12',
      })

      // The year in retrospect.
      const titlesOf = async (as_of: string) =>
        (await hr.call('org_people_list', { as_of })).people
          .filter(({ id }) => [ada, bob, carl].includes(id!))
          .map(({ given_name, title, manager }) => [given_name, title, manager?.name ?? null])
      expect(await titlesOf('2026-01-31')).to.deep.equal([
        ['Bob', 'Researcher', 'Paul Prado'],
        ['Carl', 'Researcher', 'Bob Example'],
      ])
      expect(await titlesOf('2026-09-30')).to.deep.equal([
        ['Ada', 'Senior Researcher', 'Lea Lead'],
        ['Bob', 'Researcher', 'Paul Prado'],
        ['Carl', 'Researcher', 'Bob Example'],
      ])
      expect(await titlesOf('2026-10-01')).to.deep.equal([
        ['Ada', 'Senior Researcher', 'Lea Lead'],
        ['Carl', 'Researcher', 'Paul Prado'],
      ])
      expect(await titlesOf('2026-12-01')).to.deep.equal([
        ['Ada', 'Senior Researcher', 'Lea Lead'],
        ['Bob', 'Adviser', 'Paul Prado'],
        ['Carl', 'Researcher', 'Paul Prado'],
      ])
      const told = async (person: string) =>
        (await readEvents(server.db, company))
          .filter(({ person_id }) => person_id === person)
          .map(({ type, effective_date }) => `${type} ${effective_date}`)
      expect(await told(ada)).to.deep.equal([
        'person.hired 2026-02-01',
        'person.started 2026-02-01',
        'person.job_changed 2026-04-01',
        'person.job_started 2026-04-01',
        'person.job_changed 2026-07-01',
        'job.removed 2026-07-01',
        'person.job_changed 2026-03-01',
        'person.job_started 2026-03-01',
        'job.corrected 2026-02-01',
      ])
      expect(await told(bob)).to.deep.equal([
        'person.hired 2026-01-12',
        'person.started 2026-01-12',
        'person.terminated 2026-09-30',
        'person.left 2026-09-30',
        'person.rehired 2026-12-01',
        'person.started 2026-12-01',
      ])
    })
  })
