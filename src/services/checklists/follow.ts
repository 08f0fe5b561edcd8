import { employmentSteps, taskDays } from '../../domain/checklists.ts'
import type { Day } from '../../domain/day.ts'
import type { Timeline } from '../../domain/employment.ts'
import { checklistCancelled, checklistMoved } from '../../events/checklists.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { cancelRuns, lockFollowing, moveRuns, type MovedTask } from '../../queries/org/checklist-runs.ts'
import { findDueTemplates, type Beginning, type Due } from '../../queries/org/checklist-starts.ts'
import { loadTemplates } from '../../queries/org/checklist-templates.ts'
import type { ChangeContext } from '../change-context.ts'
import { startChecklists, type Start } from './start.ts'

type Following = ChangeContext & { caller: { personId: string | null } }

/** An employment that was written, before and after; its person is locked, or new. */
export interface Written {
  person: { id: string; name: string }
  before: Timeline
  after: Timeline
}

/** Checklists that start, move and end with employments. */
export interface Followed {
  started: { id: string; name: string }[]
  domainEvents: DomainEvent<'checklist.started' | 'checklist.cancelled'>[]
}

/**
 * Lets checklists follow employments that were written: starts those of new ones and of last days that are set, moves those whose
 * day moved, and cancels those whose day is no more. It comes after all other locks of the change.
 */
export async function followEmployments(ctx: Following, written: readonly Written[]): Promise<Followed> {
  const changed = await followMoves(ctx, written)
  const { runs, domainEvents } = await startChecklists(ctx, await findStarts(ctx, written))
  return { started: runs, domainEvents: [...changed, ...domainEvents] }
}

/** Finds the checklists that start by themselves with employments that were written. */
export async function findStarts(ctx: Following, written: readonly Written[]): Promise<Start[]> {
  const beginnings = written.flatMap((one) => beginningsOf(one, ctx.today))
  if (beginnings.length === 0) return []
  const due = await findDueTemplates(ctx.db, beginnings, ctx.today)
  const templates = await loadTemplates(ctx.db, [...new Set(due.map(({ template_id: id }) => id))])
  const people = new Map(written.map(({ person }) => [person.id, person]))
  return due.map((one) => ({
    ...startOf(one, people.get(one.person_id)!, ctx.caller.personId),
    template: templates.get(one.template_id)!,
  }))
}

const beginningsOf = ({ person, before, after }: Written, today: Day): Beginning[] => {
  const { begun, ended } = employmentSteps(before, after, today)
  const of = (kind: Beginning['kind'], employmentId: string, day: Day): Beginning => ({
    personId: person.id,
    employmentId,
    kind,
    day,
  })
  return [
    ...begun.map(({ id, startDate }) => of('onboarding', id, startDate)),
    ...ended.map(({ id, lastDay }) => of('offboarding', id, lastDay!)),
  ]
}

const startOf = (due: Due, person: Written['person'], startedBy: string | null): Omit<Start, 'template'> => ({
  person,
  managerId: due.manager_id,
  employmentId: due.employment_id,
  anchor: due.day,
  follows: true,
  startedBy,
})

/** The employments whose checklists a change may move. Whoever takes other locks later locks them by these before. */
export const idsOf = ({ employments }: Timeline): string[] => employments.map(({ id }) => id)

/** Moves open checklists whose day moved, and cancels those whose day is no more. */
export async function followMoves(
  { db, now, today }: Following,
  written: readonly Written[],
): Promise<DomainEvent<'checklist.cancelled'>[]> {
  const steps = written.flatMap(({ person, before, after }) => {
    const { moved, gone } = employmentSteps(before, after, today)
    const days = moved.map((one) => ({ ...one, person }))
    return [...days, ...gone.map((one) => ({ ...one, person, day: undefined }))]
  })
  const stepOf = new Map(steps.map((step) => [`${step.kind} ${step.employmentId}`, step]))
  if (steps.length === 0) return []
  const following = await lockFollowing(
    db,
    written.flatMap(({ before }) => idsOf(before)),
  )
  const affected = following.flatMap((run) => {
    const step = stepOf.get(`${run.kind} ${run.employment_id}`)
    return step ? [{ run, ...step }] : []
  })
  const moved = affected.flatMap(({ run, day }) => (day === undefined ? [] : [{ run, day }]))
  await Promise.all([
    cancelRuns(
      db,
      affected.filter(({ day }) => day === undefined).map(({ run }) => run.id),
      now,
    ),
    moveRuns(
      db,
      moved.map(({ run, day }) => ({ id: run.id, anchor_date: day, follows: true })),
      moved.flatMap(({ run, day }) => movedTasks(run, day)),
    ),
  ])
  return affected.map(({ run, day, person }) =>
    day === undefined
      ? checklistCancelled({ run: { ...run, status: 'cancelled' }, personName: person.name })
      : checklistMoved({ ...run, anchor_date: day }, run.anchor_date),
  )
}

/** The open tasks of a checklist, counted from another day. */
export const movedTasks = (
  { kind, tasks }: Pick<Awaited<ReturnType<typeof lockFollowing>>[number], 'kind' | 'tasks'>,
  day: Day,
): MovedTask[] =>
  tasks
    .filter(({ status }) => status === 'open')
    .map((task) => ({ id: task.id, ...taskDays(kind, day, task) }))
