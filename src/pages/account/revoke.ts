import type { Day } from '../../domain/day.ts'
import { ApiError } from '../../errors.ts'
import { readForm } from '../request.ts'
import { revokeTexts } from '../texts/revoke.ts'
import { sendAccount } from './account.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import { callAction, type MemberRequest } from './member.ts'

/** Revokes the keys and apps of the member that were made since the day that the page has shown. */
export async function sendRevocation(request: MemberRequest): Promise<void> {
  const { since } = await readForm(request, { since: 10 })
  const t = revokeTexts[request.language]
  try {
    await callAction(request, 'platform_access_revoke', { since: since as Day })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    request.ctx.state['failure'] = error
    return sendAccount(request, { since, problem: t.problem, fields: { since: t.wrongDay } }, 422)
  }
  redirectWithNotice(request, 'revoked')
}
