import type { Role } from '../domain/caller.ts'
import type { Happening, Subject } from './happening.ts'

/** A member, and the person behind the login. */
interface KnownMember {
  id: string
  role: Role
  person: { id: string; name: string }
}

const subjectOf = ({ person }: KnownMember): Subject => ({ type: 'person', ...person })

/** The login of somebody who has left was closed. */
export const loginClosed = (member: KnownMember): Happening<'member.disabled'> => ({
  activity: [
    {
      summary: 'Disabled the login of {subject}, who has left',
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
export const loginKept = (member: KnownMember): Happening<never> => ({
  activity: [
    {
      summary:
        'Kept the login of {subject}, who has left: no other owner can sign in. It closes when there is one',
      subject: subjectOf(member),
    },
  ],
})
