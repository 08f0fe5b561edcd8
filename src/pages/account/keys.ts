import { ApiError } from '../../errors.ts'
import { linkButton } from '../form.ts'
import { html } from '../html.ts'
import { readForm } from '../request.ts'
import { keyTexts } from '../texts/keys.ts'
import { sendAccount, sendInside } from './account.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import { callAction, type MemberRequest } from './member.ts'
import type { FormState } from './form-state.ts'

/** Makes a key and shows its secret, this once. The same form sent again makes no second key. */
export async function createKey(request: MemberRequest): Promise<void> {
  const { language } = request
  const t = keyTexts[language]
  const sent = await readForm(request, { name: 80, audience: 10, request: 40 })
  const input = { name: sent.name, audience: sent.audience as 'me' | 'manage' }
  const key = /^[0-9a-f-]{36}$/.test(sent.request) ? `page ${sent.request}` : undefined
  try {
    const made = await callAction(request, 'platform_api_keys_create', input, { idempotencyKey: key })
    sendSecret(request, made)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'rate_limited') throw error
    request.ctx.state['failure'] = error
    const [detail] = error.options.details ?? []
    const problem = t.problems[detail?.code ?? ''] ?? (detail?.path === 'name' ? t.nameWrong : t.refused)
    const shown: FormState =
      'activityId' in error.options
        ? { problem: t.madeAlready }
        : { problem, fields: { 'key-name': t.name }, key: { ...input, problem } }
    await sendAccount(request, shown, error.status === 409 ? 409 : 422)
  }
}

function sendSecret(request: MemberRequest, { name, secret }: { name: string; secret: string | null }): void {
  const { organization, language } = request
  const t = keyTexts[language]
  const body = html`
    <h1>${t.madeTitle}</h1>
    <p class="lead">${t.madeLead(name)}</p>
    <section class="section" aria-labelledby="secret-title">
      <div class="stack">
        <h2 id="secret-title">${t.secret}</h2>
        <code class="secret" tabindex="0" autofocus aria-labelledby="secret-title secret">
          <span id="secret">${secret}</span>
        </code>
        <p class="fine">${t.secretHelp}</p>
        <pre class="sample" tabindex="0"><code>Authorization: Bearer ${secret}</code></pre>
      </div>
    </section>
    <div>${linkButton(`/${organization.slug}/account#keys`, t.back, 'main')}</div>
  `
  sendInside(request, t.madeTitle, body)
}

/** Revokes a key of the member. */
export async function revokeKey(request: MemberRequest): Promise<void> {
  const { id } = await readForm(request, { id: 64 })
  await callAction(request, 'platform_api_keys_revoke', { id })
  redirectWithNotice(request, 'key_revoked')
}
