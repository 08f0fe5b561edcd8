import { adminRoles, hrRoles } from '../../access/roles.ts'
import { tellsSelf, toldToday } from '../../domain/reminders.ts'
import { findReminders, getReminderSettings, type ReminderRow } from '../../queries/org/reminders.ts'
import {
  findDueTasks,
  insertNotifications,
  membersOfPeople,
  membersWithRoles,
  type DueTask,
  type NewNotification,
} from '../../queries/platform/notifications.ts'
import { writeOptionalMails } from '../../queries/platform/optional-mails.ts'
import type { ChangeContext } from '../change-context.ts'

/** Reminds the members of an organization of days that come, and of tasks that are due. Each is told once. */
export async function remind({ db, now, today, newId }: ChangeContext): Promise<void> {
  const [settings, hr, tasks] = await Promise.all([
    getReminderSettings(db),
    membersWithRoles(db, hrRoles),
    findDueTasks(db, today),
  ])
  const reminders = await findReminders(db, toldToday(settings, today), today)
  const people = [
    ...reminders.flatMap(({ person_id, manager_id }) => [person_id, manager_id]),
    ...tasks.map(({ assignee_id }) => assignee_id),
  ].filter((id) => id !== null)
  const memberOf = await membersOfPeople(db, [...new Set(people)])
  const members = { hr: hr.map(({ id }) => id), memberOf }
  const batch = newId()
  const days = reminders.flatMap((one) =>
    receiversOf(one, members).map((id) => ({ ...reminderFor(id, one, newId()), batch_id: batch })),
  )
  const due = tasks.flatMap((task) => doersOf(task, members).map((id) => taskFor(id, task, newId())))
  const told = await insertNotifications(db, days, now)
  await insertNotifications(db, due, now)
  const mails = [...told].map((membership_id) => ({ id: newId(), about_id: batch, membership_id }))
  await writeOptionalMails(db, 'reminders', mails, { adminRoles, newId }, now)
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
