import type { Handler } from '../../action.ts'
import { presentMember } from '../../../presenters/platform/members.ts'
import { listMembers } from '../../../queries/platform/members.ts'

/** Who has access, disabled members included (spec 4.12). */
export const handler: Handler<'platform_members_list'> = async (ctx) =>
  (await listMembers(ctx.db)).map(presentMember)
