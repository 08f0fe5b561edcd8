import { randomUUIDv7 } from 'node:crypto'
import type { Site } from '../world.ts'
import { beside, slow, type Row } from './compare.ts'

/** The desk of HR in a large organization: the home page, tasks, and notifications. */
export const desk: Row[] = [
  {
    name: 'home.summary of 10,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await withDesk(await world.many())
      return beside(site, site.largeKeys, '/v1/org/home.summary', '{}', slow)
    },
  },
  {
    name: 'checklists.tasks.list, 50 of 3,000',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await withDesk(await world.many())
      return beside(site, site.largeKeys, '/v1/org/checklists.tasks.list', '{"limit":50}')
    },
  },
  {
    name: 'notifications.list, 25 of 1,500',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await withDesk(await world.many())
      return beside(site, site.largeKeys, '/v1/platform/notifications.list', '{"limit":25}')
    },
  },
]

const filled = new WeakSet<Site>()

/** Adds 300 checklists with ten tasks each to the largest organization; half of them are due, and the owner was told so. */
async function withDesk(site: Site): Promise<Site> {
  if (filled.has(site)) return site
  filled.add(site)
  const { db } = site
  await db.query(
    `with largest as (select org_id from people group by org_id order by count(*) desc limit 1),
     made as (
       insert into checklist_templates (org_id, id, saved, name, kind, auto_start, tasks, created_at, updated_at)
       select org_id, $1, true, 'First month', 'onboarding', false, '[]', now(), now() from largest
       returning org_id),
     runs as (
       insert into checklist_runs (org_id, id, template_id, name, kind, person_id, anchor_date, follows, status, started_at)
       select p.org_id, uuidv7(), $1, 'First month', 'onboarding', p.id, current_date + (p.n % 40 - 20)::int, false, 'open', now()
         from (select p.org_id, p.id, row_number() over (order by p.id) as n
                 from people p join made m on m.org_id = p.org_id limit 300) p
       returning org_id, id, person_id, anchor_date),
     tasks as (
       insert into checklist_tasks (org_id, id, run_id, place, title, assignee_type, manager_missing, offset_days, due_date, status,
                                    created_at)
       select org_id, uuidv7(), id, k, 'Task ' || k, 'hr', false, 3 * k - 15, anchor_date + 3 * k - 15, 'open', now()
         from runs, generate_series(1, 10) k
       returning org_id, id, run_id, due_date)
     insert into notifications (org_id, id, membership_id, kind, about_id, person_id, date, created_at)
     select t.org_id, uuidv7(), m.id, 'task', t.id, r.person_id, t.due_date, now()
       from tasks t
       join runs r on r.id = t.run_id
       join memberships m on m.org_id = t.org_id
      where t.due_date <= current_date`,
    [randomUUIDv7()],
  )
  await db.query('vacuum analyze checklist_runs, checklist_tasks, notifications')
  return site
}
