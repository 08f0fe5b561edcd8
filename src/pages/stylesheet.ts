import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Koa from 'koa'
import { createAsset, sendAsset, type Asset } from '../http/assets.ts'

export interface Stylesheet {
  /** Its address holds a hash of the content, so browsers may keep it for good. */
  path: string
  /**
   * Sends the stylesheet. During a release, a page of one process may ask another process for it: that answers its own
   * one, which must not be kept.
   *
   * @returns whether the address is one of this stylesheet
   */
  send: (ctx: Koa.Context) => Promise<boolean>
}

/** The colours of all pages: those of light and dark, and the palettes. */
export const palettes = readFileSync(join(import.meta.dirname, 'palettes.css'), 'utf8')

/** Makes a stylesheet at `/assets/<name>-<hash>.css`. */
export function createStylesheet(name: string, content: string): Stylesheet {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  const path = `/assets/${name}-${hash}.css`
  const own = new RegExp(`^/assets/${name}-[0-9a-f]{12}\\.css$`)
  let asset: Promise<Asset> | undefined
  return {
    path,
    async send(ctx) {
      if (!own.test(ctx.path)) return false
      sendAsset(ctx, await (asset ??= createAsset('text/css; charset=utf-8', content)), {
        ...(ctx.path === path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      })
      return true
    },
  }
}

const style = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')

/** The stylesheet of the pages before and around the app. */
export const stylesheet = createStylesheet('pages', palettes + style)
