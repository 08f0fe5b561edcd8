import type { Role } from '../domain/caller.ts'
import { loginOfNobody } from '../texts/log.ts'
import { asCreated, type DomainEvent, type Subject } from './domain-event.ts'
import { factsOf, type MemberNow } from './members.ts'

interface Person {
  id: string
  name: string
}

const subjectOf = ({ id, name }: Person): Subject => ({ type: 'person', id, name })

/** Somebody was invited. The line has neither the address nor the link. */
export const invited = (person: Person, role: Role): DomainEvent<never> => ({
  activity: [{ summary: 'invited', subject: subjectOf(person), changes: asCreated({ role }) }],
})

export const inviteRevoked = (person: Person): DomainEvent<never> => ({
  activity: [{ summary: 'invite_revoked', subject: subjectOf(person) }],
})

/** A person accepted their invite, and can sign in now. */
export const inviteAccepted = (
  inviteId: string,
  member: MemberNow,
  person: Person,
): DomainEvent<'invite.accepted'> => ({
  activity: [{ summary: 'invite_accepted', subject: subjectOf(person) }],
  event: {
    type: 'invite.accepted',
    subjectId: inviteId,
    personId: person.id,
    data: { invite_id: inviteId, person_id: person.id, member: factsOf(member) },
  },
})

/** A line about the invite of a login that belongs to no person: the first owner of an organization. */
export const ownInviteAccepted = (membershipId: string): DomainEvent<never> => ({
  activity: [
    {
      summary: 'own_invite_accepted',
      subject: { type: 'membership', id: membershipId, name: loginOfNobody.en },
    },
  ],
})
