import type Koa from 'koa'
import { isSlug, ownPaths } from '../domain/slugs.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { findRoute, serveCompany, type Route } from '../pages/routes.ts'
import { showGallery } from './gallery.ts'
import { nowhere, serve } from './page.ts'
import { routes } from './routes.ts'
import { scripts } from './scripts.ts'
import { stylesheet } from './stylesheet.ts'

/** An address of the administration that leads nowhere says so within the frame of the app. */
const unknown: Route = { path: [], name: 'app.nowhere', GET: serve(nowhere, 'manage') }

/** The files that pages of the app load. */
const files = [stylesheet, ...scripts.values()]

/**
 * Middleware that serves the pages of the app, and passes on all other addresses. Put it before the pages of sign-in.
 *
 * @param options.gallery whether `/gallery` shows the parts: while somebody develops
 */
export function createFrontDoor(runtime: HttpRuntime, { gallery }: { gallery: boolean }): Koa.Middleware {
  return async (ctx, next) => {
    for (const file of files) if (await file.send(ctx)) return
    if (gallery && ctx.path === '/gallery') return showGallery(ctx)
    const [slug = '', ...rest] = ctx.path.slice(1).split('/')
    if (ownPaths.has(slug.toLowerCase()) || !isSlug(slug.toLowerCase())) return next()
    const found = findRoute(routes, rest)
    if (found) return serveCompany(runtime, ctx, slug, found)
    if (rest[0] !== 'manage') return next()
    return serveCompany(runtime, ctx, slug, { route: unknown, params: {} })
  }
}
