import type Koa from 'koa'
import { unavailable } from '../errors.ts'
import { fileLinkTexts } from '../texts/file-links.ts'

/**
 * Files that may come and go at the same time. Each takes a descriptor, and at most a quarter of a megabyte of memory. They
 * do not wait for a turn: whoever has one could stop in the middle.
 */
export const transferLimits = { perOrganization: 64, total: 256 }

/** There is an entry only for organizations with files under way. */
const underWay = new Map<string, number>()
let total = 0

/**
 * Counts a file until the end of its request.
 *
 * @throws ApiError 503 beyond the limits
 */
export function beginTransfer(ctx: Koa.Context, orgId: string): void {
  const own = underWay.get(orgId) ?? 0
  if (own >= transferLimits.perOrganization || total >= transferLimits.total)
    throw unavailable(fileLinkTexts.tooMany())
  // Without an end there is nobody to wait for.
  if (ctx.res.closed) return
  underWay.set(orgId, own + 1)
  total++
  ctx.res.once('close', () => {
    const left = (underWay.get(orgId) ?? 1) - 1
    if (left > 0) underWay.set(orgId, left)
    else underWay.delete(orgId)
    total--
  })
}
