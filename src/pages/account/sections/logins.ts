import type { Result } from '../../../actions/action.ts'
import { field, form, linkButton } from '../../form.ts'
import { html } from '../../html.ts'
import type { Child } from '../../../html/html.ts'
import { signs } from '../../icons.ts'
import { formatDay } from '../../language.ts'
import { newPassword } from '../../new-password.ts'
import { providerPath } from '../../providers.ts'
import { emailTexts } from '../../texts/email.ts'
import { loginTexts } from '../../texts/logins.ts'
import { callAction, type MemberRequest } from '../member.ts'
import { ask, rows, section, tag, type Row } from '../components.ts'
import type { FormState } from '../form-state.ts'

type OwnMethod = Result<'platform_sign_in_methods_list'>['methods'][number]

/** The ways to sign in: what is set up, what could be, and the password. */
export async function loginsSection(request: MemberRequest, shown: FormState): Promise<Child> {
  const t = loginTexts[request.language]
  const { methods } = await callAction(request, 'platform_sign_in_methods_list', {})
  // A provider that is neither offered nor connected is of no interest.
  const relevant = methods.filter(
    ({ provider, linked, available }) => provider === 'password' || linked || available,
  )
  const items = relevant.map((method) =>
    method.provider === 'password' ? passwordRow(method, request) : providerRow(method, request),
  )
  const password = methods.find(({ provider }) => provider === 'password')
  const changes = password?.linked &&
    password.available && [passwordForm(request, shown), emailForm(request, shown)]
  return section('sign-in', t.title, t.about, ...rows(items), changes)
}

function nameOf({ provider, linked }: OwnMethod, { language }: MemberRequest): Child {
  const t = loginTexts[language]
  return [signs[provider](), html`<span>${t.methods[provider]}</span>`, linked && tag(t.set, true)]
}

function passwordRow(method: OwnMethod, request: MemberRequest): Row {
  const t = loginTexts[request.language]
  const { linked, available } = method
  return {
    name: nameOf(method, request),
    lines: [!available ? t.off : !linked && `${t.notSet}. ${t.noPassword}`],
  }
}

function providerRow(method: OwnMethod, request: MemberRequest): Row {
  const { caller, organization, language } = request
  const t = loginTexts[language]
  const { linked, available, email, linked_at } = method
  const provider = method.provider as 'google' | 'microsoft'
  const name = t.methods[provider]
  const day = linked_at && formatDay(linked_at, language, caller.organization.timeZone)
  const remove = () =>
    ask({
      open: t.remove,
      label: t.removeOne(name),
      question: t.removeQuestion(name),
      confirm: t.removeConfirm(name),
      action: `/${organization.slug}/account/unlink`,
      values: { provider },
    })
  const path = providerPath(provider, organization.slug, { link: '1' })
  return {
    name: nameOf(method, request),
    lines: [day ? t.connected(email, day) : t.notConnected, linked && !available && t.off],
    action: linked
      ? remove()
      : linkButton(path, t.connect, 'quiet', { small: true, label: t.connectOne(name) }),
  }
}

function passwordForm({ caller, organization, language }: MemberRequest, { password }: FormState): Child {
  const t = loginTexts[language]
  const fields = [
    html`<input
      class="away"
      type="text"
      name="email"
      value=${caller.user.email}
      autocomplete="username"
      readonly
      tabindex="-1"
      aria-hidden="true"
    />`,
    field({
      ...{ name: 'current_password', label: t.current, type: 'password', error: password?.current },
      ...{ autocomplete: 'current-password', maxlength: 256 },
    }),
    newPassword(language, password),
    html`<p class="fine">${t.changeNote}</p>`,
  ]
  return html`
    <details class="more" open=${password !== undefined}>
      <summary class="button quiet small">${t.change}</summary>
      ${form({ action: `/${organization.slug}/account/password`, fields, submit: t.save, label: t.change })}
    </details>
  `
}

function emailForm({ organization, language }: MemberRequest, { email }: FormState): Child {
  const t = emailTexts[language]
  const fields = [
    field({
      ...{ name: 'new_email', label: t.new, type: 'email', value: email?.value, error: email?.problem },
      ...{ autocomplete: 'email', maxlength: 254 },
    }),
    html`<p class="fine">${t.note}</p>`,
  ]
  return html`
    <details class="more" open=${email !== undefined}>
      <summary class="button quiet small">${t.change}</summary>
      ${form({ action: `/${organization.slug}/account/email`, fields, submit: t.send, label: t.change })}
    </details>
  `
}
