import type Koa from 'koa'
import { toApiError, type ApiError } from '../errors.ts'
import { setHeaders } from '../http/respond.ts'
import { formatWait, languageFor, type Language } from './language.ts'
import { linkButton } from './form.ts'
import { html } from './html.ts'
import type { OrganizationLook } from './layout.ts'
import { ForeignForm } from './request.ts'
import { sendPage } from './send.ts'
import { failures } from './texts/failures.ts'

/** Tells whether the client is a browser that shows a page, rather than a program. */
export const wantsHtml = (ctx: Koa.Context): boolean => ctx.accepts('json', 'html') === 'html'

/**
 * Answers an error as a page. The line in the log and the measurement are as for every other error.
 *
 * @param organization whose page was asked for, if that is known
 * @param words what is told in place of the usual words for an error
 */
export function sendFailure(
  ctx: Koa.Context,
  thrown: unknown,
  organization?: OrganizationLook & { language: string | null },
  words?: (language: Language) => Words,
): void {
  const error = toApiError(thrown)
  ctx.state['failure'] = error
  const { retryAfterSeconds, headers = {} } = error.options
  setHeaders(ctx, headers)
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  const language = languageFor(ctx, organization?.language)
  const t = failures[language]
  const { title, text } = words?.(language) ?? explain(error, language)
  const body = html`
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    ${organization ? linkButton(`/${organization.slug}`, t.toCompany(organization.name)) : linkButton('/sign_in', t.toStart)}
    <p class="fine">${t.reference} <code>${ctx.state['requestId'] as string}</code></p>
  `
  sendPage(ctx, { title, language, organization, body }, error.status)
}

/** The title and the text of a failure: what went wrong, and what to do. */
interface Words {
  title: string
  text: string
}

/** The words of an error for people. */
export function explain(error: ApiError, language: Language): Words {
  const t = failures[language]
  const { status, options } = error
  if (status === 404) return t.notFound
  if (status === 403) return error instanceof ForeignForm ? t.notOurForm : t.forbidden
  if (status === 429 || status === 503) {
    const wait = formatWait(Math.max(1, options.retryAfterSeconds ?? 60), language)
    return status === 429 ? t.tooMany(wait) : t.unavailable(wait)
  }
  return status >= 500 ? t.internal : t.unreadable
}
