import type { Handler } from '../../action.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'

/** Everybody sees the legal entities, by name; archived ones on request (gaps 4). */
export const handler: Handler<'org_legal_entities_list'> = async (ctx, input) => {
  const entities = await legalEntities.list(ctx.db, ctx.today, input.include_archived)
  return entities.map(presentLegalEntity)
}
