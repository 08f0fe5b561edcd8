import { standingInvites } from '../../../access/invites.ts'
import { byDate, mostShown, needOf } from '../../../domain/home.ts'
import { ofAll } from '../../../domain/headcount.ts'
import { reportMonths } from '../../../domain/months.ts'
import {
  presentComing,
  presentCounted,
  presentDate,
  presentDatedNeed,
  presentMove,
} from '../../../presenters/org/home.ts'
import { headcountChanges, headcountDays } from '../../../queries/org/headcount.ts'
import {
  countInvites,
  countUnled,
  countUnmanaged,
  countWithoutDetails,
  listDays,
  listMoves,
  type DayRow,
} from '../../../queries/org/home.ts'
import { countPositions } from '../../../queries/org/positions.ts'
import { runCooperatively } from '../../../streaming/yield.ts'
import { showDesk } from '../../../views/checklists.ts'
import { findOpenRequests, mostOpen } from '../../../views/open-requests.ts'
import { readerOf } from '../../../views/request-reader.ts'
import { action, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_home_summary'

/** The company today, what somebody should do, and what comes. */
export const handler = action('org_home_summary', { run })

async function run(ctx: Context<Id>): Promise<Result<Id>> {
  const { db, today, now } = ctx
  const { months } = reportMonths({}, today)
  const requests = await findOpenRequests(ctx, await readerOf(ctx, mostOpen))
  const checklists = await showDesk(ctx)
  const [changes, days, moves, invites, unled, details, unmanaged, positions] = await db.last(() =>
    Promise.all([
      headcountChanges(db, undefined, headcountDays(months, today)),
      listDays(db, today),
      listMoves(db, today),
      countInvites(db, standingInvites, today, now),
      countUnled(db, today),
      countWithoutDetails(db, today),
      countUnmanaged(db, today),
      countPositions(db, today),
    ]),
  )
  const headcounts = (await runCooperatively(ofAll(changes, months))).map(({ month, headcount }) => ({
    month,
    headcount,
  }))
  const coming = days.filter((row): row is ComingRow => row.kind !== 'joins')
  const needs = coming.flatMap((row) => {
    const kind = needOf(row, today)
    return kind ? [presentDatedNeed(kind, row)] : []
  })
  return {
    as_of: today,
    headcount: { now: headcounts.at(-1)!.headcount, months: headcounts },
    joining_this_month: days.filter(({ kind }) => kind === 'joins').map(presentDate),
    leaving_soon: days.filter(({ kind }) => kind === 'last_day').map(presentDate),
    invites: { pending: invites.pending, not_invited: invites.count },
    positions,
    ...checklists,
    needs: [
      ...presentCounted('approvals', {
        count: requests.mine.length,
        ids: requests.mine.slice(0, mostShown).map(({ id }) => id),
      }),
      ...byDate([
        ...needs,
        ...moves.map(presentMove),
        ...presentCounted('invite_people', invites),
        ...presentCounted('unit_heads', unled),
        ...presentCounted('personal_details', details),
        ...presentCounted('no_manager', unmanaged),
      ]),
    ],
    coming: coming.map(presentComing),
  }
}

type ComingRow = DayRow & { kind: Exclude<DayRow['kind'], 'joins'> }
