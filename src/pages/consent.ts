import type Koa from 'koa'
import type { Audience, Caller } from '../domain/caller.ts'
import { withReturnTo } from '../domain/return-to.ts'
import type { components } from '../generated/contract.ts'
import { choices, form, hidden, notice } from './form.ts'
import { html } from './html.ts'
import type { Child } from '../html/html.ts'
import type { Language } from './language.ts'
import type { OrganizationLook } from './layout.ts'
import { sendPage } from './send.ts'
import { consentTexts, type ConsentTexts } from './texts/consent.ts'

/** A request of an app that a member has to decide about. */
export interface ConsentRequest {
  app: Pick<
    components['schemas']['Connection'],
    'client_name' | 'client_kind' | 'client_host' | 'redirect_host' | 'redirect_kind'
  >
  /** Audiences that the app asked for, and the member may give. */
  audiences: Audience[]
  caller: Caller
  /** The address of the page, which takes the decision, too. */
  path: string
}

/** Shows who asks for what, and where the member goes afterwards. */
export function showConsent(
  ctx: Koa.Context,
  request: ConsentRequest,
  look: OrganizationLook | undefined,
  language: Language,
): void {
  const { app, caller, path } = request
  const { user, organization } = caller
  const t = consentTexts[language]
  const title = t.title(app.client_name)
  const body = html`
    <h1>${title}</h1>
    <p class="lead">${t.lead(app.client_name, organization.name)}</p>
    ${facts(app, t)} ${warning(app, t)} ${decision(request, t)}
  `
  const aside = html`
    <p>${t.signedIn(user.displayName, user.email)}</p>
    <p><a href=${withReturnTo('/sign_in', path)}>${t.other}</a></p>
  `
  // The app gets its answer by a redirect, and sends the browser on to wherever it likes.
  sendPage(ctx, { title, language, organization: look, body, aside, leadsAnywhere: true })
}

function facts({ client_host, redirect_host, redirect_kind }: ConsentRequest['app'], t: ConsentTexts): Child {
  const goesTo =
    redirect_kind === 'local' ? t.local : redirect_kind === 'app' ? t.scheme(redirect_host) : redirect_host
  return html`
    <dl class="facts" aria-label=${t.facts}>
      <dt>${t.published}</dt>
      <dd>${client_host ?? t.nobody}</dd>
      <dt>${t.goesTo}</dt>
      <dd>${goesTo}${redirect_kind === 'local' && ` (${redirect_host})`}</dd>
    </dl>
  `
}

function warning({ client_kind, client_name, redirect_kind }: ConsentRequest['app'], t: ConsentTexts): Child {
  const warnings = [
    client_kind === 'dcr' && t.warnUnpublished(client_name),
    redirect_kind === 'local' && t.warnLocal,
  ].filter((text) => text !== false)
  return warnings.length > 0 && notice([...warnings, t.warn].join(' '), 'warn')
}

/** The choice, if there is one: a paused organization, or a login without access, can only go back. */
function decision({ caller, audiences, path }: ConsentRequest, t: ConsentTexts): Child {
  const { name, status, pauseReason } = caller.organization
  const deny = (submit: string) =>
    form({ action: path, fields: hidden('decision', 'deny'), submit, kind: 'quiet' })
  if (status !== 'active') return [notice(t.paused(name, status, pauseReason), 'warn'), deny(t.back)]
  const [first] = audiences
  if (first === undefined) return [notice(t.nothing, 'warn'), deny(t.back)]
  const options = audiences.map((value) => ({ value, ...t.audiences[value] }))
  // What is narrower is chosen beforehand.
  const chosen = audiences.includes('me') ? 'me' : first
  const fields = [
    choices('audience', t.question, options, chosen),
    hidden('membership', caller.membershipId),
    hidden('decision', 'approve'),
    html`<p class="help">${t.ends}</p>`,
  ]
  return [form({ action: path, fields, submit: t.approve }), deny(t.deny)]
}

/** There is no request to decide about, or it was another browser's. */
export function showEnded(ctx: Koa.Context, language: Language): void {
  const t = consentTexts[language]
  const body = html`
    <h1>${t.endedTitle}</h1>
    <p class="lead">${t.ended}</p>
  `
  sendPage(ctx, { title: t.endedTitle, language, body }, 400)
}

/**
 * Shows that a request of an app is wrong. The app cannot be told so itself: perhaps it is not that app.
 *
 * @param why one that is `forgotten` registers again when it is added again
 */
export function showRefused(
  ctx: Koa.Context,
  language: Language,
  reason: string,
  { status, why = 'refused' }: { status: number; why?: 'refused' | 'forgotten' },
): void {
  const t = consentTexts[language]
  const body = html`
    <h1>${t.refusedTitle}</h1>
    <p class="lead">${t[why]}</p>
    <p><code>${reason}</code></p>
  `
  sendPage(ctx, { title: t.refusedTitle, language, body }, status)
}
