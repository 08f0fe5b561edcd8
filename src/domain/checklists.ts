import { problem, type Problem } from '../errors.ts'
import { daysBetween, shiftDay, type Day } from './day.ts'
import type { Employment, Timeline } from './employment.ts'

/** The rules of checklists: when they start, move and end by themselves, who does their tasks, and who sees them. */

export type ChecklistKind = 'onboarding' | 'offboarding' | 'custom'
export type RunStatus = 'open' | 'completed' | 'cancelled'
export type TaskStatus = 'open' | 'done' | 'skipped'
export type AssigneeType = 'hr' | 'manager' | 'person' | 'member'
/** Anybody of HR. */
export const forHr: AssigneeType = 'hr'
/** Somebody by name. */
export const byName: AssigneeType = 'member'

/** So many templates are not archived. */
export const mostTemplates = 30
/** So many tasks are in the checklist of a person; in a template, 40. */
export const mostTasks = 100
/** So many remarks are on a task, and so many characters are in them: lists of tasks have all of them. */
const mostComments = 50
const mostCommentText = 10_000
/** A task of an offboarding shows so many days before it is due, where its template does not say how many. */
const usualVisibleDays = 7
/** The day of a task is at most so far from the day of its checklist. */
const farthestOffset = 365

/** A task of a template, as it is stored. */
export interface TemplateTask {
  id: string
  title: string
  description: string | null
  link_url: string | null
  type: AssigneeType
  /** The person who a `member` is; null for all other types. */
  person_id: string | null
  offset_days: number
  visible_days: number | null
}

/** The people whom a template is for: lists of ids, each of which must match; an empty one matches everybody. */
export interface Conditions {
  unit_ids: string[]
  location_ids: string[]
  legal_entity_ids: string[]
}

/** The days of a task: when it is due, and from when on those see it who do not see it at once. */
export const taskDays = (
  kind: ChecklistKind,
  anchor: Day,
  { offset_days, visible_days }: Pick<TemplateTask, 'offset_days' | 'visible_days'>,
): { due_date: Day; visible_from: Day | null } => {
  const due = shiftDay(anchor, offset_days)
  const visible = kind === 'offboarding' ? shiftDay(due, -(visible_days ?? usualVisibleDays)) : null
  return { due_date: due, visible_from: visible }
}

/** The first or the last day that a checklist counts from; null for a custom one, and for an end that nobody has set. */
export function employmentDay(
  kind: ChecklistKind,
  { startDate, lastDay }: Pick<Employment, 'startDate' | 'lastDay'>,
): Day | null {
  if (kind === 'onboarding') return startDate
  return kind === 'offboarding' ? lastDay : null
}

/** The state of a checklist that is not cancelled: open while one of its tasks is. One without tasks is completed. */
export const runStatus = ({
  done,
  skipped,
  total,
}: Record<'done' | 'skipped' | 'total', number>): 'open' | 'completed' =>
  done + skipped < total ? 'open' : 'completed'

/** The employment that a checklist is for: the one of today, the next one, or the last one. */
export const employmentFor = (employments: readonly Employment[], today: Day): Employment | undefined =>
  employments.find(({ lastDay }) => lastDay === null || lastDay >= today) ?? employments.at(-1)

/** Tells whether somebody comes: a start that is not over is called off by an end on its day, because its first row stays. */
const comes = ({ startDate, lastDay }: Employment, today: Day): boolean =>
  lastDay !== startDate || startDate < today

/** The consequences of a change of an employment for checklists that follow it. */
export interface EmploymentSteps {
  /** Employments that begin, for checklists of `onboarding`. */
  begun: Employment[]
  /** Employments that get a last day, for checklists of `offboarding`. */
  ended: Employment[]
  /** Days that moved: `onboarding` follows the first one of an employment, `offboarding` the last one. */
  moved: { kind: 'onboarding' | 'offboarding'; employmentId: string; day: Day }[]
  /** Days that are no more: of a hire that was called off, of a rehire that was taken back, or of an end. */
  gone: { kind: 'onboarding' | 'offboarding'; employmentId: string }[]
}

/**
 * Compares the employments of a person before and after a change. A history has few of them. One that was called off counts
 * as one that is not there: nobody prepares for somebody who does not come, or says goodbye to them.
 */
export function employmentSteps(before: Timeline, after: Timeline, today: Day): EmploymentSteps {
  const [past, present] = [before, after].map(({ employments }) =>
    employments.filter((one) => comes(one, today)),
  )
  const earlier = new Map(past!.map((one) => [one.id, one]))
  const later = new Set(present!.map(({ id }) => id))
  const pairs = present!.map((now) => ({ now, was: earlier.get(now.id) }))
  const begun = pairs.filter(({ was }) => !was).map(({ now }) => now)
  const ended = pairs
    .filter(({ now, was }) => now.lastDay !== null && (was?.lastDay ?? null) === null)
    .map(({ now }) => now)
  const moved = pairs.flatMap(({ now, was }) => [
    ...(was && was.startDate !== now.startDate
      ? [{ kind: 'onboarding' as const, employmentId: now.id, day: now.startDate }]
      : []),
    ...(was && was.lastDay !== null && now.lastDay !== null && was.lastDay !== now.lastDay
      ? [{ kind: 'offboarding' as const, employmentId: now.id, day: now.lastDay }]
      : []),
  ])
  const taken = past!.filter(({ id }) => !later.has(id))
  const gone = [
    ...taken.flatMap(({ id }) => [
      { kind: 'onboarding' as const, employmentId: id },
      { kind: 'offboarding' as const, employmentId: id },
    ]),
    ...pairs.flatMap(({ now, was }) =>
      was && was.lastDay !== null && now.lastDay === null
        ? [{ kind: 'offboarding' as const, employmentId: now.id }]
        : [],
    ),
  ]
  return { begun, ended, moved, gone }
}

/** The assignee of a task, once its checklist starts. */
export interface Assignee {
  assignee_type: AssigneeType
  assignee_person_id: string | null
  manager_missing: boolean
}

/** Finds who does a task. HR does what is for a manager where there is none. */
export function assigneeOf(
  { type, person_id }: Pick<TemplateTask, 'type' | 'person_id'>,
  about: { personId: string; managerId: string | null },
): Assignee {
  const managerMissing = type === 'manager' && about.managerId === null
  const id = { hr: null, manager: about.managerId, person: about.personId, member: person_id }[type]
  return {
    assignee_type: id === null ? 'hr' : type,
    assignee_person_id: id,
    manager_missing: managerMissing,
  }
}

/** A caller as a reader of tasks. */
export interface TaskReader {
  /** Owners, admins and HR see all tasks, and do those of HR. */
  hr: boolean
  personId: string | null
}

/** A task, as far as it decides who may do what. */
export interface JudgedTask {
  assignee_type: AssigneeType
  assignee_person_id: string | null
  /** Whoever had it has left: HR does it. */
  assignee_left: boolean
  visible_from: Day | null
  status: TaskStatus
  run_status: RunStatus
  person_id: string
}

/** Tells whether the task is the reader's own to do. */
export const isOwn = (task: JudgedTask, { hr, personId }: TaskReader): boolean =>
  (hr && (task.assignee_type === 'hr' || task.assignee_left)) ||
  (personId !== null && task.assignee_person_id === personId)

/**
 * Tells whether a reader sees a task: HR all of them; others their own, and of a checklist about themselves those that are
 * not for HR. A leaver, and somebody who is named, sees one of an offboarding only when its day has come.
 */
export function seesTask(task: JudgedTask, reader: TaskReader, today: Day): boolean {
  if (reader.hr) return true
  if (reader.personId === null || task.assignee_type === 'hr') return false
  const own = task.assignee_person_id === reader.personId
  if (!own && task.person_id !== reader.personId) return false
  return (own && task.assignee_type === 'manager') || task.visible_from === null || task.visible_from <= today
}

/** The rights of a reader with a task that they see. */
export interface TaskRights {
  tick: boolean
  skip: boolean
  reassign: boolean
  comment: boolean
}

/** Decides what a reader may do with a task that they see. Nothing changes in a cancelled checklist. */
export function taskRights(task: JudgedTask, reader: TaskReader): TaskRights {
  const lives = task.run_status !== 'cancelled'
  const acts = lives && (reader.hr || isOwn(task, reader))
  return { tick: acts, skip: acts, reassign: acts && task.status === 'open', comment: lives }
}

/** Refuses a person where none is named, and the other way round. */
export const assigneeProblems = (
  { type, person_id }: { type: AssigneeType; person_id?: string | undefined },
  field: string,
): Problem<'assignee_needs_person' | 'assignee_takes_no_person'>[] => {
  if (type === 'member' && person_id === undefined) return [problem('assignee_needs_person', { field })]
  return type !== 'member' && person_id !== undefined ? [problem('assignee_takes_no_person', { field })] : []
}

/** Refuses a custom template that would start by itself. */
export const autoStartProblems = (
  kind: ChecklistKind,
  autoStart: boolean,
): Problem<'custom_starts_by_hand'>[] =>
  kind === 'custom' && autoStart ? [problem('custom_starts_by_hand', {})] : []

/** Refuses one more remark on a task. */
export function commentProblems(
  comments: readonly { text: string }[],
  text: string,
): Problem<'too_many_comments' | 'comments_too_long'>[] {
  const count = comments.length
  const length = comments.reduce((sum, one) => sum + one.text.length, text.length)
  return [
    ...(count >= mostComments ? [problem('too_many_comments', { count })] : []),
    ...(length > mostCommentText ? [problem('comments_too_long', { length })] : []),
  ]
}

/** Refuses one more template. */
export const countProblems = (count: number, field: 'name' | 'archived'): Problem<'too_many_templates'>[] =>
  count < mostTemplates ? [] : [problem('too_many_templates', { field, count })]

/** Gives an id, made of the title, to each task that has none. A template has at most 40. */
export function withTaskIds<Task extends { id?: string | undefined; title: string }>(
  tasks: readonly Task[],
): { tasks: (Task & { id: string })[]; problems: Problem<'task_id_twice'>[] } {
  const taken = new Set<string>()
  const problems = tasks.flatMap(({ id }, index) => {
    if (id === undefined) return []
    const twice = taken.has(id)
    taken.add(id)
    return twice ? [problem('task_id_twice', { field: `tasks[${index}].id`, id })] : []
  })
  const free = (wanted: string): string => {
    let id = wanted
    for (let next = 2; taken.has(id); next += 1) id = `${wanted.slice(0, 36)}-${next}`
    taken.add(id)
    return id
  }
  return { tasks: tasks.map((task) => ({ ...task, id: task.id ?? free(idOf(task.title)) })), problems }
}

/** An id made of a title: its letters and digits without accents. */
const idOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '') || 'task'

/** The day of a task, in one of the two ways in which it is given. */
export function offsetFrom(
  anchor: Day,
  { due_date, offset_days }: { due_date?: Day | undefined; offset_days?: number | undefined },
): { offset: number | undefined; problems: Problem<'due_in_two_ways' | 'due_too_far'>[] } {
  if (due_date === undefined) return { offset: offset_days, problems: [] }
  if (offset_days !== undefined) return { offset: offset_days, problems: [problem('due_in_two_ways', {})] }
  const offset = daysBetween(anchor, due_date)
  const far = Math.abs(offset) > farthestOffset
  return { offset, problems: far ? [problem('due_too_far', { day: anchor })] : [] }
}
