import type Koa from 'koa'
import { safeReturnTo, startOf, withReturnTo } from '../domain/return-to.ts'
import { ApiError } from '../errors.ts'
import { readFormBody } from '../http/body.ts'
import { requireSameOrigin } from '../http/browser.ts'
import type { PageRequest } from '../pages/request.ts'
import { redirect, sendPage } from '../pages/send.ts'
import { carried, submit } from './parts/button/part.ts'
import { html } from './parts/html.ts'
import { appTexts } from './texts/app.ts'

/** Strangers may send these bodies: they are no larger than what is read at once. */
const most = { bytes: 64 * 1024, controls: 2000 }

/**
 * Leads to the sign-in, and then back. A form whose session ended while it was filled in stays in the browser: a page carries
 * what was typed until its reader has signed in beside it. The service keeps nothing of it.
 */
export async function askToSignIn(request: PageRequest): Promise<void> {
  const { ctx, organization } = request
  const typed = ctx.method === 'POST' ? await readTyped(request) : undefined
  if (typed) return sendKept(request, typed)
  redirect(ctx, withReturnTo(`/${organization.slug}`, wayBack(ctx, organization.slug)))
}

/** The address that was asked for. That of a form of a file says what the file is about. */
const wayBack = (ctx: Koa.Context, slug: string): string =>
  safeReturnTo(ctx.path + ctx.search, slug) ?? startOf(slug)

/** The controls of a form of our own; undefined for one of another site, for files, and for what is too large. */
async function readTyped({ ctx, runtime }: PageRequest): Promise<URLSearchParams | undefined> {
  // The session ended while the form was worked on.
  if (ctx.req.readableDidRead) return undefined
  try {
    requireSameOrigin(ctx, runtime.baseUrl)
    const sent = await readFormBody(ctx, most.bytes, most.controls)
    return sent.size > 0 ? sent : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function sendKept({ ctx, organization, language }: PageRequest, typed: URLSearchParams): void {
  const t = appTexts[language]
  const { slug } = organization
  const signIn = withReturnTo(`/${slug}`, `/${slug}/signed_in`)
  // What was confirmed is shown once more: somebody else may sign in.
  const controls = [...typed].map(([name, value]) =>
    carried(name, name === '~step' && value === 'do' ? 'edit' : value),
  )
  const body = html`
    <h1>${t.ended}</h1>
    <p class="lead">${t.endedLead}</p>
    <p><a class="button main" href=${signIn} target="_blank">${t.signInBeside}</a></p>
    <form method="post" action=${ctx.path}>${controls}${submit({ text: t.goOn })}</form>
  `
  sendPage(ctx, { title: t.ended, language, organization, body }, 401)
}
