import type Koa from 'koa'
import { readLogo, readPhoto } from '../auth/images.ts'
import { hashIn, imagePaths, imageType } from '../domain/images.ts'
import { nothingHere } from './api.ts'
import type { Addresses } from './addresses.ts'
import { originOf, readSession } from './browser.ts'
import { addressOf, setHeaders } from './respond.ts'
import type { HttpRuntime } from './runtime.ts'

/** Seconds of a year. An image at an address never changes. */
const keep = 'max-age=31536000, immutable'

/** The addresses of logos, which everybody may see, and of photos, which need a session or a key of the company. */
export function imageAddresses(runtime: HttpRuntime): Addresses {
  return {
    [imagePaths.logo]: { GET: (ctx) => sendLogo(runtime, ctx) },
    [imagePaths.photo]: { GET: (ctx) => sendPhoto(runtime, ctx) },
  }
}

/** Programs for mail show it, and pages of other sites may, too. */
async function sendLogo(runtime: HttpRuntime, ctx: Koa.Context): Promise<void> {
  const { slug, file } = parametersOf(ctx)
  const hash = hashIn(file!)
  const logo = hash && (await readLogo(runtime, slug!, hash, originOf(ctx, runtime.baseUrl)))
  send(ctx, logo, { 'Cache-Control': `public, ${keep}`, 'Cross-Origin-Resource-Policy': 'cross-origin' })
}

async function sendPhoto(runtime: HttpRuntime, ctx: Koa.Context): Promise<void> {
  const { person, file } = parametersOf(ctx)
  const hash = hashIn(file!)
  if (hash === undefined) throw nothingHere()
  const authorization = ctx.get('authorization') || undefined
  const session = authorization === undefined ? readSession(ctx, runtime.baseUrl) : undefined
  const presented = { authorization, session, address: addressOf(ctx) }
  const { caller, photo } = await readPhoto(runtime, presented, person!, hash)
  ctx.state['caller'] = caller
  send(ctx, photo, { 'Cache-Control': `private, ${keep}`, 'Cross-Origin-Resource-Policy': 'same-origin' })
}

const parametersOf = (ctx: Koa.Context) => ctx['params'] as Record<string, string>

/** Answers with an image, which runs nothing even where it is opened by itself. */
function send(ctx: Koa.Context, bytes: Buffer | '' | undefined, headers: Record<string, string>): void {
  if (!bytes) throw nothingHere()
  setHeaders(ctx, { 'Content-Security-Policy': "default-src 'none'; sandbox", ...headers })
  ctx.type = imageType
  ctx.body = bytes
}
