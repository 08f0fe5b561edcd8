import { archivePlaceProblems } from '../../../domain/places.ts'
import { legalEntityArchived } from '../../../events/legal_entities.ts'
import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities, type LegalEntityRow } from '../../../queries/org/legal_entities.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_legal_entities_archive'

interface Subject {
  legalEntity: LegalEntityRow
  /** The ids of all active legal entities. */
  active: string[]
}

/** Archives for good. Refused for the only active legal entity, and while it employs somebody today or later. */
export const handler = action('org_legal_entities_archive', { subject, run, present: presentLegalEntity })

async function subject(
  { db, today }: Context<Id>,
  { legal_entity_id }: Input<Id>,
): Promise<Subject | undefined> {
  const [active, legalEntity] = await Promise.all([
    legalEntities.lockActive(db),
    legalEntities.get(db, legal_entity_id, today),
  ])
  return legalEntity && { legalEntity, active }
}

async function run(
  ctx: Context<Id>,
  _input: Input<Id>,
  { legalEntity, active }: Subject,
): Promise<LegalEntityRow> {
  const { db, now, today } = ctx
  if (legalEntity.archived) return legalEntity
  const assigned = await legalEntities.countAssigned(db, legalEntity.id, today)
  ctx.refuse(
    archivePlaceProblems(
      { lastActive: 'last_active_legal_entity', inUse: 'legal_entity_in_use' },
      legalEntity,
      active,
      assigned,
    ),
  )
  await legalEntities.archive(db, legalEntity.id, now)
  const archived = { ...legalEntity, archived: true }
  ctx.record(legalEntityArchived(archived))
  return archived
}
