import { changePassword, endOwnSessions, unlinkOwn } from '../../auth/own-login.ts'
import { SignInRefusal } from '../../auth/problems.ts'
import { ApiError, invalid } from '../../errors.ts'
import { beginVisit } from '../../http/browser.ts'
import { validateInput } from '../../validation/validate.ts'
import { formatWait } from '../language.ts'
import { newPasswordFields, passwordProblems, repeatedWrongly } from '../new-password.ts'
import { readForm } from '../request.ts'
import { loginTexts } from '../texts/logins.ts'
import { providerProblem } from '../texts/providers.ts'
import { sessionTexts } from '../texts/sessions.ts'
import { sendAccount } from './account.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import type { MemberRequest } from './member.ts'
import type { FormState } from './form-state.ts'
import { requestTexts } from '../../texts/requests.ts'

/** Changes the password. All other sessions end. */
export async function sendPasswordChange(request: MemberRequest): Promise<void> {
  const { ctx, runtime, caller, language } = request
  const visit = beginVisit(ctx, 'page.password')
  const sent = await readForm(request, { ...newPasswordFields, current_password: 256, email: 254 })
  const differ = repeatedWrongly(sent, language)
  if (differ) return sendProblem(request, { password: differ }, 422)
  try {
    const given = { current_password: sent.current_password, password: sent.password }
    const input = validateInput('auth_password_change', given) as typeof given
    const { alive } = await changePassword(runtime, caller, input, visit)
    return redirectWithNotice(
      request,
      alive.api_keys.length + alive.apps.length > 0 ? 'password_changed_look' : 'password_changed',
    )
  } catch (error) {
    const shown = problemOf(error, request)
    if (!shown) throw error
    ctx.state['failure'] = error
    return sendProblem(request, shown, error instanceof ApiError && error.status === 429 ? 429 : 422)
  }
}

function problemOf(error: unknown, request: MemberRequest): FormState | undefined {
  const { ctx, language } = request
  const t = loginTexts[language]
  if (!(error instanceof ApiError) || error.code === 'unauthenticated') return undefined
  const isCurrent =
    error instanceof SignInRefusal
      ? error.problem === 'wrong_password'
      : error.options.details?.some(({ path }) => path === 'current_password')
  if (isCurrent) return { password: { current: t.currentWrong } }
  const weak = passwordProblems(error, language)
  if (weak) return { password: weak }
  if (error instanceof SignInRefusal) return { problem: providerProblem(error.problem, { language }) }
  if (error.code !== 'rate_limited') return undefined
  const seconds = error.options.retryAfterSeconds ?? 60
  ctx.set('Retry-After', String(seconds))
  return { problem: t.tooMany(formatWait(seconds, language)) }
}

function sendProblem(request: MemberRequest, shown: FormState, status: number): Promise<void> {
  const { current, ...fields } = shown.password ?? {}
  const problem = shown.problem ?? loginTexts[request.language].problem
  return sendAccount(request, { ...shown, problem, fields: { current_password: current, ...fields } }, status)
}

/** Unlinks an account at a provider. */
export async function sendUnlinking(request: MemberRequest): Promise<void> {
  const { ctx, runtime, caller, language } = request
  const visit = beginVisit(ctx, 'page.unlink')
  const { provider } = await readForm(request, { provider: 20 })
  if (provider !== 'google' && provider !== 'microsoft')
    throw invalid('provider', 'not_allowed', requestTexts.noSuchProvider())
  try {
    await unlinkOwn(runtime, caller, provider, visit)
  } catch (error) {
    if (!(error instanceof SignInRefusal) || error.code === 'unauthenticated') throw error
    ctx.state['failure'] = error
    return sendAccount(request, { problem: providerProblem(error.problem, { language }) }, error.status)
  }
  redirectWithNotice(request, 'unlinked')
}

/** Ends another session of the member, or all others. */
export async function sendSessionEnd(request: MemberRequest): Promise<void> {
  const { ctx, runtime, caller, language } = request
  const visit = beginVisit(ctx, 'page.session_end')
  const { session, others } = await readForm(request, { session: 64, others: 4 })
  try {
    const which = others === 'true' ? ({ others: true } as const) : { session_id: session }
    await endOwnSessions(runtime, caller, which, visit)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    ctx.state['failure'] = error
    return sendAccount(request, { problem: sessionTexts[language].gone }, 404)
  }
  redirectWithNotice(request, others === 'true' ? 'sessions_ended' : 'session_ended')
}
