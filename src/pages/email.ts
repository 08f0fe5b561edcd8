import { confirmEmailChange, lookUpEmailChange } from '../auth/email-change.ts'
import { LinkRefusal } from '../auth/links.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import { SignInRefusal } from '../auth/problems.ts'
import { ApiError } from '../errors.ts'
import { beginVisit } from '../http/browser.ts'
import { validateInput } from '../validation/validate.ts'
import { field, form, linkButton, problems } from './form.ts'
import { html } from './html.ts'
import { formatWait } from './language.ts'
import { readForm, readMember, type PageRequest } from './request.ts'
import { redirect, sendPage } from './send.ts'
import { emailTexts } from './texts/email.ts'
import { providerProblem } from './texts/providers.ts'
import { signInTexts } from './texts/sign-in.ts'

/** Why the e-mail was not changed, for the page of the link. */
interface Refused {
  /** The problem as a whole. */
  problem?: string
  /** The problem of the password. */
  password?: string | undefined
  status?: number
}

/** `GET /{slug}/email/{token}`: asks for the password. The link stays good. */
export async function showEmailChange(request: PageRequest): Promise<void> {
  const visit = beginVisit(request.ctx, 'page.email')
  await orTellWhy(request, () => sendEmailChange(request, visit, {}))
}

/**
 * `POST /{slug}/email/{token}`: changes the e-mail. Whoever is signed in in this browser stays so, and the account tells it; else the
 * sign-in page does: the mailbox may be on another device.
 */
export async function sendConfirmation(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization, language, params } = request
  const visit = beginVisit(ctx, 'page.email')
  const { current_password } = await readForm(request, { current_password: 256, email: 254 })
  await orTellWhy(request, async () => {
    const given = { organization: organization.slug, token: params['token']!, current_password }
    if (current_password.trim() === '')
      return sendEmailChange(request, visit, {
        password: emailTexts[language].problems['missing'],
        status: 422,
      })
    try {
      await confirmEmailChange(runtime, validateInput('auth_email_confirm', given) as typeof given, visit)
      // It is changed, whatever becomes of looking who is signed in.
      const isSignedIn = (await readMember(request).catch(() => undefined)) !== undefined
      redirect(ctx, `/${organization.slug}${isSignedIn ? '/account' : ''}?done=email_changed`)
    } catch (error) {
      const shown = refusedBecause(error, request)
      if (!shown) throw error
      ctx.state['failure'] = error
      await sendEmailChange(request, visit, shown)
    }
  })
}

/** Undefined for a link that does not work, and for faults, which have their own pages. */
function refusedBecause(error: unknown, request: PageRequest): Refused | undefined {
  const { ctx, language } = request
  if (!(error instanceof ApiError) || error instanceof LinkRefusal) return undefined
  if (error.options.details?.[0]?.code === 'wrong_current_password' || error.code === 'validation_failed')
    return { password: emailTexts[language].problems['wrong_current_password'], status: 422 }
  if (error.code === 'rate_limited') {
    const seconds = error.options.retryAfterSeconds ?? 60
    ctx.set('Retry-After', String(seconds))
    return { problem: signInTexts[language].tooMany(formatWait(seconds, language)), status: 429 }
  }
  if (!(error instanceof SignInRefusal)) return undefined
  const problem = providerProblem(error.problem, request)
  return problem === undefined ? undefined : { problem, status: error.status }
}

/** A link that does not work leads to the account: its member is signed in, or can sign in with the e-mail until now. */
async function orTellWhy(request: PageRequest, work: () => Promise<void>): Promise<void> {
  const { ctx, organization, language } = request
  await work().catch((error: unknown) => {
    if (!(error instanceof LinkRefusal)) throw error
    ctx.state['failure'] = error
    const t = emailTexts[language]
    const body = html`
      <h1>${t.deadTitle}</h1>
      <p class="lead">${error.why === 'email_link_taken' ? t.problems['sign_in_email_taken'] : t.dead}</p>
      ${linkButton(`/${organization.slug}/account#sign-in`, t.account, 'main')}
    `
    const status = error.why === 'email_link_unknown' ? 404 : 410
    sendPage(ctx, { title: t.deadTitle, language, organization, body }, status)
  })
}

async function sendEmailChange(request: PageRequest, visit: LoginRequest, shown: Refused): Promise<void> {
  const { ctx, runtime, organization, language, params } = request
  const link = { organization: organization.slug, token: params['token']! }
  const { email, newEmail } = await lookUpEmailChange(runtime, link, visit)
  const { problem, password, status = 200 } = shown
  const t = emailTexts[language]
  const text = problem ?? (password === undefined ? undefined : t.problem)
  const inputs = [
    field({
      ...{ name: 'email', label: t.email, type: 'email', value: newEmail },
      ...{ autocomplete: 'username', maxlength: 254, readonly: true },
    }),
    field({
      ...{ name: 'current_password', label: t.password, type: 'password', error: password },
      ...{ autocomplete: 'current-password', maxlength: 256, autofocus: text === undefined },
    }),
  ]
  const body = html`
    <h1>${t.title}</h1>
    <p class="lead">${t.lead(email, newEmail, organization.name)}</p>
    ${text && problems(text, { current_password: password })}
    ${form({ action: ctx.path, fields: inputs, submit: t.confirm })}
  `
  sendPage(ctx, { title: t.title, language, organization, body }, status)
}
