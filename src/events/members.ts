import type { Role } from '../domain/caller.ts'
import { loginOfNobody } from '../texts/log.ts'
import { personReference, type DomainEvent, type Subject } from './domain-event.ts'

/** A member, and the person behind the login. */
interface KnownMember {
  id: string
  role: Role
  person: { id: string; name: string }
}

const subjectOf = ({ person }: KnownMember): Subject => ({ type: 'person', ...person })

/** A member as of now. */
export interface MemberNow {
  membership_id: string
  role: Role
  status: 'active' | 'disabled'
  person_id: string | null
  person_name: string | null
}

/**
 * The log is append-only, and the name of a login may be that of a person who is erased one day: so a login that belongs to
 * nobody has no name there.
 */
const subject = ({
  membership_id: id,
  person_id: personId,
  person_name: name,
}: Pick<MemberNow, 'membership_id' | 'person_id' | 'person_name'>): Subject =>
  personId === null
    ? { type: 'membership', id, name: loginOfNobody.en }
    : { type: 'person', id: personId, name: name ?? '' }

export const factsOf = ({
  membership_id: id,
  role,
  status,
  person_id: personId,
  person_name: name,
}: MemberNow) => ({
  id,
  person: personId === null ? null : { id: personId, name: name ?? '' },
  role,
  status,
})

const event = (member: MemberNow) => ({ subjectId: member.membership_id, personId: member.person_id })

/** A member got another role. */
export const roleChanged = (member: MemberNow, before: Role): DomainEvent<'member.role_changed'> => ({
  activity: [
    {
      summary: 'role_changed',
      subject: subject(member),
      changes: [{ field: 'role', before, after: member.role }],
    },
  ],
  event: {
    type: 'member.role_changed',
    ...event(member),
    data: { membership_id: member.membership_id, previous_role: before, member: factsOf(member) },
  },
})

/** A member was shut out. */
export const memberDisabled = (member: MemberNow): DomainEvent<'member.disabled'> => ({
  activity: [
    {
      summary: 'login_disabled',
      subject: subject(member),
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
    },
  ],
  event: {
    type: 'member.disabled',
    ...event(member),
    data: { membership_id: member.membership_id, member: factsOf(member) },
  },
})

/** A member was let in again. */
export const memberEnabled = (member: MemberNow): DomainEvent<'member.enabled'> => ({
  activity: [
    {
      summary: 'login_enabled',
      subject: subject(member),
      changes: [{ field: 'status', before: 'disabled', after: 'active' }],
    },
  ],
  event: {
    type: 'member.enabled',
    ...event(member),
    data: { membership_id: member.membership_id, member: factsOf(member) },
  },
})

/**
 * A login belongs to another person, or to none. A line of the log is about one person, so each whom it concerns gets one.
 *
 * @param member after the change
 * @param before the person whom the login belonged to
 * @param other the member whose login belonged to the person until now
 */
export const memberLinked = (
  member: MemberNow,
  before: { id: string; name: string } | null,
  other: { membership_id: string } | undefined,
): DomainEvent<'member.linked'> => {
  const changes = (was: string | null, is: string | null) => [
    { field: 'person_id', before: personReference(was), after: personReference(is) },
  ]
  return {
    activity: [
      {
        summary: member.person_id === null ? 'login_unlinked' : 'login_linked',
        subject: member.person_id === null && before ? { type: 'person', ...before } : subject(member),
        changes: changes(before?.id ?? null, member.person_id),
      },
      ...(before && member.person_id !== null
        ? [
            {
              summary: 'login_given_to_other' as const,
              subject: { type: 'person', ...before },
              changes: changes(before.id, member.person_id),
            },
          ]
        : []),
      ...(other
        ? [
            {
              summary: 'former_login_unlinked' as const,
              subject: subject(member),
              changes: [{ field: 'membership_id', before: other.membership_id, after: member.membership_id }],
            },
          ]
        : []),
    ],
    event: {
      type: 'member.linked',
      ...event(member),
      data: { membership_id: member.membership_id, previous_person: before, member: factsOf(member) },
    },
  }
}

/** The login of somebody who has left was closed. */
export const loginClosed = (member: KnownMember): DomainEvent<'member.disabled'> => ({
  activity: [
    {
      summary: 'login_of_leaver_disabled',
      subject: subjectOf(member),
      changes: [{ field: 'status', before: 'active', after: 'disabled' }],
    },
  ],
  event: {
    type: 'member.disabled',
    subjectId: member.id,
    personId: member.person.id,
    data: { membership_id: member.id, member: { ...member, status: 'disabled' } },
  },
})

/** The login of somebody who has left stays open, because no other owner could sign in. */
export const loginKept = (member: KnownMember): DomainEvent<never> => ({
  activity: [
    {
      summary: 'login_of_leaver_kept',
      subject: subjectOf(member),
    },
  ],
})

type LockedOut = Parameters<typeof subject>[0]

/** The operator made a link by which an owner sets a new password. */
export const passwordLinkMade = (member: LockedOut): DomainEvent<never> => ({
  activity: [{ summary: 'password_link_made', subject: subject(member) }],
})

/** The operator made a new invite for an owner who has no login so far. */
export const ownerInvited = (member: LockedOut): DomainEvent<never> => ({
  activity: [{ summary: 'owner_invited', subject: subject(member) }],
})
