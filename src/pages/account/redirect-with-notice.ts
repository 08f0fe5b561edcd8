import { redirect } from '../send.ts'
import type { Done } from '../texts/account.ts'
import type { MemberRequest } from './member.ts'

/** Shows the account again, with what was done at its top. */
export function redirectWithNotice({ ctx, organization }: MemberRequest, what: Done): void {
  redirect(ctx, `/${organization.slug}/account?done=${what}`)
}
