import { registeredAddressParts, wholeAddress } from '../../../domain/address.ts'
import { ceilingProblems } from '../../../domain/ceilings.ts'
import { nameProblems } from '../../../domain/uniqueness.ts'
import { legalEntityCreated } from '../../../events/legal_entities.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities, type LegalEntityRow } from '../../../queries/org/legal_entities.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_legal_entities_create'

/** Creates a legal entity. No two have the same name, archived ones included. */
export const handler = action('org_legal_entities_create', { run, present: presentLegalEntity })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<LegalEntityRow> {
  const { db, today } = ctx
  const [named, count] = await Promise.all([
    legalEntities.findNamed(db, input.name, null),
    legalEntities.count(db),
  ])
  ctx.refuse([
    ...nameProblems('legal_entity_name_taken', named),
    ...ceilingProblems('legal_entities', 'name', count + 1),
  ])
  const id = ctx.newId()
  await legalEntities.insert(db, id, {
    name: input.name,
    country: input.country,
    registration_number: input.registration_number ?? null,
    tax_id: input.tax_id ?? null,
    address: wholeAddress(registeredAddressParts, input.address) ?? null,
  })
  const legalEntity = (await legalEntities.get(db, id, today))!
  ctx.record(legalEntityCreated(legalEntity))
  return legalEntity
}
