import type { Db } from '../../db/transaction.ts'
import type { Audience, Caller, CredentialKind } from '../../domain/caller.ts'

type Organization = Caller['organization']

/** Facts that decide what a caller may do, as they are now. */
export interface Standing {
  /** The audience of a key or an app; null for a browser session. */
  audience: Audience | null
  role: Caller['role']
  person_id: string | null
  status: Organization['status']
  pause_reason: Organization['pauseReason']
  paused_since: string | null
  delete_on: Organization['deleteOn']
}

/** Where the credentials of each kind are, what they are for, and since when one does not work. */
const tables: Record<CredentialKind, { table: string; audience: string; ended: string }> = {
  key: { table: 'api_keys', audience: 'c.audience', ended: 'c.revoked_at' },
  web: { table: 'sessions', audience: 'null', ended: 'c.ended_at' },
  app: { table: 'oauth_connections', audience: 'c.audience', ended: 'c.revoked_at' },
}

const textOf = ({ table, audience, ended }: (typeof tables)[CredentialKind]) =>
  `select ${audience} as audience, m.role, m.person_id, o.status, o.pause_reason, o.paused_since, o.delete_on
     from memberships m
     join ${table} c on c.org_id = $1 and c.id = $3 and c.membership_id = $2 and ${ended} is null
     join organizations o on o.org_id = $1
    where m.org_id = $1 and m.id = $2 and m.status = 'active'`

const finding = { key: textOf(tables.key), web: textOf(tables.web), app: textOf(tables.app) }
/** Members before credentials, in the order of whoever shuts a member out. */
const hold = (text: string) => `${text} for share of m, c`
const holding = { key: hold(finding.key), web: hold(finding.web), app: hold(finding.app) }

type Asking = Pick<Caller, 'credential' | 'membershipId'>

/** Finds the standing of the caller now; undefined when the credential has ended, or its member was disabled. */
export async function findStanding(
  db: Pick<Db, 'orgId' | 'query'>,
  { credential, membershipId }: Asking,
): Promise<Standing | undefined> {
  const values = [db.orgId, membershipId, credential.id]
  return (await db.query<Standing>(finding[credential.kind], values))[0]
}

/**
 * Finds the standing and holds it until the transaction ends: whoever takes the access away waits for that. So ask it
 * last, or a slow call would keep its caller from being shut out. The row of the organization is not held, because most
 * changes of people lock it.
 */
export async function holdStanding(
  db: Pick<Db, 'orgId' | 'query'>,
  { credential, membershipId }: Asking,
): Promise<Standing | undefined> {
  const values = [db.orgId, membershipId, credential.id]
  return (await db.query<Standing>(holding[credential.kind], values))[0]
}
