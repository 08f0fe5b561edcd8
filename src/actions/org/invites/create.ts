import { inviteeProblems, inviterProblems, roleOf } from '../../../access/invites.ts'
import { inviteExpiry } from '../../../domain/invites.ts'
import { invited } from '../../../events/invites.ts'
import { inviteUrl } from '../../../mail/addresses.ts'
import { presentInviteMail } from '../../../presenters/org/invites.ts'
import { lockInvitee, replaceInvite, type Invitee } from '../../../queries/org/invites.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { AfterCommit, Context } from '../../context.ts'

type Id = 'org_invites_create'

interface Made {
  id: string
  url: string | null
  expiresAt: Date
  mail: { id: string; limited: boolean }
}

/** Invites a person to get a login. */
export const handler = action('org_invites_create', {
  needs: ['postbox'],
  subject: ({ db, today }: Context<Id>, { person_id: id }: Input<Id>) => lockInvitee(db, id, today),
  authorize,
  run,
  present,
  complete,
})

function authorize({ caller, refuse }: Context<Id>, person: Invitee, { role }: Input<Id>): void {
  refuse(inviterProblems(caller, roleOf(person, role)))
}

async function run(ctx: Context<Id, 'postbox'>, input: Input<Id>, person: Invitee): Promise<Made> {
  const { db, caller, now, today, postbox } = ctx
  ctx.refuse(inviteeProblems(person, input.role))
  const { links, baseUrl } = postbox.pen
  const id = ctx.newId()
  const { token, hash } = links.make('invite', db.orgId, id)
  const expiresAt = inviteExpiry(now)
  const role = roleOf(person, input.role)
  await replaceInvite(db, {
    ...{ id, role, person_id: person.id, membership_id: person.membership_id, email: person.work_email },
    ...{ token_hash: hash, created_by: caller.membershipId, created_at: now, expires_at: expiresAt },
  })
  ctx.record(invited(person, role))
  const about = { kind: 'invite', aboutId: id, personId: person.id, sentByWriter: true } as const
  const mail = await postbox.write(db, about, now, today)
  // The link is a credential, so it is for the browser of whoever invites, and for nobody in between.
  const url = caller.credential.kind === 'web' ? inviteUrl(baseUrl(), caller.organization.slug, token) : null
  return { id, url, expiresAt, mail }
}

/** As far as it is known before the commit. A dry run stays with this. */
function present({ id, url, expiresAt, mail }: Made, { postbox }: Context<Id, 'postbox'>): Result<Id> {
  const untried = postbox.reaches ? 'untried' : 'filed'
  const email = presentInviteMail(mail.limited ? 'limited' : untried, url !== null)
  return { invite_id: id, url, expires_at: expiresAt.toISOString(), email }
}

/** Milliseconds that the answer waits for the mail server. Then a job has the mail. */
const waitMs = 5000

async function complete(answer: Result<Id>, { mail, url }: Made, after: AfterCommit): Promise<Result<Id>> {
  if (mail.limited) return answer
  const { outcome } = await after.postbox.deliver(after.orgId, mail.id, { first: true, waitMs })
  return { ...answer, email: presentInviteMail(outcome, url !== null) }
}
