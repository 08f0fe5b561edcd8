import { conflict, notFound } from '../../../errors.ts'
import type { Handler } from '../../action.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'

/** Out of use for good, unless it is the only active one or it employs somebody today or later (gaps 4). */
export const handler: Handler<'org_legal_entities_archive'> = async (ctx, input) => {
  const { db } = ctx
  const { legal_entity_id: id } = input
  const active = await legalEntities.lockActive(db)
  const entity = await legalEntities.get(db, ctx.today, id)
  if (!entity) throw notFound('legal_entity_id', 'legal entity')
  if (entity.archived) return presentLegalEntity(entity)
  if (active.every((other) => other === id))
    throw conflict('This is the only active legal entity. Create another one first.')
  const assigned = await legalEntities.countAssigned(db, id, ctx.today)
  if (assigned > 0)
    throw conflict(`People employed by this legal entity today or later: ${assigned}. Move them first.`)

  await legalEntities.archive(db, id, ctx.now)
  ctx.record({
    summary: 'Archived the legal entity {subject}',
    subject: { type: 'legal_entity', id, name: entity.name },
    changes: [{ field: 'archived', before: false, after: true }],
  })
  return presentLegalEntity({ ...entity, archived: true })
}
