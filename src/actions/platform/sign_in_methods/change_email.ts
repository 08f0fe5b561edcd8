import { emailChangeAsked } from '../../../events/sessions.ts'
import { isEmailTaken, lockChangingLogin } from '../../../queries/platform/email-changes.ts'
import { getMethods } from '../../../queries/platform/sign-in.ts'
import { countingSince, makeEmailChange, mostEmailLinks } from '../../../services/members/email-change.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_sign_in_methods_change_email'

/** Mails a link to the address with which the caller wants to sign in. It is used by auth/email_confirm. */
export const handler = action('platform_sign_in_methods_change_email', { needs: ['postbox'], run })

async function run(ctx: Context<Id, 'postbox'>, { email }: Input<Id>): Promise<Result<Id>> {
  const { db, caller, now, today, postbox } = ctx
  const { membershipId, personId, from } = caller
  const login = await lockChangingLogin(db, membershipId, countingSince(now))
  const [on, taken] = await Promise.all([getMethods(db), isEmailTaken(db, email, login.user_id)])
  if (!on.password) throw ctx.fail('email_needs_passwords', {})
  if (login.password_hash === null) throw ctx.fail('password_needed_first', {})
  if (email === login.email) throw ctx.fail('sign_in_email_unchanged', {})
  if (taken) throw ctx.fail('sign_in_email_taken', {})
  if (login.links >= mostEmailLinks) throw ctx.fail('too_many_email_links', { count: mostEmailLinks })
  const { id, expiresAt } = await makeEmailChange(db, postbox.pen.links, login, ctx.newId(), email, now)
  await postbox.write(db, { kind: 'email_change', aboutId: id, membershipId }, now, today)
  ctx.record(emailChangeAsked(from.network, personId))
  return { email, expires_at: expiresAt.toISOString() }
}
