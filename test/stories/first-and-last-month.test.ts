import { expect } from 'chai'
import { addDays, type Day } from '../../src/domain/day.ts'
import { task as remind } from '../../src/jobs/remind.ts'
import { task as tellEffective } from '../../src/jobs/tell_effective.ts'
import { actor, type Actor } from '../support/approvals.ts'
import { runJob } from '../support/run-job.ts'
import { unique, useServer } from '../support/server.ts'

/** A time zone, and the hour of the day before, or of the day itself, at which its days begin in July by UTC. */
const zones = { 'Pacific/Auckland': -12, 'America/Los_Angeles': 7 } as const

for (const [timeZone, hours] of Object.entries(zones))
  describe(`a first month and a last one in ${timeZone}`, () => {
    const server = useServer()
    const midnight = (day: Day) => new Date(Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000)
    const minutes = (day: Day, more: number) => new Date(midnight(day).getTime() + more * 60_000)

    async function start() {
      server.now = minutes('2026-06-15', 720)
      const company = await server.company({ timeZone })
      const owner = await company.as('owner', 'web')
      const [hr, boss] = [await actor(server, company, 'hr'), await actor(server, company, 'member')]
      const names = new Map([
        [hr.member.membershipId, 'hr'],
        [boss.member.membershipId, 'boss'],
      ])
      const seen = new Set<string>()

      /** What was stored for the bell since the last time, and which mails are to be sent: who was told what. */
      async function news(): Promise<string[]> {
        const { rows } = await server.db.query<{ id: string; membership_id: string; what: string }>(
          `select n.id, n.membership_id,
                  case n.kind when 'task' then (select t.title from checklist_tasks t where t.id = n.about_id) else n.reminder end
                    || ' ' || to_char(n.date, 'MM-DD') as what
             from notifications n where n.org_id = $1
            union all
           select m.id, m.membership_id, 'mail' from mails m where m.org_id = $1 and m.kind = 'reminders'`,
          [company.id],
        )
        const fresh = rows.filter(({ id }) => !seen.has(id))
        for (const { id } of fresh) seen.add(id)
        return fresh.map(({ membership_id: id, what }) => `${names.get(id) ?? 'owner'}: ${what}`).toSorted()
      }

      /** Lets the days pass. The jobs run just before and just after each midnight, and tell nothing before it. */
      async function pass(from: Day, to: Day, away: readonly Day[] = []): Promise<Record<Day, string[]>> {
        const told: Record<Day, string[]> = {}
        for (let day = from; day <= to; day = addDays(day, 1)) {
          if (away.includes(day)) continue
          for (const [more, isOver] of [
            [-5, false],
            [5, true],
            [10, false],
          ] as const) {
            if (more < 0 && away.includes(addDays(day, -1))) continue
            server.now = minutes(day, more)
            await runJob(server, tellEffective, server.now)
            await runJob(server, remind, server.now)
            const fresh = await news()
            if (isOver && fresh.length > 0) told[day] = fresh
            else expect(fresh, `${day} ${more}`).to.deep.equal([])
          }
        }
        return told
      }
      const named = (who: string, { member }: Pick<Actor, 'member'>) => names.set(member.membershipId, who)
      const bell = async (client: Actor['web']) =>
        (await client.call('platform_notifications_list', {})).items.map(
          ({ task, reminder }) => task?.title ?? reminder?.kind,
        )
      return { company, owner, hr, boss, pass, named, bell }
    }

    it('a joiner is expected, welcomed and reviewed, each on its day, also when the first day moves and the jobs were away', async () => {
      const { company, owner, hr, boss, pass, named, bell } = await start()
      await hr.web.call('org_checklists_templates_create', {
        ...{ name: 'Welcome', kind: 'onboarding' },
        tasks: [
          { title: 'Desk', assignee: { type: 'hr' }, offset_days: -3 },
          { title: 'Lunch', assignee: { type: 'manager' }, offset_days: 0 },
          { title: 'Handbook', assignee: { type: 'person' }, offset_days: 1 },
          { title: 'Review', assignee: { type: 'manager' }, offset_days: 28 },
        ],
      })
      const { person, checklists_started: started } = await hr.web.call('org_people_hire', {
        ...{ given_name: 'Jo', family_name: unique('Iner'), work_email: `${unique('jo')}@company.example` },
        ...{ title: 'Cook', start_date: '2026-07-01', probation_end_date: '2026-07-29' },
        manager_id: boss.personId,
      })
      expect(started.map(({ name }) => name)).to.deep.equal(['Welcome'])
      const member = await company.member('member', { personId: person.id })
      named('jo', { member })
      expect(await pass('2026-06-16', '2026-06-20')).to.deep.equal({})

      const { jobs } = await hr.web.call('org_people_timeline', { person_id: person.id })
      await hr.web.call('org_people_correct_job', { job_id: jobs[0]!.id, valid_from: '2026-07-02' })
      const soon = ['boss', 'hr', 'owner'].flatMap((who) => [`${who}: mail`, `${who}: start_soon 07-02`])
      expect(await pass('2026-06-21', '2026-07-01')).to.deep.equal({
        '2026-06-29': [...soon, 'hr: Desk 06-29', 'owner: Desk 06-29'].toSorted(),
      })
      expect(await bell(owner)).to.have.members(['Desk', 'start_soon'])
      const [desk] = await hr.web.call('org_checklists_tasks_list', { status: 'open' })
      await hr.web.call('org_checklists_tasks_set_status', { task_id: desk!.id, status: 'done' })
      expect(await bell(owner)).to.deep.equal(['start_soon'])

      const first = ['boss', 'hr', 'jo', 'owner'].flatMap((who) => [
        `${who}: mail`,
        `${who}: start_today 07-02`,
      ])
      expect(
        await pass('2026-07-02', '2026-07-16', ['2026-07-03', '2026-07-04', '2026-07-05']),
      ).to.deep.equal({
        '2026-07-02': [...first, 'boss: Lunch 07-02'].toSorted(),
        '2026-07-06': ['jo: Handbook 07-03'],
        '2026-07-15': ['boss', 'hr', 'owner'].flatMap((who) => [
          `${who}: mail`,
          `${who}: probation_end 07-29`,
        ]),
      })
      expect(await pass('2026-07-17', '2026-08-02')).to.deep.equal({ '2026-07-30': ['boss: Review 07-30'] })
      for (const { id } of await boss.web.call('org_checklists_tasks_list', {}))
        await boss.web.call('org_checklists_tasks_set_status', { task_id: id, status: 'done' })
      const jo = await company.key(member)
      for (const { id } of await jo.call('org_checklists_tasks_list', {}))
        await jo.call('org_checklists_tasks_set_status', { task_id: id, status: 'done' })
      const [run] = await hr.web.call('org_checklists_runs_list', { status: 'completed' })
      expect(run!.progress).to.deep.equal({ done: 4, skipped: 0, total: 4 })
      expect(await bell(boss.web)).to.not.include('Review')
    })

    it('a leaver hands over, and whatever they leave undone falls to HR; an end that is taken back ends its checklist', async () => {
      const { company, hr, boss, pass, named, bell } = await start()
      await hr.web.call('org_checklists_templates_create', {
        ...{ name: 'Goodbye', kind: 'offboarding' },
        tasks: [
          { title: 'Handover', assignee: { type: 'manager' }, offset_days: -7 },
          { title: 'Keys', assignee: { type: 'person' }, offset_days: -1 },
          { title: 'Laptop', assignee: { type: 'hr' }, offset_days: 0 },
        ],
      })
      const people = await Promise.all(
        [1, 2].map(() => actor(server, company, 'member', { start_date: '2020-02-20' })),
      )
      const [leaver, stays] = people as [Actor, Actor]
      named('leaver', leaver)
      named('stays', stays)
      await server.db.query('update job_rows set manager_id = $2 where person_id = any($1)', [
        people.map(({ personId }) => personId),
        boss.personId,
      ])
      const end = ({ personId: person_id }: Actor, last_day: Day | null) =>
        hr.web.call('org_people_terminate', { person_id, last_day })
      await end(leaver, '2026-07-24')
      await end(stays, '2026-07-24')
      expect(await pass('2026-06-16', '2026-07-10')).to.deep.equal({})
      await end(leaver, '2026-07-31')
      await end(stays, null)
      expect(await pass('2026-07-11', '2026-07-29')).to.deep.equal({ '2026-07-24': ['boss: Handover 07-24'] })
      expect(await pass('2026-07-30', '2026-07-31')).to.deep.equal({
        '2026-07-30': ['leaver: Keys 07-30'],
        '2026-07-31': ['hr: Laptop 07-31', 'owner: Laptop 07-31'],
      })
      expect(await bell(leaver.web)).to.deep.equal(['Keys'])
      expect(await pass('2026-08-01', '2026-08-05')).to.deep.equal({})
      // Nobody signs in any more, so HR has their task, and finds it among its own.
      expect((await leaver.web.post('/v1/org/checklists.tasks.list', {})).status).to.equal(401)
      const left = await hr.web.call('org_checklists_tasks_list', {})
      expect(left.map(({ title, assignee }) => [title, assignee.type])).to.deep.equal([
        ['Keys', 'hr'],
        ['Laptop', 'hr'],
      ])
      expect(await bell(hr.web)).to.include.members(['Laptop'])
      const runs = await hr.web.call('org_checklists_runs_list', { status: 'all' })
      expect(runs.map(({ status, anchor_date }) => [status, anchor_date]).toSorted()).to.deep.equal([
        ['cancelled', '2026-07-24'],
        ['open', '2026-07-31'],
      ])
    })
  })
