import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { nilId } from '../../domain/ids.ts'
import { fixedRetention } from '../../domain/retention.ts'
import { stays } from '../fragments.ts'

/** An open task whose day has come. */
export interface DueTask {
  id: string
  person_id: string
  due_date: Day
  /** The person who does it; null: anybody of HR. */
  assignee_id: string | null
}

/** The condition that a member who was told of a task does it: one of HR (`$6`), or whose it is; where they have left, anybody. */
const knows = (member: string) => `case when t.assignee_person_id is null then ${member} = any($6::uuid[])
    else not ${stays('t.assignee_person_id', '$2')}
         or exists (select 1 from memberships m
                     where m.org_id = $1 and m.id = ${member} and m.person_id = t.assignee_person_id and m.status = 'active') end`

/**
 * Open tasks that are due by today, of which nobody was told who does them by now, or only that they were due before; the first ones
 * after a task, by day. What somebody was told who has left since, HR finds in the lists of tasks. None of an organization that was paused meanwhile. Each is looked up by itself: right after midnight PostgreSQL
 * does not know how many were told of already. Tasks that were due, and there, for longer than notifications are kept were told: what
 * said so is gone.
 *
 * @param hr the members of HR
 */
export function findDueTasks(
  db: Db,
  today: Day,
  hr: readonly string[],
  { after, limit }: { after: Pick<DueTask, 'id' | 'due_date'> | null; limit: number },
): Promise<DueTask[]> {
  return db.query<DueTask>(
    `select t.id, r.person_id, t.due_date, case when ${stays('t.assignee_person_id', '$2')} then t.assignee_person_id end as assignee_id
       from checklist_tasks t
      cross join lateral (select c.person_id, c.status from checklist_runs c where c.org_id = $1 and c.id = t.run_id limit 1) r
       join organizations o on o.org_id = $1 and o.status = 'active'
      where t.org_id = $1 and t.status = 'open' and r.status = 'open' and t.due_date <= $2
        and (t.due_date, t.id) > ($3::date, $4::uuid)
        and greatest(t.due_date, (t.created_at at time zone 'UTC')::date) > $2::date - ${fixedRetention.notifications_days}
        and (select n.id from notifications n
              where n.org_id = $1 and n.kind = 'task' and n.about_id = t.id and n.date >= t.due_date and ${knows('n.membership_id')}
              limit 1) is null
      order by t.due_date, t.id
      limit $5`,
    [db.orgId, today, after?.due_date ?? '-infinity', after?.id ?? nilId, limit, hr],
  )
}

/** Removes what members were told of these tasks when they were due before the day on which they are due now. */
export async function forgetEarlierDays(db: Db, taskIds: readonly string[]): Promise<void> {
  await db.query(
    `delete from notifications n
      where n.org_id = $1 and n.kind = 'task' and n.about_id = any($2::uuid[])
        and n.date < (select t.due_date from checklist_tasks t where t.org_id = $1 and t.id = n.about_id)`,
    [db.orgId, taskIds],
  )
}
