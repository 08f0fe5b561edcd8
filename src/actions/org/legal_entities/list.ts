import type { Handler } from '../../../pipeline/action.ts'
import { presentLegalEntity } from '../../../presenters/legal_entity.ts'
import { legalEntities } from '../../../queries/legal_entities.ts'

/** Everybody sees the legal entities, by name; archived ones on request (gaps 4). */
export const handler: Handler<'org_legal_entities_list'> = async (ctx, input) => {
  const entities = await legalEntities.list(ctx.db, ctx.today, input.include_archived)
  return entities.map(presentLegalEntity)
}
