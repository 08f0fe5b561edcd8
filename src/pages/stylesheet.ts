import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Koa from 'koa'
import { createAsset, sendAsset, type Asset } from '../http/assets.ts'

const content = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')
const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)

/** The address holds a hash of the content, so browsers may keep it for good. */
export const stylesheetPath = `/assets/pages-${hash}.css`

let asset: Promise<Asset> | undefined

/**
 * Sends the stylesheet. During a release, a page of one process may ask another process for it: that answers its own
 * one, which must not be kept.
 *
 * @returns whether the address is one of a stylesheet
 */
export async function sendStylesheet(ctx: Koa.Context): Promise<boolean> {
  if (!/^\/assets\/pages-[0-9a-f]{12}\.css$/.test(ctx.path)) return false
  const known = ctx.path === stylesheetPath
  sendAsset(ctx, await (asset ??= createAsset('text/css; charset=utf-8', content)), {
    ...(known && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  })
  return true
}
