import { LinkRefusal } from '../auth/links.ts'
import { lookUpReset, resetPassword } from '../auth/reset.ts'
import type { LoginRequest } from '../auth/login-request.ts'
import { beginVisit, setCookie } from '../http/browser.ts'
import { validateInput } from '../validation/validate.ts'
import { field, form, linkButton, problems } from './form.ts'
import { html } from './html.ts'
import {
  newPassword,
  newPasswordFields,
  refusedPassword,
  repeatedWrongly,
  type RefusedPassword,
} from './new-password.ts'
import { readForm, type PageRequest } from './request.ts'
import { redirect, sendPage } from './send.ts'
import { forgottenTexts } from './texts/forgotten.ts'
import { newPasswordTexts } from './texts/new-password.ts'

/** `GET /{slug}/reset/{token}`: asks for the new password. The link stays good. */
export async function showReset(request: PageRequest): Promise<void> {
  const visit = beginVisit(request.ctx, 'page.reset')
  await orTellWhy(request, () => sendReset(request, visit, {}))
}

/** `POST /{slug}/reset/{token}`: sets it, and ends all sessions of the member, this browser's too. */
export async function sendNewPassword(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization, language, params } = request
  const visit = beginVisit(ctx, 'page.reset')
  const sent = await readForm(request, { ...newPasswordFields, email: 254 })
  const fields = repeatedWrongly(sent, language)
  await orTellWhy(request, async () => {
    if (fields) return sendReset(request, visit, { fields, status: 422 })
    const given = { organization: organization.slug, token: params['token']!, password: sent.password }
    try {
      const input = validateInput('auth_password_reset', given) as typeof given
      const { alive } = await resetPassword(runtime, input, visit)
      setCookie(ctx, runtime, undefined)
      // Once signed in, they see what a new password does not end.
      const look = alive.api_keys.length + alive.apps.length > 0
      const next = look ? `&return_to=${encodeURIComponent(`/${organization.slug}/account?done=look`)}` : ''
      redirect(ctx, `/${organization.slug}?done=password_reset${next}`)
    } catch (error) {
      const shown = refusedPassword(error, request)
      if (!shown) throw error
      ctx.state['failure'] = error
      await sendReset(request, visit, shown)
    }
  })
}

/** A link that does not work leads to a new one. */
async function orTellWhy(request: PageRequest, work: () => Promise<void>): Promise<void> {
  const { ctx, organization, language } = request
  await work().catch((error: unknown) => {
    if (!(error instanceof LinkRefusal)) throw error
    ctx.state['failure'] = error
    const t = forgottenTexts[language]
    const body = html`
      <h1>${t.deadTitle}</h1>
      <p class="lead">${t.dead}</p>
      ${linkButton(`/${organization.slug}/forgotten`, t.again, 'main')}
    `
    const status = error.why === 'reset_link_unknown' ? 404 : 410
    sendPage(ctx, { title: t.deadTitle, language, organization, body }, status)
  })
}

async function sendReset(request: PageRequest, visit: LoginRequest, shown: RefusedPassword): Promise<void> {
  const { ctx, runtime, organization, language, params } = request
  const link = { organization: organization.slug, token: params['token']! }
  const { email } = await lookUpReset(runtime, link, visit)
  const { fields, problem, status = 200 } = shown
  const t = forgottenTexts[language]
  const text = problem ?? (fields && newPasswordTexts[language].problem)
  const inputs = [
    field({
      ...{ name: 'email', label: t.email, type: 'email', value: email },
      ...{ autocomplete: 'username', maxlength: 254, readonly: true },
    }),
    newPassword(language, fields, text === undefined),
  ]
  const body = html`
    <h1>${t.newTitle}</h1>
    <p class="lead">${t.newLead(organization.name)}</p>
    ${text && problems(text, fields)} ${form({ action: ctx.path, fields: inputs, submit: t.save })}
  `
  sendPage(ctx, { title: t.newTitle, language, organization, body }, status)
}
