import type { Db } from '../db/transaction.ts'
import { nameOfProvider, type Provider } from '../domain/sign-in.ts'
import { loginChanges, type LoginChange } from '../domain/login-changes.ts'
import { listOwnLines, type OwnLine } from '../queries/platform/activity.ts'
import { findMemberToMail, type Receiver } from '../queries/platform/mail-facts.ts'

/** Something that changed about a login, and what it was: the name of a key, an app or a provider, or the day since which. */
export interface ToldChange {
  change: LoginChange
  at: string
  name: string
}

/** The number of changes that one mail lists, the newest of them. It says when there were more. */
const most = 20

/**
 * Loads the receiver of a mail about a login, and the changes that it tells. Undefined: to a member who is disabled it
 * tells nothing.
 */
export async function loadLoginChanges(
  db: Db,
  { membershipId, from }: { membershipId: string; from: string },
): Promise<{ to: Receiver; changes: ToldChange[]; more: boolean } | undefined> {
  const [to, lines] = await Promise.all([
    findMemberToMail(db, membershipId),
    listOwnLines(db, { membershipId, codes: loginChanges, from }, most + 1),
  ])
  if (!to || lines.length === 0) return undefined
  const changes = lines.slice(-most).map((line) => ({
    change: line.summary_code as LoginChange,
    at: line.at,
    name: nameIn(line),
  }))
  return { to, changes, more: lines.length > most }
}

function nameIn({ subject_name: name, changes }: OwnLine): string {
  if (name !== null) return name
  const since = changes.find(({ field }) => field === 'since')
  if (since) return String(since.after)
  const provider = changes.find(({ field }) => field === 'provider')
  return provider ? nameOfProvider[(provider.before ?? provider.after) as Provider] : ''
}
