import { notFound } from '../../../errors.ts'
import { presentInvite } from '../../../presenters/org/invites.ts'
import { recordExists } from '../../../queries/existence.ts'
import { listInvites, type InviteRow } from '../../../queries/org/invites.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_invites_list'

/** Lists invites, newest first. */
export const handler = action('org_invites_list', {
  run,
  present: (invites) => invites.map(presentInvite),
})

async function run(
  { db, now }: Context<Id>,
  { person_id: personId, include_closed: closed = false }: Input<Id>,
): Promise<InviteRow[]> {
  if (personId !== undefined && !(await recordExists(db, 'person', personId)))
    throw notFound('person_id', 'person')
  return db.last(() => listInvites(db, { personId, closed }, now))
}
