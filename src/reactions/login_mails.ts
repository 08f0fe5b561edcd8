import { tellMember } from '../queries/platform/mails.ts'
import { on } from './reaction.ts'

/** Whoever changes how one signs in as a member may be somebody else. */
export const reactions = [
  on('login.changed', {
    does: 'writes a mail to the member whose login it is',
    async rows(db, _all, { origin, activityId, newId }) {
      const { membershipId } = origin.actor
      if (membershipId === null || activityId === null) return
      await tellMember(db, { id: newId(), aboutId: activityId, membershipId }, origin.now)
    },
  }),
]
