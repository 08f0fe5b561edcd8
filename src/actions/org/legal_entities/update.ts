import { registeredAddressParts, wholeAddress } from '../../../domain/address.ts'
import { changedFields } from '../../../domain/changes.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { legalEntityUpdated } from '../../../events/legal_entities.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import {
  legalEntities,
  type LegalEntityFields,
  type LegalEntityRow,
} from '../../../queries/org/legal_entities.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_legal_entities_update'

/** Changes the fields whose values differ. An address is replaced as a whole. */
export const handler = action('org_legal_entities_update', { subject, run, present: presentLegalEntity })

function subject(
  { db, today }: Context<Id>,
  { legal_entity_id }: Input<Id>,
): Promise<LegalEntityRow | undefined> {
  return legalEntities.lock(db, legal_entity_id, today)
}

async function run(
  ctx: Context<Id>,
  { legal_entity_id: id, address, ...given }: Input<Id>,
  before: LegalEntityRow,
): Promise<LegalEntityRow> {
  const { db, now } = ctx
  const changed = changedFields<LegalEntityFields>(before, {
    ...given,
    address: wholeAddress(registeredAddressParts, address),
  })
  if (Object.keys(changed).length === 0) return before
  const { name } = changed
  const namesake = name === undefined ? undefined : await legalEntities.findNamed(db, name, id)
  ctx.refuse(nameProblems('legal_entity_name_taken', namesake))
  await legalEntities.update(db, id, changed, now)
  const after = { ...before, ...changed }
  ctx.record(legalEntityUpdated(before, after, changed))
  return after
}
