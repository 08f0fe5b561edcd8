import { revokeOwnAccess } from '../../auth/own-login.ts'
import { isDay, today } from '../../domain/day.ts'
import { beginVisit } from '../../http/browser.ts'
import { readForm } from '../request.ts'
import { revokeTexts } from '../texts/revoke.ts'
import { sendAccount } from './account.ts'
import { redirectWithNotice } from './redirect-with-notice.ts'
import type { MemberRequest } from './member.ts'

/** Revokes the keys and apps of the member that were made since the day that the page has shown. */
export async function sendRevocation(request: MemberRequest): Promise<void> {
  const { ctx, runtime, caller, language } = request
  const visit = beginVisit(ctx, 'page.revoke')
  const { since } = await readForm(request, { since: 10 })
  const t = revokeTexts[language]
  if (!isDay(since) || since > today(runtime.clock(), caller.organization.timeZone))
    return sendAccount(request, { since, problem: t.problem, fields: { since: t.wrongDay } }, 422)
  await revokeOwnAccess(runtime, caller, since, visit)
  redirectWithNotice(request, 'revoked')
}
