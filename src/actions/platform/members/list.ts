import type { Handler } from '../../../pipeline/action.ts'
import { presentMember } from '../../../presenters/member.ts'
import { listMembers } from '../../../queries/members.ts'

/** Who has access, disabled members included (spec 4.12). */
export const handler: Handler<'platform_members_list'> = async (ctx) =>
  (await listMembers(ctx.db)).map(presentMember)
