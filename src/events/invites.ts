import type { Role } from '../domain/caller.ts'
import { asCreated, type Happening, type Subject } from './happening.ts'
import { factsOf, type MemberNow } from './members.ts'

interface Person {
  id: string
  name: string
}

const subjectOf = ({ id, name }: Person): Subject => ({ type: 'person', id, name })

/** Somebody was invited. The line has neither the address nor the link. */
export const invited = (person: Person, role: Role): Happening<never> => ({
  activity: [{ summary: 'Invited {subject}', subject: subjectOf(person), changes: asCreated({ role }) }],
})

export const inviteRevoked = (person: Person): Happening<never> => ({
  activity: [{ summary: 'Revoked the invite of {subject}', subject: subjectOf(person) }],
})

/** A person accepted their invite, and can sign in now. */
export const inviteAccepted = (
  inviteId: string,
  member: MemberNow,
  person: Person,
): Happening<'invite.accepted'> => ({
  activity: [{ summary: '{subject} accepted the invite', subject: subjectOf(person) }],
  event: {
    type: 'invite.accepted',
    subjectId: inviteId,
    personId: person.id,
    data: { invite_id: inviteId, person_id: person.id, member: factsOf(member) },
  },
})

/** The same of a login that belongs to no person: the first owner of an organization. */
export const ownInviteAccepted = (membershipId: string): Happening<never> => ({
  activity: [
    {
      summary: 'Accepted the invite to the organization',
      subject: { type: 'membership', id: membershipId, name: 'a login of no person' },
    },
  ],
})
