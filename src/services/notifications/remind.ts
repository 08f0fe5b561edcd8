import { adminRoles, hrRoles } from '../../access/roles.ts'
import type { Db } from '../../db/transaction.ts'
import { tellsSelf, toldToday } from '../../domain/reminders.ts'
import { holdUnerased } from '../../queries/org/erasing.ts'
import { findReminders, getReminderSettings, type ReminderRow } from '../../queries/org/reminders.ts'
import { findDueTasks, forgetEarlierDays, type DueTask } from '../../queries/platform/due-tasks.ts'
import {
  insertNotifications,
  membersOfPeople,
  membersWithRoles,
  type NewNotification,
} from '../../queries/platform/notifications.ts'
import { writeOptionalMails } from '../../queries/platform/optional-mails.ts'
import type { ChangeContext } from '../change-context.ts'

/** So many days are told by one statement, each to the members of HR: thousands of people may have begun on one day. */
const daysAtOnce = 200

/** Reminds the members of an organization of days that come. Each is told once. */
export async function remindOfDays({ db, now, today, newId }: ChangeContext): Promise<void> {
  const settings = await getReminderSettings(db)
  const reminders = await findReminders(db, toldToday(settings, today), today)
  const members = await membersAmong(
    db,
    reminders.flatMap(({ person_id, manager_id }) => [person_id, manager_id]),
  )
  const batch = newId()
  const told = new Set<string>()
  for (let from = 0; from < reminders.length; from += daysAtOnce) {
    const days = reminders
      .slice(from, from + daysAtOnce)
      .flatMap((one) =>
        receiversOf(one, members).map((id) => ({ ...reminderFor(id, one, newId()), batch_id: batch })),
      )
    for (const id of await insertNotifications(db, days, now)) told.add(id)
  }
  const mails = [...told].map((membership_id) => ({ id: newId(), about_id: batch, membership_id }))
  await writeOptionalMails(db, 'reminders', mails, { adminRoles, newId }, now)
}

/** So many tasks are told in one transaction, each to the members of HR or to one other: a midnight may have tens of thousands. */
const tasksAtOnce = 200

/**
 * Tells members of tasks that are due; of each once, unless somebody else does it by now or it is due on a later day than it was.
 *
 * @param after the last task of the call before; null for the first call
 * @returns the last task that was looked at; null when there are no more
 */
export async function tellDueTasks(
  { db, now, today, newId }: ChangeContext,
  after: DueTask | null,
): Promise<DueTask | null> {
  const hr = (await membersWithRoles(db, hrRoles)).map(({ id }) => id)
  const found = await findDueTasks(db, today, hr, { after, limit: tasksAtOnce })
  if (found.length === 0) return null
  const tasks = await holdUnerased(db, found)
  const assignees = tasks.map(({ assignee_id }) => assignee_id).filter((id) => id !== null)
  const members = { hr, memberOf: await membersOfPeople(db, [...new Set(assignees)]) }
  const due = tasks.flatMap((task) => doersOf(task, members).map((id) => taskFor(id, task, newId())))
  await forgetEarlierDays(
    db,
    tasks.map(({ id }) => id),
  )
  await insertNotifications(db, due, now)
  return found.length < tasksAtOnce ? null : found.at(-1)!
}

/** The members of HR, and those who are these people. */
async function membersAmong(db: Db, people: readonly (string | null)[]): Promise<Members> {
  const ids = new Set(people.filter((id) => id !== null))
  const [hr, memberOf] = await Promise.all([membersWithRoles(db, hrRoles), membersOfPeople(db, [...ids])])
  return { hr: hr.map(({ id }) => id), memberOf }
}

interface Members {
  hr: readonly string[]
  /** The membership of a person. */
  memberOf: ReadonlyMap<string, string>
}

/** HR, the manager, and whom it is about, each once. */
function receiversOf({ kind, person_id, manager_id }: ReminderRow, { hr, memberOf }: Members): string[] {
  const manager = manager_id === null ? undefined : memberOf.get(manager_id)
  const self = memberOf.get(person_id)
  const others = [...hr, ...(manager === undefined ? [] : [manager])].filter((id) => id !== self)
  return [...new Set([...others, ...(self !== undefined && tellsSelf(kind) ? [self] : [])])]
}

function doersOf({ assignee_id }: DueTask, { hr, memberOf }: Members): readonly string[] {
  if (assignee_id === null) return hr
  const member = memberOf.get(assignee_id)
  return member === undefined ? [] : [member]
}

const reminderFor = (membership_id: string, one: ReminderRow, id: string): NewNotification => ({
  id,
  membership_id,
  kind: 'reminder',
  about_id: one.person_id,
  person_id: one.person_id,
  reminder: one.kind,
  date: one.date,
  years: one.years,
  batch_id: null,
})

const taskFor = (membership_id: string, task: DueTask, id: string): NewNotification => ({
  id,
  membership_id,
  kind: 'task',
  about_id: task.id,
  person_id: task.person_id,
  reminder: null,
  date: task.due_date,
  years: null,
  batch_id: null,
})
