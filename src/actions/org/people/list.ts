import { seesAhead } from '../../../access/people.ts'
import { isHr } from '../../../access/roles.ts'
import { decodeCursor, encodeCursor } from '../../../domain/cursor.ts'
import { filterProblems, jobDays, peopleFilter, ranges } from '../../../domain/directory.ts'
import { searchProblems } from '../../../domain/search.ts'
import { notFound } from '../../../errors.ts'
import { Afterwards, StreamedList } from '../../../streaming/stream.ts'
import { findMissing, recordExists } from '../../../queries/existence.ts'
import { listFields } from '../../../queries/org/fields.ts'
import { countPeople, eachPerson, listPeople, type PersonRow } from '../../../queries/org/people.ts'
import { needsTotal } from '../../../queries/org/people-filter.ts'
import { searchPeople } from '../../../queries/org/people-search.ts'
import { idsBelow } from '../../../queries/org/reporting-line.ts'
import { action, type Answer, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'
import { inDirectory } from '../../../views/directory.ts'
import { similarPeople } from '../../../views/similar-people.ts'

type Id = 'org_people_list'

/**
 * The answer is in memory until it is read. 10,000 people have half as much as everyone may have, and 1,000 have a quarter
 * of a page, unless their custom fields hold long texts.
 */
const mostBytes = { everyone: 32 * 1024 ** 2, page: 8 * 1024 ** 2 }

/** The directory as it is on a day. */
export const handler = action('org_people_list', { authorize, run })

/**
 * A day in the future shows scheduled changes, which belong to the job tier. Lists by date of joining or leaving are
 * for owners, admins and HR in the web app. Lists by days of the job details are for who sees those of everybody. The
 * directory of a past day is for everybody.
 */
function authorize(ctx: Context<Id>, _subject: undefined, input: Input<Id>): void {
  const { audience, caller, today } = ctx
  if (input.as_of !== undefined && input.as_of > today && !seesAhead(audience))
    throw ctx.fail('future_needs_manage', {})
  const field = ranges.find((name) => input[name] !== undefined)
  if (field && !(isHr(caller, audience) && caller.credential.kind === 'web'))
    throw ctx.fail('joined_left_needs_web_hr', { field })
  const day = jobDays.find((name) => input[name] !== undefined)
  if (day && !seesAhead(audience)) throw ctx.fail('job_filter_needs_manage', { field: day })
}

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Answer<Id>> {
  const { db, caller, audience, today } = ctx
  ctx.refuse([...filterProblems(input), ...searchProblems(input.q)])
  const asOf = input.as_of ?? today
  const afterId = input.after && decodeCursor(input.after)
  const page = { limit: input.limit && input.limit + 1, afterId }
  const search = input.q === undefined ? undefined : await searchPeople(db, input.q)
  const filter = { ...peopleFilter(input, asOf, today), search }
  const asManager = audience === 'me' && caller.personId !== null
  const counting = countPeople(db, filter)
  const listPage = async () =>
    listPeople(db, filter, needsTotal(filter) ? { ...page, total: await counting } : page)
  const [cursorKnown, missing, total, found, below, fields] = await Promise.all([
    // A page after an unknown person would be empty and look like the end of the list.
    afterId === undefined || recordExists(db, 'person', afterId),
    findMissing(db, {
      unit_id: ['unit', input.unit_id],
      location_id: ['location', input.location_id],
      manager_id: ['person', input.manager_id],
    }),
    counting,
    input.limit === undefined ? undefined : listPage(),
    asManager ? idsBelow(db, caller.personId as string, today) : new Set<string>(),
    listFields(db, false),
  ])
  if (!cursorKnown) throw ctx.fail('bad_cursor', { field: 'after' })
  if (missing) throw notFound(missing.field, missing.kind)
  const similar = total === 0 && afterId === undefined ? await similarPeople(db, input.q, filter, today) : []
  const rows = found?.slice(0, input.limit)
  const all = rows ? [rows] : eachPerson(db, filter, page, total)
  let last = rows && rows.length < found!.length ? rows.at(-1) : undefined
  const reached = (row: PersonRow) => {
    if (!rows) throw ctx.fail('limit_needed', { mebibytes: mostBytes.everyone / 1024 ** 2 })
    last = row
  }
  return {
    as_of: asOf,
    total,
    people: new StreamedList(inDirectory(ctx, all, fields, below, asOf), {
      bytes: rows ? mostBytes.page : mostBytes.everyone,
      reached,
    }),
    next: new Afterwards(() => (last ? encodeCursor('people', last.id) : null)),
    did_you_mean: similar,
  }
}
