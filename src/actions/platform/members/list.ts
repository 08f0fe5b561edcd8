import { presentMember } from '../../../presenters/platform/members.ts'
import { listMembers } from '../../../queries/platform/members.ts'
import { action } from '../../action.ts'

/** Lists the members, disabled ones included. */
export const handler = action('platform_members_list', {
  run: ({ db }) => db.last(() => listMembers(db)),
  present: (members) => members.map(presentMember),
})
