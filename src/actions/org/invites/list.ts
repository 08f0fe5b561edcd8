import { presentInvite } from '../../../presenters/org/invites.ts'
import { listInvites } from '../../../queries/org/invites.ts'
import { action } from '../../action.ts'

/** Lists invites, newest first. */
export const handler = action('org_invites_list', {
  run: ({ db, now }, { person_id: personId, include_closed: closed }) =>
    listInvites(db, { personId, closed: closed ?? false }, now),
  present: (invites) => invites.map(presentInvite),
})
