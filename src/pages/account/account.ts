import { isOpenFor } from '../../auth/problems.ts'
import { signOut } from '../../auth/sessions.ts'
import { startOf } from '../../domain/return-to.ts'
import { beginVisit, readSession, setCookie } from '../../http/browser.ts'
import { linkButton, notice, outcome, problems } from '../form.ts'
import { html } from '../html.ts'
import type { Child } from '../../html/html.ts'
import { formatDay } from '../language.ts'
import { queryOf, readForm, type PageRequest } from '../request.ts'
import { redirect, sendPage } from '../send.ts'
import { accountTexts, type Done } from '../texts/account.ts'
import { appsSection } from './sections/apps.ts'
import { keysSection } from './sections/keys.ts'
import { revokeSection } from './sections/revoke.ts'
import { loginsSection } from './sections/logins.ts'
import { sessionsSection } from './sections/sessions.ts'
import type { FormState } from './form-state.ts'
import { providerProblem } from '../texts/providers.ts'
import { callAction, type MemberRequest } from './member.ts'

/** `GET /{slug}/account`. */
export function showAccount(request: MemberRequest): Promise<void> {
  const { ctx, language } = request
  const t = accountTexts[language]
  const code = queryOf(ctx, 'done') ?? ''
  const problem = providerProblem(queryOf(ctx, 'problem'), { language })
  const known = Object.hasOwn(t.done, code) && problem === undefined
  const done = known ? t.done[code as Done] : undefined
  return sendAccount(request, { done, problem, since: queryOf(ctx, 'since') })
}

/** The page with all its sections. */
export async function sendAccount(request: MemberRequest, shown: FormState, status = 200): Promise<void> {
  const { caller, organization, language } = request
  const t = accountTexts[language]
  const open = organization.status === 'active'
  const [logins, sessions, access] = await Promise.all([
    open && loginsSection(request, shown),
    isOpenFor(caller.organization, caller.role) && sessionsSection(request),
    open ? accessSections(request, shown) : [],
  ])
  const body = html`
    <h1>${t.title}</h1>
    <p class="lead"><span>${caller.user.displayName}</span><span>${caller.user.email}</span></p>
    ${shown.done && outcome(shown.done)} ${shown.problem && problems(shown.problem, shown.fields)}
    ${!open && notice(paused(request), 'warn')} ${logins} ${sessions} ${access}
  `
  sendInside(request, t.title, body, status)
}

/** Shows what acts for the member without signing in, and the form that revokes what was made since a day. */
async function accessSections(request: MemberRequest, shown: FormState): Promise<Child[]> {
  const [all, apps] = await Promise.all([
    callAction(request, 'platform_api_keys_list', {}),
    callAction(request, 'platform_connections_list', { everyone: false }),
  ])
  const keys = all.filter(({ revoked }) => !revoked)
  const some = keys.length + apps.length > 0
  return [
    keysSection(request, shown, keys),
    appsSection(request, apps),
    some && (await revokeSection(request, shown)),
  ]
}

/** A page for somebody who is signed in, with the way out at its top. */
export function sendInside(
  { ctx, caller, organization, language }: MemberRequest,
  title: string,
  body: Child,
  status = 200,
): void {
  const t = accountTexts[language]
  const bar = html`
    <form class="inline" method="post" action=${`/${organization.slug}/sign_out`}>
      <button class="button quiet small" type="submit">${t.signOut}</button>
    </form>
  `
  const home = linkButton(startOf(organization.slug), t.home, 'quiet', { small: true })
  const who = [html`<span class="email">${caller.user.displayName}</span>`, home, bar]
  sendPage(ctx, { title, language, organization, body, bar: who }, status)
}

/** Why hardly anything works. */
function paused({ caller, organization, language }: MemberRequest): string {
  const { deleteOn, timeZone } = caller.organization
  const day = deleteOn && formatDay(`${deleteOn}T12:00:00Z`, language, timeZone)
  return accountTexts[language].paused(organization, day ?? undefined)
}

/** `POST /{slug}/sign_out`. */
export async function sendSignOut(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization } = request
  const visit = beginVisit(ctx, 'page.sign_out')
  await readForm(request, {})
  const secret = readSession(ctx, runtime.baseUrl)
  // The browser forgets the cookie, even if the session cannot be ended now.
  setCookie(ctx, runtime, undefined)
  if (secret !== undefined) await signOut(runtime, secret, visit)
  redirect(ctx, `/${organization.slug}?done=signed_out`)
}
