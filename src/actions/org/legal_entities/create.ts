import { randomUUIDv7 } from 'node:crypto'
import { onDuplicate } from '../../../db/errors.ts'
import { registeredAddressParts, wholeAddress } from '../../../domain/address.ts'
import type { Handler } from '../../action.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'

/** An employer with a legal name that no other one has (gaps 3, 4). */
export const handler: Handler<'org_legal_entities_create'> = async (ctx, input) => {
  const { db } = ctx
  const { name, country } = input
  const id = randomUUIDv7()
  const fields = {
    name,
    country,
    registration_number: input.registration_number ?? null,
    tax_id: input.tax_id ?? null,
    address: wholeAddress(registeredAddressParts, input.address) ?? null,
  }
  await onDuplicate(legalEntities.duplicate(name), legalEntities.insert(db, id, fields))
  ctx.record({
    summary: 'Created the legal entity {subject}',
    subject: { type: 'legal_entity', id, name },
    changes: [{ field: 'country', before: null, after: country }],
  })
  const entity = await legalEntities.get(db, ctx.today, id)
  return presentLegalEntity(entity!)
}
