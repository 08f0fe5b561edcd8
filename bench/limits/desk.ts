import { standingInvites } from '../../src/access/invites.ts'
import { addDays, type Day } from '../../src/domain/day.ts'
import type { Db } from '../../src/db/transaction.ts'
import { headcountChanges, headcountDays } from '../../src/queries/org/headcount.ts'
import {
  countInvites,
  countUnled,
  countUnmanaged,
  countWithoutDetails,
  listDays,
  listMoves,
  type Counted,
  type DayRow,
  type MoveRow,
} from '../../src/queries/org/home.ts'
import { listRequests } from '../../src/queries/org/approvals.ts'
import { listOpenRuns } from '../../src/queries/org/checklist-runs.ts'
import { countOverdue, listOwnTasks, type TaskRow } from '../../src/queries/org/checklist-tasks.ts'
import { countPositions } from '../../src/queries/org/positions.ts'
import { loadPeople } from '../../src/queries/org/references.ts'
import { countUnread, listNotifications } from '../../src/queries/platform/notifications.ts'
import { encodeCursor } from '../../src/domain/cursor.ts'
import { begin, databaseOn, today, withClient, type Caller } from './database.ts'

/** The desk of HR: the home page, tasks, and notifications, for an owner who is no person, and without requests and comments. */

/** Runs the statements of one organization in a transaction that only reads. */
const reading = <T>(orgId: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withClient(async (client) => {
    client.query(begin(orgId, ' read only')).catch(() => undefined)
    const answer = await work(databaseOn(client, orgId))
    await client.query('commit')
    return answer
  })

const hr = { hr: true, personId: null }
const requestsOf = (db: Db, { membership_id: membershipId }: Caller, day: Day) =>
  listRequests(
    db,
    {
      reader: { membershipId, personId: null, hr: true, pay: false, asked: [] },
      state: 'open',
      limit: 501,
    },
    day,
  )

type People = Awaited<ReturnType<typeof loadPeople>>

function refOf(people: People, id: string | null) {
  if (id === null) return null
  const { name, title } = people.get(id)!
  return { id, name, title, photo_url: null }
}

const tasksOf = (rows: readonly TaskRow[], people: People) =>
  rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    link_url: row.link_url,
    assignee: {
      type: row.assignee_left ? 'hr' : row.assignee_type,
      person: refOf(people, row.assignee_person_id),
    },
    manager_missing: row.manager_missing,
    offset_days: row.offset_days,
    due_date: row.due_date,
    visible_from: row.visible_from,
    status: row.status,
    resolved_at: row.resolved_at,
    resolved_by: refOf(people, row.resolved_by),
    skip_reason: row.skip_reason,
    comments: [],
    can: { tick: true, skip: true, reassign: row.status === 'open', comment: true },
    run: {
      id: row.run_id,
      name: row.run_name,
      kind: row.kind,
      status: row.run_status,
      anchor_date: row.anchor_date,
    },
    person: refOf(people, row.person_id),
  }))

const peopleOf = (rows: readonly TaskRow[]) =>
  rows.flatMap(({ person_id, assignee_person_id, resolved_by }) => [
    person_id,
    assignee_person_id,
    resolved_by,
  ])

/** What `org/checklists.tasks.list` answers of the tasks of HR. */
export async function listTasks(
  { org_id, time_zone }: Caller,
  input: Record<string, unknown>,
): Promise<unknown> {
  const day = today(time_zone) as Day
  return reading(org_id, async (db) => {
    const rows = await listOwnTasks(db, hr, { status: 'open', limit: input['limit'] as number }, day)
    return tasksOf(rows, await loadPeople(db, peopleOf(rows), day))
  })
}

/** What `platform/notifications.list` answers of tasks. */
export async function listNotes(caller: Caller, input: Record<string, unknown>): Promise<unknown> {
  const { org_id, time_zone, membership_id: membershipId } = caller
  const [day, now, limit] = [today(time_zone) as Day, new Date(), input['limit'] as number]
  const reader = { membershipId, personId: null, hr: true, pay: false, requests: [], looked: null }
  const page = { before: undefined, unreadOnly: false, limit: limit + 1 }
  return reading(org_id, async (db) => {
    const [, unread, rows] = await Promise.all([
      requestsOf(db, caller, day),
      countUnread(db, reader, now, day),
      listNotifications(db, reader, page, now, day),
    ])
    const items = rows.slice(0, limit).map((row) => ({
      id: row.id,
      kind: row.kind,
      created_at: row.created_at,
      read: row.read,
      person_name: row.person_name,
      reminder: null,
      task: { title: row.task_title, checklist: row.checklist, own: false },
      approval: null,
      document: null,
      href: '/manage/tasks',
      date: row.due_date,
    }))
    return {
      items,
      unread,
      next: rows.length > limit ? encodeCursor('notification', items.at(-1)!.id) : null,
    }
  })
}

const person = ({ person_id: id, person_name: name, person_title: title }: DayRow | MoveRow) => ({
  ...{ id, name, title, photo_url: null },
})
const manager = ({ manager_id: id, manager_name: name, manager_title: title }: DayRow | MoveRow) =>
  id === null ? null : { id, name, title, photo_url: null }
const counted = (kind: string, { count, ids }: Counted) =>
  count === 0 ? [] : [{ kind, date: null, person: null, manager: null, count, ids, contract_type: null }]

/** The needs that follow from a day that comes. */
function needsOf(row: DayRow, day: Day) {
  const kinds = {
    starts: row.date <= addDays(day, 7) && 'first_day',
    probation_ends: row.date <= addDays(day, 30) && 'probation_ends',
    last_day: row.date <= addDays(day, 14) && 'offboard',
    contract_ends: !row.ends && 'contract_ends',
    ...{ job_change: false as const, joins: false as const },
  }
  const kind = kinds[row.kind]
  if (!kind) return []
  const contract_type = kind === 'contract_ends' ? row.contract_type : null
  return [
    { kind, date: row.date, person: person(row), manager: manager(row), count: null, ids: [], contract_type },
  ]
}

/** What `org/home.summary` answers. */
export async function homeSummary(caller: Caller): Promise<unknown> {
  const [day, now] = [today(caller.time_zone) as Day, new Date()]
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const months = Array.from({ length: 12 }, (_, index) =>
    new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7),
  ) as `${number}-${number}`[]
  const due = { status: 'open' as const, dueBefore: addDays(day, 8), limit: 100 }
  return reading(caller.org_id, async (db) => {
    const [, runs, overdue, own, changes, days, moves, invites, unled, details, unmanaged, positions] =
      await Promise.all([
        requestsOf(db, caller, day),
        listOpenRuns(db, 10),
        countOverdue(db, day),
        listOwnTasks(db, hr, due, day),
        headcountChanges(db, undefined, headcountDays(months, day)),
        listDays(db, day),
        listMoves(db, day),
        countInvites(db, standingInvites, day, now),
        countUnled(db, day),
        countWithoutDetails(db, day),
        countUnmanaged(db, day),
        countPositions(db, day),
      ])
    const people = await loadPeople(db, [...runs.map(({ person_id: id }) => id), ...peopleOf(own)], day)
    const heads = months.map(() => 0)
    for (const { month: at, heads: more } of changes) if (at < heads.length) heads[at]! += more
    let all = 0
    const headcounts = heads.map((more, index) => ({ month: months[index], headcount: (all += more) }))
    const dated = [
      ...days.flatMap((row) => needsOf(row, day)),
      ...moves.map((row) => ({
        kind: 'move_roles',
        date: row.date,
        person: person(row),
        manager: manager(row),
        count: row.count,
        ids: row.ids,
        contract_type: null,
      })),
    ]
    const on = (kind: DayRow['kind']) =>
      days.filter((row) => row.kind === kind).map((row) => ({ person: person(row), date: row.date }))
    return {
      as_of: day,
      headcount: { now: all, months: headcounts },
      joining_this_month: on('joins'),
      leaving_soon: on('last_day'),
      invites: { pending: invites.pending, not_invited: invites.count },
      positions,
      checklists: {
        open: runs[0]?.open ?? 0,
        overdue_tasks: overdue,
        runs: runs.map(({ id, name, kind, person_id, anchor_date, done, skipped, total }) => ({
          ...{ id, name, kind, person: refOf(people, person_id), anchor_date },
          progress: { done, skipped, total },
        })),
      },
      tasks: tasksOf(own, people),
      needs: [
        ...dated.toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1)),
        ...counted('invite_people', invites),
        ...counted('unit_heads', unled),
        ...counted('personal_details', details),
        ...counted('no_manager', unmanaged),
      ],
      coming: days
        .filter(({ kind }) => kind !== 'joins')
        .map((row) => ({
          kind: row.kind,
          date: row.date,
          person: person(row),
          reason: row.kind === 'job_change' ? row.reason : null,
          title: row.kind === 'job_change' || row.kind === 'starts' ? row.title : null,
        })),
    }
  })
}
