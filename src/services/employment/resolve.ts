import { firstRole, ownerRole } from '../../access/roles.ts'
import { addDays, maxDay, type Day } from '../../domain/day.ts'
import { placeNames, type JobRow } from '../../domain/employment.ts'
import type { JobChange, JobCorrection, Rehire } from '../../domain/intents.ts'
import { requireFound, type Places, type UnitWithLead } from '../../domain/placement.ts'
import { newManagerSpans } from '../../domain/new-manager-spans.ts'
import { findCycles } from '../../domain/reporting-line.ts'
import type { WantedEnd } from '../../domain/termination.ts'
import { notFound, problem, type Problem } from '../../errors.ts'
import { getApprovalSettings } from '../../queries/org/approval-settings.ts'
import { loadDependents } from '../../queries/org/leaving.ts'
import { findActiveLegalEntities, findUnitAbove, loadPlaces } from '../../queries/org/placement.ts'
import { loadLinesAbove, lockReportingLine } from '../../queries/org/reporting-line.ts'
import type { LockedPerson } from '../../queries/org/timelines.ts'
import { runCooperatively } from '../../streaming/yield.ts'
import type { ChangeContext } from '../change-context.ts'
import { needsOfChange, needsOfCorrection, type Needs, type PersonFacts, type RowFacts } from './decide.ts'
import type { EndFacts, RehireFacts } from './decide-employment.ts'

/** Loads what a change of one person is decided with. Locks come in the order of the README of services. */

const factsOf = (person: LockedPerson, { today }: ChangeContext): PersonFacts => ({ ...person, today })

/** @throws ApiError not_found, naming the field of a record that does not exist */
export async function resolveChange(
  scope: ChangeContext,
  person: LockedPerson,
  intent: JobChange,
): Promise<RowFacts & { rowId: string }> {
  const facts = factsOf(person, scope)
  const placed = await placesOf(scope, person, needsOfChange(facts, intent), intent.effectiveDate)
  return { ...facts, ...placed, rowId: scope.newId() }
}

/** @throws ApiError not_found, like `resolveChange` */
export async function resolveCorrection(
  scope: ChangeContext,
  person: LockedPerson,
  held: Readonly<JobRow>,
  intent: JobCorrection,
): Promise<RowFacts> {
  const facts = factsOf(person, scope)
  const needs = needsOfCorrection(facts, held, intent)
  return { ...facts, ...(await placesOf(scope, person, needs, needs.day)) }
}

async function placesOf(
  scope: ChangeContext,
  { personId }: LockedPerson,
  { wanted, day, managerDay, joins }: Needs,
  from: Day,
): Promise<Pick<RowFacts, 'places' | 'joined'>> {
  if (placeNames.every((name) => wanted[name] === undefined)) return { places: undefined }
  const places = await loadPlaces(scope.db, wanted, day, managerDay)
  requireFound(wanted, places)
  return { places, joined: joins ? await unitToJoin(scope, personId, places, from) : undefined }
}

/** The unit that somebody joins. Its lead gets the lead of a unit above. */
async function unitToJoin(
  { db, today }: ChangeContext,
  personId: string,
  { unit }: Places,
  day: Day,
): Promise<UnitWithLead | undefined> {
  if (unit?.head_person_id !== personId) return unit
  const above = await findUnitAbove(db, unit.id, personId, maxDay(day, today))
  return above ?? { ...unit, head_person_id: null, own: true }
}

/** Of a last day in the past, what matters is who and what depends on the person today. */
export async function resolveEnd(
  scope: ChangeContext,
  person: LockedPerson,
  { lastDay }: WantedEnd,
): Promise<EndFacts> {
  const yesterday = addDays(scope.today, -1)
  const dependents =
    lastDay === null
      ? undefined
      : await loadDependents(scope.db, person.personId, ownerRole, maxDay(lastDay, yesterday))
  return { ...factsOf(person, scope), dependents }
}

/** @throws ApiError not_found, like `resolveChange` */
export async function resolveRehire(
  scope: ChangeContext,
  person: LockedPerson,
  { startDate, terms }: Rehire,
): Promise<RehireFacts> {
  const { db, today, newId } = scope
  const from = maxDay(startDate, today)
  const [places, activeEntities, dependents] = await Promise.all([
    loadPlaces(db, terms, from),
    findActiveLegalEntities(db),
    loadDependents(db, person.personId, firstRole, addDays(from, -1)),
  ])
  requireFound(terms, places)
  const joined = await unitToJoin(scope, person.personId, places, startDate)
  const ids = { employmentId: newId(), rowId: newId() }
  return { ...factsOf(person, scope), places, joined, activeEntities, dependents, ...ids }
}

/** @throws ApiError not_found: when a stored request is approved, the row may be gone */
export function rowNamed({ timeline }: LockedPerson, jobId: string): Readonly<JobRow> {
  const row = timeline.rows.find(({ id }) => id === jobId)
  if (!row) throw notFound('job_id', 'job')
  return row
}

/**
 * Refuses a change that would put somebody above themselves on any day. When it gives the person another manager on any
 * day, this waits for all other calls that do so: two of them could otherwise make a loop that neither of them sees.
 *
 * @param field where the input says what makes the loop
 * @returns `rules`: the approval rules after that wait
 */
export async function findLoops(
  { db }: ChangeContext,
  { personId, timeline, rules }: LockedPerson,
  after: LockedPerson['timeline'] | undefined,
  field: string,
): Promise<{ loops: Problem<'reporting_line_loop'>[]; rules: LockedPerson['rules'] }> {
  const lines = after ? newManagerSpans(personId, timeline, after) : []
  const [first] = lines
  if (!first) return { loops: [], rules }
  await lockReportingLine(db)
  const managers = new Set(lines.flatMap(({ managerId }) => managerId ?? []))
  const [above, now] = await Promise.all([
    loadLinesAbove(db, [...managers], first.from),
    getApprovalSettings(db),
  ])
  const loop = (await runCooperatively(findCycles(above, lines))).get(personId)
  const [, next = personId] = loop?.path ?? []
  const loops = loop ? [problem('reporting_line_loop', { field, day: loop.at, record_id: next })] : []
  return { loops, rules: now }
}
