import type { TermName } from '../../domain/employment.ts'
import { personValuesIn } from '../../domain/person-fields.ts'
import type { KnownPerson } from '../../events/payloads.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { changedWithoutOther } from '../../events/approvals.ts'
import { jobChanged, jobCorrected, jobStarted } from '../../events/employment.ts'
import { personStarted, personUpdated } from '../../events/people.ts'
import type { components } from '../../generated/contract.ts'
import type { EventType } from '../../generated/events.ts'
import { storeCustomValues } from '../../queries/org/custom-values.ts'
import { giveUpNumbers, updateProfiles } from '../../queries/org/many-people.ts'
import { listPeopleOnDays, type JobRecord } from '../../queries/org/people.ts'
import { insertDetails, saveDetails } from '../../queries/org/person-details.ts'
import { loadReferences } from '../../queries/org/references.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import { hearsOf } from '../../access/approvals.ts'
import { findWaiting } from '../../queries/org/approval-writes.ts'
import { problem, refusal } from '../../errors.ts'
import { findStarts, followMoves } from '../checklists/follow.ts'
import { startChecklists } from '../checklists/start.ts'
import { closeOutdated, outdatedWarnings } from '../approvals/outdated.ts'
import { hireEvents, writeHires } from '../employment/hire.ts'
import { asRecord } from '../employment/write.ts'
import type { BulkScope } from './input.ts'
import type { Plan } from './plan.ts'

type Told = Extract<
  EventType,
  | 'location.created'
  | 'location.updated'
  | 'unit.created'
  | 'unit.updated'
  | 'person.hired'
  | 'person.started'
  | 'person.updated'
  | 'person.job_changed'
  | 'person.job_started'
  | 'job.corrected'
  | 'approval.closed'
  | 'checklist.started'
>
type Planned = Plan['people'][number]

export interface Written {
  domainEvents: DomainEvent<Told>[]
  /** By the index of the person: what else the changes did. */
  warnings: Plan['warnings']
  /** Checklists that would start by themselves, and were not asked for. */
  waiting: number
}

/** An entry of an input that is written. */
type WholePerson = components['schemas']['SetupPerson']

/** Tells whether anything of a person differs. */
export const hasChanged = ({ stored, before, after, profile, custom, payroll }: Planned): boolean =>
  stored !== undefined &&
  (before !== after || Object.keys(profile).length + custom.length + payroll.length > 0)

/** Writes a plan without problems, in a number of statements that does not depend on its size. */
export async function write(scope: BulkScope, plan: Plan, startChecklists: boolean): Promise<Written> {
  const { db, now } = scope
  const places = [...(await plan.locations.write()), ...(await plan.units.write(plan.leads))]
  const fresh = plan.people.filter(({ stored }) => !stored)
  const changed = plan.people.filter(hasChanged)
  if (fresh.length + changed.length === 0) return { domainEvents: places, warnings: [], waiting: 0 }

  const moved = changed.filter(({ before, after }) => before !== after)
  await giveUpNumbers(db, plan.givingUpNumbers)
  await writeHires(
    scope,
    fresh.map(({ id, input, after }) => ({
      // A plan that is written has whole entries: nothing is missing that everybody has.
      person: { id, ...personValuesIn(input as WholePerson) },
      timeline: after,
    })),
    moved.map(({ id, before, after }) => ({ personId: id, before, after })),
  )
  await updateProfiles(
    db,
    changed.map(({ stored, profile }) => ({ ...stored!, ...profile })),
    now,
  )
  await storeCustomValues(
    db,
    plan.people.map(({ id, custom }) => ({ personId: id, changes: custom })),
    now,
  )
  await writePayroll(scope, fresh, changed)
  const known = await knownAfter(scope, [...fresh, ...changed])
  const waiting = moved.length === 0 ? [] : await findWaiting(db, idsOf(moved))
  const after = new Map(moved.map((person) => [person.id, person.after]))
  const { outdated, closed } = await closeOutdated(scope, waiting, (id) => ({ timeline: after.get(id)! }))
  const checklists = await follow(scope, [...fresh, ...moved], known, startChecklists)
  const heard = outdated.filter((request) => hearsOf(scope.caller, scope.audience, request))
  const heardOf = Map.groupBy(heard, ({ person_id: of }) => of)
  const ofPeople = await runCooperatively(
    oneByOne(plan.people, (person) => [
      ...domainEventsOf(scope, person, known),
      ...(plan.withoutOther.has(person.id) ? [changedWithoutOther(known.get(person.id)!.row)] : []),
    ]),
  )
  return {
    domainEvents: [...places, ...ofPeople, ...checklists.domainEvents, ...closed],
    waiting: checklists.waiting,
    warnings: moved.flatMap(({ id, index }) =>
      outdatedWarnings(heardOf.get(id) ?? []).map((warning) => ({ index, warning })),
    ),
  }
}

const idsOf = (people: readonly Planned[]): string[] => people.map(({ id }) => id)

/** So many tasks of checklists start in one call. */
const mostTasksAtOnce = 10_000

/**
 * Lets checklists follow. Those that start by themselves with a hire start only when they are asked for.
 *
 * @throws ApiError conflict for more tasks than one call starts
 */
async function follow(
  scope: BulkScope,
  people: readonly Planned[],
  known: ReadonlyMap<string, KnownPerson>,
  startsThem: boolean,
): Promise<{ domainEvents: DomainEvent<Told>[]; waiting: number }> {
  const written = people.map(({ id, before, after }) => ({
    person: { id, name: known.get(id)!.row.name },
    before,
    after,
  }))
  // Nothing here takes an employment or its end back, so none is cancelled.
  const moved = (await followMoves(scope, written)) as DomainEvent<never>[]
  const starts = await findStarts(scope, written)
  if (!startsThem) return { domainEvents: moved, waiting: starts.length }
  const count = starts.reduce((sum, { template }) => sum + template.tasks.length, 0)
  if (count > mostTasksAtOnce) throw refusal([problem('too_many_tasks_at_once', { count })])
  const { domainEvents } = await startChecklists(scope, starts)
  return { domainEvents: [...moved, ...domainEvents], waiting: 0 }
}

/** Stores payroll details. */
async function writePayroll(
  { db, now }: BulkScope,
  fresh: readonly Planned[],
  changed: readonly Planned[],
): Promise<void> {
  const detailsOf = (people: readonly Planned[]) =>
    people.flatMap(({ id, details }) => (details ? [{ personId: id, details, payrollChangedAt: now }] : []))
  await insertDetails(db, detailsOf(fresh))
  await saveDetails(db, detailsOf(changed))
}

/** The people as of today, with the names of all records that their rows before and after refer to. */
async function knownAfter(
  { db, today }: BulkScope,
  people: readonly Planned[],
): Promise<ReadonlyMap<string, KnownPerson>> {
  const rows = await listPeopleOnDays(
    db,
    people.map(({ id }) => ({ personId: id, day: today })),
  )
  const jobs = people.flatMap((person) => recordsOf(person).filter((row) => row !== undefined))
  const references = await loadReferences(db, rows, today, jobs)
  return new Map(rows.map((row) => [row.id, { row, references }]))
}

/** The row of the job that changes, before and after. */
function recordsOf({ before, change }: Planned): [JobRecord | undefined, JobRecord | undefined] {
  const effect = change?.effect
  if (!effect) return [undefined, undefined]
  return [asRecord(before, change.held), asRecord(effect.timeline, effect.row)]
}

function domainEventsOf(
  { today }: BulkScope,
  planned: Planned,
  known: ReadonlyMap<string, KnownPerson>,
): DomainEvent<Told>[] {
  const { id, stored, input, change, profile, custom, payroll, before } = planned
  const person = known.get(id)
  if (!person) return []
  if (!stored) return hireEvents(person, input, today)
  const [held, row] = recordsOf(planned)
  const changed: TermName[] = change?.effect?.changed ?? []
  const begins = change?.corrected && held && row && held.valid_from > today && row.valid_from <= today
  const first = held && before.employments.some((one) => one.startDate === held.valid_from)
  const said = [...Object.keys(profile), ...keysOf(custom, false)]
  const unsaid = [...payroll, ...keysOf(custom, true)]
  return [
    ...(said.length + unsaid.length > 0 ? [personUpdated(person, said, unsaid, payroll)] : []),
    ...(held && row
      ? change!.corrected
        ? [
            jobCorrected(person, row, held, changed),
            ...(begins ? [first ? personStarted(person) : jobStarted(person, row)] : []),
          ]
        : [jobChanged(person, row, held, changed), jobStarted(person, row)]
      : []),
  ]
}

const keysOf = (custom: Planned['custom'], secret: boolean): string[] =>
  custom
    .filter(({ field }) => (field.tier === 'private') === secret)
    .map(({ field }) => `custom.${field.key}`)
