import { acceptInvite, lookUpInvite, type InviteShown } from '../auth/invites.ts'
import { LinkRefusal } from '../auth/links.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import { startOf } from '../domain/return-to.ts'
import { beginVisit, readSession, setCookie } from '../http/browser.ts'
import { validateInput } from '../validation/validate.ts'
import { field, form, linkButton, notice, problems } from './form.ts'
import { html } from './html.ts'
import { formatDay } from './language.ts'
import {
  newPassword,
  newPasswordFields,
  refusedPassword,
  repeatedWrongly,
  type RefusedPassword,
} from './new-password.ts'
import { providerLinks } from './providers.ts'
import { queryOf, readForm, type PageRequest } from './request.ts'
import { redirect, sendPage } from './send.ts'
import { inviteTexts } from './texts/invite.ts'
import { newPasswordTexts } from './texts/new-password.ts'
import { providerProblem } from './texts/providers.ts'

/** `GET /{slug}/invite/{token}`: who invites whom, and the ways to accept it. Nothing changes. */
export async function showInvite(request: PageRequest): Promise<void> {
  const visit = beginVisit(request.ctx, 'page.invite')
  const problem = providerProblem(queryOf(request.ctx, 'problem'), { language: request.language })
  await orTellWhy(request, async () => sendInvite(request, await lookUp(request, visit), { problem }))
}

/** `POST /{slug}/invite/{token}`: accepts it with a password. */
export async function sendAcceptance(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization, language, params } = request
  const visit = beginVisit(ctx, 'page.invite')
  const sent = await readForm(request, { ...newPasswordFields, email: 254 })
  const fields = repeatedWrongly(sent, language)
  await orTellWhy(request, async () => {
    if (fields) return sendInvite(request, await lookUp(request, visit), { fields, status: 422 })
    const given = { organization: organization.slug, token: params['token']!, password: sent.password }
    try {
      const { password, ...link } = validateInput('auth_invite_accept', given) as typeof given
      const session = await acceptInvite(
        runtime,
        link,
        { password },
        visit,
        readSession(ctx, runtime.baseUrl),
      )
      setCookie(ctx, runtime, session)
      redirect(ctx, `${startOf(organization.slug)}?done=welcome`)
    } catch (error) {
      const shown = refusedPassword(error, request)
      if (!shown) throw error
      ctx.state['failure'] = error
      sendInvite(request, await lookUp(request, visit), shown)
    }
  })
}

const lookUp = ({ runtime, organization, params }: PageRequest, visit: LoginRequest): Promise<InviteShown> =>
  lookUpInvite(runtime, { organization: organization.slug, token: params['token']! }, visit)

/** A link that does not work gets a page that says why, and what to do. */
async function orTellWhy(request: PageRequest, work: () => Promise<void>): Promise<void> {
  const { ctx, organization, language } = request
  await work().catch((error: unknown) => {
    if (!(error instanceof LinkRefusal)) throw error
    ctx.state['failure'] = error
    const t = inviteTexts[language]
    const state = stateOf(error)
    const { title, text } = t.states[state]
    const body = html`
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${linkButton(`/${organization.slug}`, t.toSignIn, state === 'accepted' ? 'main' : 'quiet')}
    `
    sendPage(ctx, { title, language, organization, body }, state === 'unknown' ? 404 : 410)
  })
}

/** The text for why a link does not work. Links for new passwords are unknown here. */
function stateOf({ why }: LinkRefusal): keyof typeof inviteTexts.en.states {
  const state = why.replace('invite_link_', '')
  const { states } = inviteTexts.en
  return Object.hasOwn(states, state) ? (state as keyof typeof states) : 'unknown'
}

function sendInvite(request: PageRequest, invite: InviteShown, shown: RefusedPassword): void {
  const { ctx, organization, language, params } = request
  const { fields, problem, status = 200 } = shown
  const t = inviteTexts[language]
  const { methods } = organization
  const others = methods.google || methods.microsoft
  const begin = !problem && !fields && !others
  const text = problem ?? (fields && newPasswordTexts[language].problem)
  const inputs = [
    field({
      ...{ name: 'email', label: t.email, type: 'email', value: invite.email },
      ...{ autocomplete: 'username', maxlength: 254, readonly: true },
    }),
    newPassword(language, fields, begin),
  ]
  const body = html`
    <h1>${t.title(organization.name)}</h1>
    <p class="lead">${t.lead(invite.inviter, invite.name)}</p>
    ${text && problems(text, fields)}
    ${providerLinks(organization, (name) => t.with(name), { invite: params['token']! })}
    ${others && methods.password && html`<div class="or">${t.or}</div>`}
    ${!others && !methods.password && notice(t.noWay, 'warn')}
    ${methods.password && form({ action: ctx.path, fields: inputs, submit: t.submit })}
    <p class="fine">${t.until(formatDay(invite.expiresAt, language, organization.timeZone))}</p>
  `
  sendPage(ctx, { title: t.title(organization.name), language, organization, body }, status)
}
