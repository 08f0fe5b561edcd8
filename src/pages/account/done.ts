import { redirect } from '../send.ts'
import type { Done } from '../texts/account.ts'
import type { MemberRequest } from './member.ts'

/** Shows the account again, with what was done at its top. */
export function done({ ctx, company }: MemberRequest, what: Done): void {
  redirect(ctx, `/${company.slug}/account?done=${what}`)
}
