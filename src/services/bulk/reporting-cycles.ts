import type { Day } from '../../domain/day.ts'
import { listed } from '../../domain/format-list.ts'
import { newManagerSpans } from '../../domain/new-manager-spans.ts'
import { findCycles, type ManagerSpan } from '../../domain/reporting-line.ts'
import { problem } from '../../errors.ts'
import { loadLinesAbove, lockReportingLine } from '../../queries/org/reporting-line.ts'
import type { Phrase } from '../../texts/phrase.ts'
import { recordTexts } from '../../texts/records.ts'
import { runCooperatively } from '../../streaming/yield.ts'
import { inEntry, type BulkInput, type BulkProblem, type BulkScope } from './input.ts'
import type { DecidedPerson } from './people.ts'

/**
 * Refuses managers who would be above themselves on any day, also by several changes of the same input together. When
 * somebody gets another manager, this waits for all other calls that do so.
 */
export async function circleProblems(
  { db }: BulkScope,
  people: readonly DecidedPerson[],
  { label, leftOut }: Pick<BulkInput, 'label' | 'leftOut'>,
): Promise<BulkProblem[]> {
  const lines = people.flatMap(({ id, before, after }) =>
    after === before ? [] : newManagerSpans(id, before, after),
  )
  if (lines.length === 0) return []
  await lockReportingLine(db)
  const isNew = new Set(people.flatMap(({ id, stored }) => (stored ? [] : id)))
  const managers = new Set(lines.flatMap(({ managerId }) => managerId ?? []).filter((id) => !isNew.has(id)))
  const from = lines.map((line) => line.from).reduce((a, b) => (a < b ? a : b))
  const stored = managers.size === 0 ? [] : await loadLinesAbove(db, [...managers], from)
  const changed = new Map(people.map((person) => [person.id, person]))
  const spans = [
    ...stored.filter(({ personId }) => !changed.has(personId)),
    ...people.flatMap(({ index, id, after }) =>
      leftOut.has('people', index, 'manager_email') ? [] : spansOf(id, after, from),
    ),
  ]
  const circles = await runCooperatively(findCycles(spans, lines))
  return [...circles.values()].flatMap(({ at, path }) => {
    const [first, ...above] = path.slice(0, -1)
    const through = above.flatMap((id) => changed.get(id) ?? []).map(({ index }) => label(index))
    return inEntry('people', changed.get(first!)!.index, [
      problem('managers_in_a_circle', {
        field: 'manager_email',
        day: at,
        through: throughWhom(through, path.length > 2),
      }),
    ])
  })
}

const throughWhom = (through: readonly string[], hasOthers: boolean): Phrase => {
  if (through.length > 0) return listed(through)
  return hasOthers ? recordTexts.theirManagers() : recordTexts.nobodyElse()
}

const spansOf = (personId: string, { rows }: DecidedPerson['after'], from: Day): ManagerSpan[] =>
  rows
    .filter(({ validTo }) => validTo === null || validTo >= from)
    .map(({ terms, validFrom, validTo }) => ({
      personId,
      managerId: terms.manager_id,
      from: validFrom,
      to: validTo,
    }))
