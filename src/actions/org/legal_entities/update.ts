import { onDuplicate } from '../../../db/errors.ts'
import { registeredAddressParts, wholeAddress } from '../../../domain/address.ts'
import { asChanges, changedFields } from '../../../domain/changes.ts'
import { notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities, type LegalEntityFields } from '../../../queries/org/legal_entities.ts'

/** Only what differs counts as a change; an address is replaced as a whole (gaps 3, 4). */
export const handler: Handler<'org_legal_entities_update'> = async (ctx, input) => {
  const { db } = ctx
  const { legal_entity_id: id, address, ...given } = input
  const [, entity] = await Promise.all([legalEntities.lock(db, id), legalEntities.get(db, ctx.today, id)])
  if (!entity) throw notFound('legal_entity_id', 'legal entity')

  const changed = changedFields<LegalEntityFields>(entity, {
    ...given,
    address: wholeAddress(registeredAddressParts, address),
  })
  if (Object.keys(changed).length === 0) return presentLegalEntity(entity)
  const name = changed.name ?? entity.name
  await onDuplicate(legalEntities.duplicate(name), legalEntities.update(db, id, changed, ctx.now))
  ctx.record({
    summary: 'Changed the legal entity {subject}',
    subject: { type: 'legal_entity', id, name },
    changes: asChanges<LegalEntityFields>(entity, changed),
  })
  return presentLegalEntity({ ...entity, ...changed })
}
