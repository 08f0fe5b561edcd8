import type Koa from 'koa'
import { findPublicOrganization } from '../auth/public-organization.ts'
import { isSlug, ownPaths } from '../domain/slugs.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import { originOf } from '../http/browser.ts'
import { field, form, hidden, notice, problems } from './form.ts'
import { html } from './html.ts'
import { languageFor } from './language.ts'
import { queryOf } from './request.ts'
import { companyOf, isForApp, safeReturnTo, withReturnTo } from '../domain/return-to.ts'
import { redirect, sendPage } from './send.ts'
import { companyTexts } from './texts/organization.ts'
import { providerProblem } from './texts/providers.ts'
import { signInTexts } from './texts/sign-in.ts'

/** `/sign_in`: asks which organization, and leads to its sign-in page. Whoever is to return to an organization's page goes there at once. */
export async function askOrganization(runtime: HttpRuntime, ctx: Koa.Context): Promise<void> {
  const returnTo = safeReturnTo(queryOf(ctx, 'return_to'))
  const typed = queryOf(ctx, 'organization')
  const asked = typed === undefined ? returnTo && companyOf(returnTo) : slugIn(typed)
  const known =
    asked !== undefined && isSlug(asked) && !ownPaths.has(asked)
      ? await findPublicOrganization(runtime, asked, originOf(ctx, runtime.baseUrl))
      : undefined
  if (known) return redirect(ctx, withReturnTo(`/${known.slug}`, safeReturnTo(returnTo, known.slug)))
  sendQuestion(runtime, ctx, typed?.trim().slice(0, 200), returnTo)
}

/** The slug in what somebody types: `acme`, `Acme`, or the address of the page that they know. */
function slugIn(typed: string): string {
  const path = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/[^/]*\/|^[a-z0-9.-]+(:\d+)?\//, '')
  return path.split(/[/?#]/)[0] ?? ''
}

function sendQuestion(
  { baseUrl }: HttpRuntime,
  ctx: Koa.Context,
  typed: string | undefined,
  returnTo: string | undefined,
): void {
  const language = languageFor(ctx)
  const t = companyTexts[language]
  const problem = providerProblem(queryOf(ctx, 'problem'), { language })
  const unknown = typed === undefined ? undefined : typed === '' ? t.empty : t.unknown
  const fields = [
    field({
      name: 'organization',
      label: t.label,
      value: typed,
      help: t.help,
      error: unknown,
      autocomplete: 'organization',
      maxlength: 200,
      prefix: `${new URL(baseUrl).host}/`,
      autofocus: problem === undefined,
    }),
    hidden('return_to', returnTo),
  ]
  const body = html`
    <h1>${t.title}</h1>
    <p class="lead">${t.lead}</p>
    ${!problem && isForApp(returnTo) && notice(signInTexts[language].forApp)} ${problem && problems(problem)}
    ${form({ action: '/sign_in', method: 'get', fields, submit: t.submit })}
  `
  const aside = html`<p>${t.programs} <a href="/docs">${t.reference}</a></p>`
  sendPage(ctx, { title: t.title, language, body, aside }, unknown === undefined ? 200 : 422)
}
