import { createHash } from 'node:crypto'
import type Koa from 'koa'
import { createAsset, sendAsset, type Asset } from './assets.ts'

/** A file that pages load. */
export interface KeptFile {
  /** Its address holds a hash of the content, so browsers may keep it for good. */
  path: string
  /**
   * Sends the file. During a release, a page of one process may ask another process for it: that answers its own one, which
   * must not be kept.
   *
   * @returns whether the address is one of this file
   */
  send: (ctx: Koa.Context) => Promise<boolean>
}

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Makes a file at `/assets/<name>-<hash>.<ending>`. */
export function createKeptFile(name: string, ending: keyof typeof types, content: string): KeptFile {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
  const path = `/assets/${name}-${hash}.${ending}`
  const own = new RegExp(`^/assets/${name}-[0-9a-f]{12}\\.${ending}$`)
  let asset: Promise<Asset> | undefined
  return {
    path,
    async send(ctx) {
      if (!own.test(ctx.path)) return false
      sendAsset(ctx, await (asset ??= createAsset(types[ending], content)), {
        ...(ctx.path === path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      })
      return true
    },
  }
}
