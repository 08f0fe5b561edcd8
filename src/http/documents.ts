import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type Koa from 'koa'
import { etagOf, sendAsset, type Asset } from './assets.ts'
import { createReference } from './reference.ts'

/** The package of the TypeScript client, which codegen makes. */
const clientPackage = resolve(import.meta.dirname, '../generated/client.tgz')

/**
 * Documents that are made of the contract: its reference, and the client package. All is compressed once. The pages
 * load nothing from other addresses, so that they work without access to the internet.
 *
 * @param baseUrl the public address of the service
 */
export function createDocuments(
  baseUrl: () => string,
): Record<string, (ctx: Koa.Context) => Promise<void> | void> {
  const reference = createReference(baseUrl)
  return {
    // People sign in; programs, and whoever writes them, look for the reference.
    '/': (ctx) => {
      ctx.vary('Accept')
      ctx.redirect(ctx.accepts('json', 'html') === 'html' ? '/sign_in' : '/docs')
    },
    // Where many services have theirs, and where browsers look by themselves.
    '/openapi.json': (ctx) => ctx.redirect('/v1/openapi.json'),
    '/favicon.ico': (ctx) => ctx.redirect('/docs/icon.svg'),
    '/docs': reference,
    '/docs/*page': reference,
    '/client.tgz': createClientPackage(),
  }
}

/** Hands out the client package. It is compressed by itself, and read when it is first asked for. */
function createClientPackage(): (ctx: Koa.Context) => Promise<void> {
  let asset: Promise<Asset> | undefined
  return async (ctx) => {
    asset ??= readFile(clientPackage).then((identity) => ({
      type: 'application/gzip',
      etag: etagOf(identity),
      forms: { identity },
    }))
    // Without this, one failure to read would be answered for ever.
    asset.catch(() => (asset = undefined))
    sendAsset(ctx, await asset)
  }
}
