import { ApiError } from '../../errors.ts'
import { formatWait } from '../language.ts'
import { newPasswordFields, passwordProblems, repeatedWrongly } from '../new-password.ts'
import { readForm } from '../request.ts'
import { loginTexts } from '../texts/logins.ts'
import { sessionTexts } from '../texts/sessions.ts'
import { sendAccount } from './account.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import { callAction, type MemberRequest } from './member.ts'
import type { FormState } from './form-state.ts'

/** Changes the password. All other sessions end. */
export async function sendPasswordChange(request: MemberRequest): Promise<void> {
  const { ctx, language } = request
  const sent = await readForm(request, { ...newPasswordFields, current_password: 256, email: 254 })
  const differ = repeatedWrongly(sent, language)
  if (differ) return sendProblem(request, { password: differ }, 422)
  const { current_password, password } = sent
  try {
    const { alive } = await callAction(request, 'platform_password_change', { current_password, password })
    const some = alive.api_keys.length + alive.apps.length > 0
    return redirectWithNotice(request, some ? 'password_changed_look' : 'password_changed')
  } catch (error) {
    const shown = problemOf(error, request)
    if (!shown) throw error
    ctx.state['failure'] = error
    return sendProblem(request, shown, (error as ApiError).status === 429 ? 429 : 422)
  }
}

function problemOf(error: unknown, request: MemberRequest): FormState | undefined {
  const { ctx, language } = request
  const t = loginTexts[language]
  const weak = passwordProblems(error, language)
  if (weak) return { password: weak }
  if (!(error instanceof ApiError)) return undefined
  const [detail] = error.options.details ?? []
  if (detail?.code === 'wrong_current_password' || error.code === 'validation_failed')
    return { password: { current: t.problems['wrong_current_password'] } }
  if (error.code === 'rate_limited') {
    const seconds = error.options.retryAfterSeconds ?? 60
    ctx.set('Retry-After', String(seconds))
    return { problem: t.tooMany(formatWait(seconds, language)) }
  }
  const problem = t.problems[detail?.code ?? '']
  return problem === undefined ? undefined : { problem }
}

function sendProblem(request: MemberRequest, shown: FormState, status: number): Promise<void> {
  const { current, ...fields } = shown.password ?? {}
  const problem = shown.problem ?? loginTexts[request.language].problem
  return sendAccount(request, { ...shown, problem, fields: { current_password: current, ...fields } }, status)
}

/** Unlinks an account at a provider. */
export async function sendUnlinking(request: MemberRequest): Promise<void> {
  const { provider } = await readForm(request, { provider: 20 })
  try {
    await callAction(request, 'platform_sign_in_methods_unlink', { provider: provider as 'google' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    request.ctx.state['failure'] = error
    const { problems } = loginTexts[request.language]
    const problem = problems[error.options.details?.[0]?.code ?? '']
    if (problem === undefined) throw error
    return sendAccount(request, { problem }, error.status)
  }
  redirectWithNotice(request, 'unlinked')
}

/** Ends another session of the member, or all others. */
export async function sendSessionEnd(request: MemberRequest): Promise<void> {
  const { ctx, language } = request
  const { session, others } = await readForm(request, { session: 64, others: 4 })
  try {
    await callAction(
      request,
      'platform_sessions_end',
      others === 'true' ? { others: true } : { session_id: session },
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    ctx.state['failure'] = error
    return sendAccount(request, { problem: sessionTexts[language].gone }, 404)
  }
  redirectWithNotice(request, others === 'true' ? 'sessions_ended' : 'session_ended')
}
