import { randomUUIDv7 } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import { task as remind } from '../../src/jobs/remind.ts'
import { markReminded } from '../../src/queries/org/reminders.ts'
import { tellDueTasks } from '../../src/services/notifications/remind.ts'
import { runJob } from '../support/run-job.ts'
import { useServer } from '../support/server.ts'

describe('reminding', () => {
  const server = useServer({})
  const stored = async (company: { id: string }) =>
    (
      await server.db.query(
        `select reminder, to_char(date, 'YYYY-MM-DD') as date from notifications where org_id = $1 order by date, reminder`,
        [company.id],
      )
    ).rows.map(({ reminder, date }) => [reminder, date])

  it('begins at the midnight of each organization, and tells each day once', async () => {
    const [east, west] = [
      await server.company({ timeZone: 'Pacific/Auckland' }),
      await server.company({ timeZone: 'America/Los_Angeles' }),
    ]
    for (const company of [east, west]) await company.person({ start_date: '2026-06-16' })
    for (const company of [east, west])
      await server.db.query(
        `insert into reminder_settings (org_id, enabled, days_before, updated_at)
         values ($1, '{"probation_end":true,"contract_end":true,"start_soon":false,"start_today":true,"anniversary":true}',
                 '{"probation_end":0,"contract_end":0,"start_soon":0,"start_today":0,"anniversary":0}', now())`,
        [company.id],
      )
    await runJob(server, remind, new Date('2026-06-15T11:55:00Z'))
    expect([await stored(east), await stored(west)]).to.deep.equal([[], []])
    await runJob(server, remind, new Date('2026-06-15T12:05:00Z'))
    await runJob(server, remind, new Date('2026-06-15T12:10:00Z'))
    expect([await stored(east), await stored(west)]).to.deep.equal([[['start_today', '2026-06-16']], []])
    await runJob(server, remind, new Date('2026-06-16T07:05:00Z'))
    await Promise.all([1, 2].map(() => runJob(server, remind, new Date('2026-06-16T07:10:00Z'))))
    expect(await stored(west)).to.deep.equal([['start_today', '2026-06-16']])
  })

  it('makes up for days that were missed, up to three, and tells nothing twice', async () => {
    const company = await server.company()
    await company.person({ start_date: '2026-06-12' })
    await company.person({ start_date: '2026-06-11' })
    await company.person({ contract_end_date: '2026-07-01' })
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    await runJob(server, remind, new Date('2026-06-16T12:00:00Z'))
    expect(await stored(company)).to.deep.equal([
      ['start_today', '2026-06-12'],
      ['contract_end', '2026-07-01'],
    ])
  })

  it('tells of hundreds who began on one day a part after the other, and mails each member once', async () => {
    const company = await server.company()
    const { id } = await company.person()
    const { membershipId } = await company.member('hr')
    await server.db.query(
      `with copies as (
         insert into people (org_id, id, given_name, family_name, work_email, work_email_key, search_text, created_at, updated_at)
         select p.org_id, gen_random_uuid(), p.given_name, p.family_name, n || p.work_email, n || p.work_email_key, p.search_text,
                p.created_at, p.updated_at
           from people p, generate_series(1, 450) n where p.id = $1
         returning org_id, id
       )
       insert into employments (org_id, id, person_id, start_date)
       select c.org_id, gen_random_uuid(), c.id, '2025-06-15' from copies c`,
      [id],
    )
    // As PostgreSQL does it by itself.
    await server.db.query('analyze people, employments')
    let statements = 0
    const count = (text: unknown) =>
      void (statements += Number(/^insert into notifications/.test(text as string)))
    subscribe('rollcall:statement', count)
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    unsubscribe('rollcall:statement', count)
    expect(statements).to.equal(3)
    const { rows } = await server.db.query(
      `select (select count(*)::int from notifications n where n.org_id = m.org_id and n.membership_id = m.id) as told,
              (select count(*)::int from mails l where l.org_id = m.org_id and l.membership_id = m.id) as mailed
         from memberships m where m.org_id = $1 and m.id = $2`,
      [company.id, membershipId],
    )
    expect(rows).to.deep.equal([{ told: 450, mailed: 1 }])
  })

  it('tells of somebody who comes back before their day, and then nothing of the employment that is over', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person({
      ...{ start_date: '2025-06-14', last_day: '2026-06-20', probation_end_date: '2026-06-14' },
    })
    const read = async () =>
      (await hr.call('platform_notifications_list', {})).items.map(({ reminder, date }) => [
        reminder?.kind,
        date,
      ])
    await runJob(server, remind, server.now)
    expect(await read()).to.have.deep.members([
      ['anniversary', '2026-06-14'],
      ['probation_end', '2026-06-14'],
    ])
    await hr.call('org_people_rehire', { person_id, start_date: '2026-07-01', title: 'Adviser' })
    server.now = new Date('2026-06-28T12:00:00Z')
    await runJob(server, remind, server.now)
    expect(await read()).to.deep.equal([['start_soon', '2026-07-01']])
    server.now = new Date('2026-07-01T12:00:00Z')
    await runJob(server, remind, server.now)
    expect(await read()).to.deep.equal([
      ['start_today', '2026-07-01'],
      ['start_soon', '2026-07-01'],
    ])
  })

  it('tells no first day of somebody who will not come, whose employment ends on that day', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person({ start_date: '2026-06-18' })
    const read = async () =>
      (await hr.call('platform_notifications_list', {})).items.map(({ reminder }) => reminder?.kind)
    const coming = async () => (await hr.call('org_reminders_list', {})).map(({ kind }) => kind)
    await runJob(server, remind, server.now)
    expect([await read(), await coming()]).to.deep.equal([['start_soon'], ['start_soon']])
    await hr.call('org_people_terminate', { person_id, last_day: '2026-06-18' })
    expect([await read(), await coming()]).to.deep.equal([[], []])
    server.now = new Date('2026-06-18T12:00:00Z')
    await runJob(server, remind, server.now)
    expect([await read(), await coming()]).to.deep.equal([[], []])
    await hr.call('org_people_terminate', { person_id, last_day: null })
    expect(await read()).to.deep.equal(['start_soon'])
  })

  it('tells nobody of a paused organization, and a new member what still comes', async () => {
    const company = await server.company()
    await company.person({ start_date: '2026-06-17' })
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    expect(await stored(company)).to.deep.equal([])
    await server.db.query(
      `update organizations set status = 'active', pause_reason = null, paused_since = null where org_id = $1`,
      [company.id],
    )
    await runJob(server, remind, new Date('2026-06-15T12:00:00Z'))
    expect(await stored(company)).to.have.length(1)
    await company.member('hr')
    await runJob(server, remind, new Date('2026-06-16T12:00:00Z'))
    expect(await stored(company)).to.have.length(2)
  })

  it('tells nothing of an organization that is paused after it was found', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{
        name: 'Move',
        kind: 'custom',
        tasks: [{ title: 'Pack', assignee: { type: 'hr' }, offset_days: 0 }],
      },
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id })
    const setStatus = (status: string) =>
      server.db.query(
        `update organizations
            set status = $2, pause_reason = case when $2 = 'paused' then 'unpaid' end,
                paused_since = case when $2 = 'paused' then updated_at end
          where org_id = $1`,
        [company.id, status],
      )
    const work = async () => {
      const client = await server.db.connect()
      const marked = await asSystem(client, async (system) => {
        const db = ofOrganization(system, company.id, undefined)
        await tellDueTasks({ db, now: server.now!, today: '2026-06-15', newId: randomUUIDv7 }, null)
        return markReminded(db, '2026-06-15')
      })
      client.release()
      return [marked, (await stored(company)).length]
    }
    await setStatus('paused')
    expect(await work()).to.deep.equal([false, 0])
    await setStatus('active')
    expect(await work()).to.deep.equal([true, 2])
  })

  it('tells of a task that nobody does once, also when the notification is removed, and of one that is late when it is added', async () => {
    const begin = new Date('2026-06-15T12:00:00Z')
    const after = (days: number) => new Date(begin.getTime() + days * 86_400_000)
    server.now = begin
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const tasks = [{ title: 'Pack', assignee: { type: 'hr' as const }, offset_days: 0 }]
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom', tasks },
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id })
    const told = async (at: Date) => {
      await runJob(server, remind, at)
      const { rowCount } = await server.db.query(
        `delete from notifications where org_id = $1 and kind = 'task' and created_at <= $2`,
        [company.id, new Date(at.getTime() - 90 * 86_400_000)],
      )
      const { rows } = await server.db.query(
        `select 1 from notifications where org_id = $1 and kind = 'task'`,
        [company.id],
      )
      return [rowCount, rows.length]
    }
    const members = 2
    expect(await told(begin)).to.deep.equal([0, members])
    expect(await told(after(89))).to.deep.equal([0, members])
    expect(await told(after(90))).to.deep.equal([members, 0])
    expect(await told(after(91))).to.deep.equal([0, 0])

    server.now = after(200)
    await hr.call('org_checklists_runs_start', {
      ...{ template_id, person_id, anchor_date: '2026-08-01' },
    })
    expect(await told(after(201))).to.deep.equal([0, members])
  })

  it('tells of a task again who does it by now, and all who do it when it is due on a later day', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const hr = await company.as('hr')
    const [first, next] = [
      await company.member('member', { person: true }),
      await company.member('member', { person: true }),
    ]
    const [ofFirst, ofNext] = [await company.key(first), await company.key(next)]
    const { id: person_id } = await company.person()
    const pack = { title: 'Pack', assignee: { type: 'member' as const, person_id: first.personId! } }
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{ name: 'Move', kind: 'custom', tasks: [{ ...pack, offset_days: 0 }] },
    })
    const { id: run_id, tasks } = await hr.call('org_checklists_runs_start', { template_id, person_id })
    const give = (assignee: { type: 'hr' } | { type: 'member'; person_id: string }) =>
      hr.call('org_checklists_tasks_reassign', { task_id: tasks[0]!.id, assignee })
    const told = async (day: string) => {
      server.now = new Date(`${day}T12:00:00Z`)
      await runJob(server, remind, server.now)
      const lists = [ofFirst, ofNext, hr].map((one) => one.call('platform_notifications_list', {}))
      return (await Promise.all(lists)).map(({ items, unread }) => [items.length, unread])
    }
    const [none, fresh, read] = [
      [0, 0],
      [1, 1],
      [1, 0],
    ] as const
    expect(await told('2026-06-15')).to.deep.equal([fresh, none, none])
    await give({ type: 'member', person_id: next.personId! })
    expect(await told('2026-06-16')).to.deep.equal([none, fresh, none])
    await ofNext.call('platform_notifications_mark_all_read', {})
    expect(await told('2026-06-17')).to.deep.equal([none, read, none])

    await hr.call('org_checklists_runs_reschedule', { run_id, anchor_date: '2026-07-01' })
    expect(await told('2026-06-30')).to.deep.equal([none, none, none])
    expect(await told('2026-07-01')).to.deep.equal([none, fresh, none])
    await give({ type: 'hr' })
    expect(await told('2026-07-03')).to.deep.equal([none, none, fresh])
    await hr.call('platform_notifications_mark_all_read', {})
    expect((await told('2026-07-04'))[2]).to.deep.equal(read)
  })

  it('tells of 10,000 tasks of one midnight in small transactions, while others work on them', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company({ timeZone: 'Europe/Berlin' })
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const { id: template_id } = await hr.call('org_checklists_templates_create', {
      ...{
        name: 'Move',
        kind: 'custom',
        tasks: [{ title: 'Pack', assignee: { type: 'hr' }, offset_days: 1 }],
      },
    })
    await hr.call('org_checklists_runs_start', { template_id, person_id })
    await server.db.query(
      `insert into checklist_tasks
       select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'key', null, 'place', n))).*
         from checklist_tasks t, generate_series(1, 9999) n where t.org_id = $1`,
      [company.id],
    )
    const told = async () =>
      (
        await server.db.query<{ tasks: number; most: number; twice: number }>(
          `select coalesce(sum(of_one), 0)::int as tasks, max(of_one)::int as most,
                  (select count(*)::int from (select 1 from notifications n where n.org_id = $1
                                               group by n.about_id, n.membership_id having count(*) > 1) again) as twice
             from (select count(*) as of_one from notifications where org_id = $1 group by xmin::text) transactions`,
          [company.id],
        )
      ).rows[0]!
    await runJob(server, remind, new Date('2026-06-15T21:55:00Z'))
    expect((await told()).tasks).to.equal(0)

    server.now = new Date('2026-06-15T22:05:00Z')
    let isOver = false
    const jobs = Promise.all([1, 2].map(() => runJob(server, remind, server.now!))).finally(
      () => (isOver = true),
    )
    const tasks = await hr.call('org_checklists_tasks_list', { limit: 50 })
    let calls = 0
    while (!isOver) {
      const { id: task_id } = tasks[calls % tasks.length]!
      const status = calls++ < tasks.length ? 'done' : 'open'
      await hr.call('org_checklists_tasks_set_status', { task_id, status })
      if (calls === 2 * tasks.length) break
    }
    await jobs
    expect(calls).to.be.greaterThan(5)
    const members = 2
    const { tasks: all, most, twice } = await told()
    // Whoever has done a task before it was told hears nothing of it.
    expect(all).to.be.within(members * (10_000 - tasks.length), members * 10_000)
    expect([most <= members * 200, twice]).to.deep.equal([true, 0])
    await runJob(server, remind, new Date('2026-06-15T22:10:00Z'))
    expect((await told()).tasks).to.equal(all)
  })
})
