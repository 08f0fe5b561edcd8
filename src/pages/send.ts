import type Koa from 'koa'
import { sendJson, setHeaders } from '../http/respond.ts'
import { renderPage, type Page } from './layout.ts'

export interface PagePolicy {
  /** Where else forms may lead: browsers apply the policy to the redirects that follow a form. */
  formAction?: readonly string[] | undefined
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
 * can frame it, and forms lead to this service only. Without the referrer policy, browsers would send `Origin: null` with
 * forms, which are then refused.
 */
export function pageHeaders({ formAction = [], scripts = false }: PagePolicy = {}): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      ...(scripts ? ownScripts : []),
      "style-src 'self'",
      "img-src 'self'",
      ["form-action 'self'", ...formAction].join(' '),
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
  for (const source of page.formAction ?? []) requireSource(source)
  const { language, formAction } = page
  sendHtml(ctx, renderPage(page), { language, formAction }, status)
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

/** A source that holds more than an origin or a scheme could add rules of its own to the policy. */
export const isSource = (source: string): boolean =>
  /^([a-z][a-z0-9+.-]*:|https?:\/\/[A-Za-z0-9._[\]:-]+)$/.test(source)

function requireSource(source: string): void {
  if (!isSource(source)) throw new Error('formAction takes origins and schemes')
}

/** Sends the browser on with GET, as after a form, so that to load the page again does not send the form again. */
export function redirect(ctx: Koa.Context, path: string): void {
  setHeaders(ctx, pageHeaders())
  ctx.status = 303
  ctx.set('Location', path)
  ctx.body = ''
}
