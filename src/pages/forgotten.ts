import { forgotPassword } from '../auth/reset.ts'
import { ApiError } from '../errors.ts'
import { beginVisit } from '../http/browser.ts'
import { validateInput } from '../validation/validate.ts'
import { field, form, linkButton, notice } from './form.ts'
import { html } from './html.ts'
import { readForm, type PageRequest } from './request.ts'
import { sendPage } from './send.ts'
import { forgottenTexts } from './texts/forgotten.ts'

/** `GET /{slug}/forgotten`: asks for the e-mail. */
export async function showForgotten(request: PageRequest): Promise<void> {
  sendQuestion(request)
}

/**
 * `POST /{slug}/forgotten`: mails a link. Whether there is such a login, nobody is told.
 */
export async function sendForgotten(request: PageRequest): Promise<void> {
  const { ctx, runtime, organization, language } = request
  const visit = beginVisit(ctx, 'page.forgotten')
  const sent = await readForm(request, { email: 254 })
  try {
    const given = { organization: organization.slug, email: sent.email }
    await forgotPassword(runtime, validateInput('auth_password_forgotten', given) as typeof given, visit)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    ctx.state['failure'] = error
    return sendQuestion(request, sent.email)
  }
  const t = forgottenTexts[language]
  const body = html`
    <h1>${t.sentTitle}</h1>
    <p class="lead">${t.sent(sent.email.trim())}</p>
    <p class="fine">${t.sentHelp}</p>
    ${linkButton(`/${organization.slug}`, t.back)}
  `
  sendPage(ctx, { title: t.sentTitle, language, organization, body })
}

/** @param typed what was sent and is no e-mail address */
function sendQuestion({ ctx, organization, language }: PageRequest, typed?: string): void {
  const t = forgottenTexts[language]
  const wrong = typed !== undefined
  const input = field({
    ...{ name: 'email', label: t.email, type: 'email', value: typed },
    ...{ autocomplete: 'username', maxlength: 254, autofocus: true },
    error: wrong ? t.emailMissing : undefined,
  })
  const body = html`
    <h1>${t.title}</h1>
    ${
      organization.methods.password
        ? [html`<p class="lead">${t.lead}</p>`, form({ action: ctx.path, fields: input, submit: t.submit })]
        : notice(t.off, 'warn')
    }
    <p class="fine"><a href=${`/${organization.slug}`}>${t.back}</a></p>
  `
  sendPage(ctx, { title: t.title, language, organization, body }, wrong ? 422 : 200)
}
