import type Koa from 'koa'
import { sendJson, setHeaders } from '../http/respond.ts'
import { renderPage, type Page } from './layout.ts'

export interface PagePolicy {
  /** True where the redirects after a form end at a place that we do not know: browsers hold all of them to the policy. */
  leadsAnywhere?: boolean | undefined
  /** True for pages that load scripts of ours: those ask this service alone, and make HTML of no text (Trusted Types). */
  scripts?: boolean
}

const ownScripts = [
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

/**
 * The headers of every page. Nothing is loaded from elsewhere, nothing written in the page runs or styles, no other site
 * can frame it, and forms lead to this service only, unless the page says otherwise. Without the referrer policy, browsers would send `Origin: null` with
 * forms, which are then refused.
 */
export function pageHeaders({ leadsAnywhere = false, scripts = false }: PagePolicy = {}): Record<
  string,
  string
> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      ...(scripts ? ownScripts : []),
      "style-src 'self'",
      "img-src 'self'",
      ...(leadsAnywhere ? [] : ["form-action 'self'"]),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
  }
}

/** Answers with a page. */
export function sendPage(ctx: Koa.Context, page: Page, status = 200): void {
  const { language, leadsAnywhere } = page
  sendHtml(ctx, renderPage(page), { language, leadsAnywhere }, status)
}

/** Answers with a document, with the headers of a page. */
export function sendHtml(
  ctx: Koa.Context,
  document: string,
  { language, ...policy }: Pick<Page, 'language'> & PagePolicy,
  status = 200,
): void {
  ctx.status = status
  setHeaders(ctx, { ...pageHeaders(policy), 'Content-Language': language })
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = document
}

/** Answers a script of a page with data. */
export function sendData(ctx: Koa.Context, data: unknown): void {
  setHeaders(ctx, pageHeaders())
  sendJson(ctx, JSON.stringify(data))
}

/** Answers with a file that the browser saves, and does not show. */
export function sendFile(
  ctx: Koa.Context,
  { filename, type, text }: { filename: string; type: string; text: string },
): void {
  setHeaders(ctx, pageHeaders())
  ctx.attachment(filename)
  ctx.type = `${type}; charset=utf-8`
  ctx.body = text
}

/** Sends the browser on with GET, as after a form, so that to load the page again does not send the form again. */
export function redirect(ctx: Koa.Context, path: string): void {
  setHeaders(ctx, pageHeaders())
  ctx.status = 303
  ctx.set('Location', path)
  ctx.body = ''
}
