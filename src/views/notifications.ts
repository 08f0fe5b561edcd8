import { currentTurn, type Turn } from '../access/approvals.ts'
import { isHr } from '../access/roles.ts'
import type { components } from '../generated/contract.ts'
import { presentNotification } from '../presenters/platform/notifications.ts'
import type { RequestRow } from '../queries/org/approvals.ts'
import { countUnread, listNotifications, type NotificationReader } from '../queries/platform/notifications.ts'
import { toRequest } from '../services/approvals/approver-pool.ts'
import type { Reading } from './approval-request.ts'
import { findOpenRequests, mostOpen } from './open-requests.ts'
import { readerOf } from './request-reader.ts'

type Notification = components['schemas']['Notification']
type NotifiedReading = Reading & { now: Date }

/** The reader's own notifications that hold now: which requests they can decide decides of some. */
interface Own {
  reader: NotificationReader
  /** Requests that the reader can decide, and in whose place. */
  requests: ReadonlyMap<string, { request: RequestRow; turn: Turn | null }>
}

async function ownOf(ctx: NotifiedReading): Promise<Own> {
  const { caller, audience, today } = ctx
  const requestReader = await readerOf(ctx, mostOpen)
  const { mine, looked, asked } = await findOpenRequests(ctx, requestReader)
  const requests = new Map(
    mine.map((request) => [request.id, { request, turn: currentTurn(toRequest(request), asked, today) }]),
  )
  return {
    requests,
    reader: {
      membershipId: caller.membershipId,
      personId: caller.personId,
      hr: isHr(caller, audience),
      requests: [...requests.keys()],
      looked,
      pay: requestReader.pay,
    },
  }
}

/** A page of the reader's notifications, and how many they have not read. */
export async function showNotifications(
  ctx: NotifiedReading,
  { before, unreadOnly, limit }: { before: string | undefined; unreadOnly: boolean; limit: number },
): Promise<{ items: Notification[]; unread: number; more: boolean }> {
  const { db, now, today } = ctx
  const { reader, requests } = await ownOf(ctx)
  const [unread, rows] = await Promise.all([
    countUnread(db, reader, now, today),
    limit === 0 ? [] : listNotifications(db, reader, { before, unreadOnly, limit: limit + 1 }, now, today),
  ])
  const items = rows
    .slice(0, limit)
    .map((row) => presentNotification(row, reader, requests.get(row.about_id)))
  return { items, unread, more: rows.length > limit }
}

/** Counts the reader's notifications that they have not read. */
export async function unreadOf(ctx: NotifiedReading): Promise<number> {
  const { reader } = await ownOf(ctx)
  return countUnread(ctx.db, reader, ctx.now, ctx.today)
}
