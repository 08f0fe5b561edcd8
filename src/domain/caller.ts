import type { Day } from './day.ts'

/** The rights of a member in their organization. A member has exactly one role. */
export const roles = ['owner', 'admin', 'hr', 'viewer', 'member'] as const
export type Role = (typeof roles)[number]

/** The side that a caller acts for: company administration, or their own workspace. */
export type Audience = 'manage' | 'me'

export type CredentialKind = 'key' | 'web' | 'app'

/** One credential of one member of one organization, loaded by the statement that checked the credential. */
export interface Caller {
  /** An API key, a browser session, or a connected app; the id of an app is that of its connection. */
  credential: { kind: CredentialKind; id: string }
  /** The way by which the call came in, for the activity log. */
  via: 'api' | 'mcp' | 'web'
  /** Networks of the client: as limits count it, and as the log names it. */
  from: { address: string; network: string }
  /** The audiences that the credential may be used for. */
  audiences: Audience[]
  membershipId: string
  role: Role
  personId: string | null
  user: { id: string; email: string; displayName: string; language: string | null }
  organization: {
    id: string
    slug: string
    name: string
    language: string | null
    timeZone: string
    status: 'active' | 'paused' | 'closed'
    pauseReason: 'unpaid' | 'details_missing' | null
    pausedSince: string | null
    deleteOn: Day | null
  }
}
