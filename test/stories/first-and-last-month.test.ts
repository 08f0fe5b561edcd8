import { expect } from 'chai'
import { task as remind } from '../../src/jobs/remind.ts'
import type { Day } from '../../src/domain/day.ts'
import { actor, type Actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'
import { startOf } from '../support/start-of-day.ts'
import { tellEffective } from '../support/tell-effective.ts'

const minute = 60_000

/** The same months in companies whose days begin up to 20 hours apart. */
for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles'])
  describe(`the first and the last month of people in ${timeZone}`, () => {
    const server = useServer({})
    let company: Company
    let hr: TestClient
    let boss: Actor
    let readers: [string, TestClient, string][]
    let seen: Set<string>

    const work = async (instant: Date) => {
      server.now = instant
      await tellEffective(server, instant)
      await runJob(server, remind, instant)
    }
    const at = (day: Day, minutes = 0) => new Date(startOf(day, timeZone).getTime() + minutes * minute)

    /** All that was told or mailed since this was asked before, of everybody. */
    const told = async (): Promise<string[]> => {
      const found = await Promise.all(
        readers.map(async ([name, client, membershipId]) => {
          const { items } = await client.call('platform_notifications_list', { limit: 50 })
          const { rows } = await server.db.query<{ id: string; kind: string }>(
            `select id, kind from mails where org_id = $1 and membership_id = $2`,
            [company.id, membershipId],
          )
          const shown = items.map(({ id, kind, task, reminder, date, href }) => ({
            id,
            text: [
              name,
              task?.title ?? reminder?.kind ?? kind,
              date,
              href!.split('/').slice(0, 3).join('/'),
            ].join(' '),
          }))
          return [
            ...shown,
            ...rows.map(({ id, kind }) => ({ id: `mail ${id}`, text: `${name} mail ${kind}` })),
          ]
        }),
      )
      const fresh = found.flat().filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      return fresh.map(({ text }) => text).toSorted()
    }

    /** Nothing is told a minute before the day, this soon after midnight, and nothing twice. */
    const expectTold = async (day: Day, expected: string[]) => {
      await work(at(day, -1))
      expect(await told(), `before ${day}`).to.deep.equal([])
      await expectFound(day, expected)
    }
    /** The same after days in which nothing ran. */
    const expectFound = async (day: Day, expected: string[]) => {
      await work(at(day, 5))
      expect(await told(), day).to.deep.equal(expected.toSorted())
      await work(at(day, 10))
      await work(at(day, 23 * 60))
      expect(await told(), `later on ${day}`).to.deep.equal([])
    }
    const member = async (name: string, personId: string) => {
      const login = await company.member('member', { personId })
      const client = await company.key(login)
      readers.push([name, client, login.membershipId])
      return client
    }
    const dueDates = async (run_id: string) =>
      (await hr.call('org_checklists_runs_get', { run_id })).tasks.map(({ title, due_date }) => [
        title,
        due_date,
      ])

    beforeEach(async () => {
      server.now = at('2026-06-15', 12 * 60)
      company = await server.company({ timeZone })
      const desk = await actor(server, company, 'hr', { start_date: '2020-01-02' })
      boss = await actor(server, company, 'member', { start_date: '2020-01-02' })
      hr = desk.key
      readers = [
        ['hr', desk.key, desk.member.membershipId],
        ['boss', boss.key, boss.member.membershipId],
      ]
      seen = new Set()
    })

    it('a joiner: each task and each day is told to whom it concerns, once, counted from the day that moved', async () => {
      const { id: helper } = await company.person({ start_date: '2020-01-02' })
      await member('helper', helper)
      await hr.call('org_checklists_templates_create', {
        ...{ name: 'Welcome', kind: 'onboarding' },
        tasks: [
          { title: 'Contract', assignee: { type: 'hr' }, offset_days: -5 },
          { title: 'Desk', assignee: { type: 'manager' }, offset_days: 0 },
          { title: 'Handbook', assignee: { type: 'person' }, offset_days: 1 },
          { title: 'Badge', assignee: { type: 'member', person_id: helper }, offset_days: 2 },
        ],
      })
      const { person, checklists_started } = await hr.call('org_people_hire', {
        ...{ given_name: 'Ada', family_name: 'Byron', work_email: 'ada@company.example', title: 'Cook' },
        ...{ start_date: '2026-07-10', manager_id: boss.personId, probation_end_date: '2026-08-05' },
      })
      const run = checklists_started[0]!.id
      expect(checklists_started.map(({ name }) => name)).to.deep.equal(['Welcome'])
      expect(await dueDates(run)).to.deep.equal([
        ['Contract', '2026-07-05'],
        ['Desk', '2026-07-10'],
        ['Handbook', '2026-07-11'],
        ['Badge', '2026-07-12'],
      ])
      const { jobs } = await hr.call('org_people_timeline', { person_id: person.id })
      await hr.call('org_people_correct_job', { job_id: jobs[0]!.id, valid_from: '2026-07-01' })
      expect(await dueDates(run)).to.deep.equal([
        ['Contract', '2026-06-26'],
        ['Desk', '2026-07-01'],
        ['Handbook', '2026-07-02'],
        ['Badge', '2026-07-03'],
      ])
      const ada = await member('ada', person.id)
      await expectTold('2026-06-26', ['hr Contract 2026-06-26 /manage/tasks'])
      await expectTold('2026-06-28', [
        'hr start_soon 2026-07-01 /manage/people',
        'hr mail reminders',
        `boss start_soon 2026-07-01 /people/${person.id}`,
        'boss mail reminders',
      ])
      await expectTold('2026-07-01', [
        'hr start_today 2026-07-01 /manage/people',
        'hr mail reminders',
        `boss start_today 2026-07-01 /people/${person.id}`,
        'boss mail reminders',
        'boss Desk 2026-07-01 /tasks',
        'ada start_today 2026-07-01 /profile',
        'ada mail reminders',
      ])
      await expectTold('2026-07-02', ['ada Handbook 2026-07-02 /tasks'])
      const mine = await ada.call('org_checklists_tasks_list', {})
      const handbook = mine.find(({ title }) => title === 'Handbook')!
      await ada.call('org_checklists_tasks_set_status', { task_id: handbook.id, status: 'done' })
      const { items, unread } = await ada.call('platform_notifications_list', {})
      expect([items.map(({ kind }) => kind), unread]).to.deep.equal([['reminder'], 1])
      await expectTold('2026-07-03', ['helper Badge 2026-07-03 /tasks'])
      // Nothing runs for three weeks, in which the probation was to be told.
      await expectFound('2026-07-25', [
        'hr probation_end 2026-08-05 /manage/people',
        'hr mail reminders',
        `boss probation_end 2026-08-05 /people/${person.id}`,
        'boss mail reminders',
      ])
      await expectTold('2026-08-05', [])
    })

    it('a leaver: tasks of an end that is cancelled are told no more, those of the next end are, also after days without work', async () => {
      await hr.call('org_checklists_templates_create', {
        ...{ name: 'Goodbye', kind: 'offboarding' },
        tasks: [
          { title: 'Papers', assignee: { type: 'hr' }, offset_days: -10 },
          { title: 'Handover', assignee: { type: 'manager' }, offset_days: -3 },
          { title: 'Laptop', assignee: { type: 'person' }, offset_days: 0 },
          { title: 'Account', assignee: { type: 'person' }, offset_days: 1 },
        ],
      })
      const { id: person_id } = await company.person({ start_date: '2024-08-28', manager_id: boss.personId })
      const leaver = await member('leaver', person_id)
      const end = (last_day: string | null) => hr.call('org_people_terminate', { person_id, last_day })
      const runs = async () =>
        (await hr.call('org_checklists_runs_list', { status: 'all' })).map(({ status, anchor_date }) => [
          status,
          anchor_date,
        ])
      await end('2026-07-10')
      await expectTold('2026-06-30', ['hr Papers 2026-06-30 /manage/tasks'])
      await end(null)
      expect(await runs()).to.deep.equal([['cancelled', '2026-07-10']])
      expect((await hr.call('platform_notifications_list', {})).unread).to.equal(0)
      await expectTold('2026-07-10', [])

      await end('2026-09-30')
      await end('2026-08-31')
      expect(await runs()).to.deep.equal([
        ['open', '2026-08-31'],
        ['cancelled', '2026-07-10'],
      ])
      const own = async () => (await leaver.call('org_checklists_tasks_list', {})).map(({ title }) => title)
      await work(at('2026-08-20', 5))
      expect([await told(), await own()]).to.deep.equal([[], []])
      // Nothing runs for ten days: what was due is told late, the anniversary of two days ago, too.
      await expectFound('2026-08-30', [
        'hr Papers 2026-08-21 /manage/tasks',
        'boss Handover 2026-08-28 /tasks',
        'hr anniversary 2026-08-28 /manage/people',
        'hr mail reminders',
        `boss anniversary 2026-08-28 /people/${person_id}`,
        'boss mail reminders',
        'leaver anniversary 2026-08-28 /profile',
        'leaver mail reminders',
      ])
      expect(await own()).to.deep.equal(['Laptop', 'Account'])
      await expectTold('2026-08-31', ['leaver Laptop 2026-08-31 /tasks'])
      // Whoever has left does nothing more: HR does it.
      readers = readers.filter(([name]) => name !== 'leaver')
      await expectTold('2026-09-01', ['hr Account 2026-09-01 /manage/tasks'])
      const { items } = await boss.key.call('platform_notifications_list', {})
      expect(items.map(({ task }) => task?.title)).to.deep.equal(['Handover'])
      expect((await hr.call('org_checklists_tasks_list', {})).map(({ title }) => title)).to.include('Laptop')
    })
  })
