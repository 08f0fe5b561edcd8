import { passwordChanged, passwordRefused } from '../../../events/sessions.ts'
import { lockOwnMember } from '../../../queries/platform/logins.ts'
import { endResets } from '../../../queries/platform/password-resets.ts'
import { endOtherSessions, findPassword, replacePassword } from '../../../queries/platform/sessions.ts'
import { getMethods } from '../../../queries/platform/sign-in.ts'
import { dayProblems, revokeSince } from '../../../services/members/keys-and-apps.ts'
import { requireGoodPassword } from '../../../validation/passwords.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Before } from '../../before.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_password_change'

/** The hashes of a password and of the one that takes its place. */
interface Hashes {
  before: string
  after: string
}

/** Changes the caller's own password. All their other sessions end with it. */
export const handler = action('platform_password_change', { prepare, run })

/** Compares and hashes, while no transaction is open. */
async function prepare(before: Before<Id>, input: Input<Id>): Promise<Hashes> {
  const { caller, today, fail } = before
  const { user, organization } = caller
  before.refuse(dayProblems(input.revoke_since, today, 'revoke_since'))
  requireGoodPassword(input.password, [user.email, user.displayName, organization.name, organization.slug])
  const [on, hash] = await before.read((db) => Promise.all([getMethods(db), findPassword(db, user.id)]))
  if (!on.password) throw fail('passwords_off', {})
  if (hash === null) throw fail('no_password_yet', {})
  const given = { current: input.current_password, next: input.password }
  const after = await before.passwords.replace(caller, hash, given)
  if (after === undefined) {
    await before.writeRefused((_db, record) => record(passwordRefused(caller.from.network, caller.personId)))
    throw fail('wrong_current_password', {})
  }
  return { before: hash, after }
}

async function run(
  ctx: Context<Id>,
  input: Input<Id>,
  _subject: undefined,
  hashes: Hashes,
): Promise<Result<Id>> {
  const { db, caller, now } = ctx
  const { membershipId, personId, user, organization } = caller
  await lockOwnMember(db, membershipId)
  // Whoever was thrown out meanwhile is told that, and nothing of the password.
  await ctx.holdAccess()
  const on = await getMethods(db)
  if (!on.password) throw ctx.fail('passwords_off', {})
  if (!(await replacePassword(db, user.id, hashes, now))) throw ctx.fail('password_changed_meanwhile', {})
  await Promise.all([
    endOtherSessions(db, membershipId, caller.credential.id, now),
    endResets(db, [membershipId], now),
  ])
  ctx.record(passwordChanged(caller.from.network, personId))
  const days = { since: input.revoke_since, timeZone: organization.timeZone }
  const { split, happened } = await revokeSince(db, caller, days, now)
  for (const domainEvent of happened) ctx.record(domainEvent)
  return { changed: true, ...split }
}
