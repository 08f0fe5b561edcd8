import { isHr, tiersOf } from '../../../access/people.ts'
import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import type { Db } from '../../../db/transaction.ts'
import type { Day } from '../../../domain/day.ts'
import { forbidden, invalid } from '../../../errors.ts'
import type { Handler, Input } from '../../action.ts'
import type { Context } from '../../context.ts'
import { presentDirectoryPerson } from '../../../presenters/org/people.ts'
import { recordExists, requireRecords } from '../../../queries/existence.ts'
import { countPeople, listPeople, type PeopleFilter } from '../../../queries/org/people.ts'
import { loadReferences } from '../../../queries/org/references.ts'
import { idsBelow } from '../../../queries/org/reporting-line.ts'

/** The directory on a day (spec 4.18, gaps 4). */
export const handler: Handler<'org_people_list'> = async (ctx, input) => {
  const { db, caller, audience, today } = ctx
  const asOf = input.as_of ?? today
  checkFilters(input)
  checkMayAsk(ctx, input, asOf)
  const filter: PeopleFilter = {
    asOf,
    // Who left within a range is not among those who stay.
    status: input.status ?? (input.left_between && 'all'),
    q: input.q,
    unitId: input.unit_id,
    includeSubunits: input.include_subunits,
    locationId: input.location_id,
    managerId: input.manager_id,
    joined: input.joined_between,
    left: input.left_between,
  }
  const page = { limit: input.limit && input.limit + 1, afterId: input.after && readCursor(input.after) }
  const paged = page.limit !== undefined || page.afterId !== undefined
  const asManager = audience === 'me' && caller.personId !== null
  const [, , found, total, below] = await Promise.all([
    page.afterId === undefined ? undefined : requireCursor(db, page.afterId),
    requireRecords(db, {
      unit_id: ['units', input.unit_id],
      location_id: ['locations', input.location_id],
      manager_id: ['people', input.manager_id],
    }),
    listPeople(db, filter, page),
    paged ? countPeople(db, filter) : undefined,
    asManager ? idsBelow(db, caller.personId as string, today) : new Set<string>(),
  ])
  const rows = input.limit && found.length > input.limit ? found.slice(0, input.limit) : found
  const references = await loadReferences(db, rows, today)
  return {
    as_of: asOf,
    total: total ?? rows.length,
    people: rows.map((row) =>
      presentDirectoryPerson(row, references, tiersOf(caller, audience, row.id, below.has(row.id)), asOf),
    ),
    next: rows.length < found.length ? encodeCursor(rows.at(-1)!.id) : null,
  }
}

/** A filter that can match nothing, or does nothing, is a slip: an empty list would hide it. */
function checkFilters(input: Input<'org_people_list'>): void {
  if (input.include_subunits && input.unit_id === undefined)
    throw invalid('include_subunits', 'needs_unit_id', 'Say which unit: give unit_id, too.')
  for (const name of ['joined_between', 'left_between'] as const) {
    const range = input[name]
    if (range && range.from > range.to)
      throw invalid(name, 'out_of_range', 'from is after to: no day lies between.')
  }
}

/** What is scheduled is job details, and lists by date are HR's. What stood in the directory on a past day may be known. */
function checkMayAsk({ audience, caller, today }: Context, input: Input<'org_people_list'>, asOf: Day): void {
  if (asOf > today && audience !== 'manage')
    throw forbidden(
      'A day in the future needs a manage credential. Leave out as_of, or give today or an earlier day.',
    )
  const byDates = input.joined_between !== undefined || input.left_between !== undefined
  if (byDates && !(isHr(caller, audience) && caller.credential.kind === 'web'))
    throw forbidden('joined_between and left_between are for owners, admins and HR signed in to the web app.')
}

function readCursor(cursor: string): string {
  const id = decodeCursor(cursor)
  if (id === undefined) throw badCursor()
  return id
}

/** A page after somebody who never stood here would be empty, and look like the end of the list. */
async function requireCursor(db: Db, id: string): Promise<void> {
  if (!(await recordExists(db, 'people', id))) throw badCursor()
}

const badCursor = () =>
  invalid('after', 'bad_cursor', 'This is not a cursor. Send the next of the page before, as it came.')
