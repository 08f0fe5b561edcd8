import { presentLegalEntity } from '../../../presenters/org/legal_entities.ts'
import { legalEntities } from '../../../queries/org/legal_entities.ts'
import { action } from '../../action.ts'

/** Lists the legal entities by name, for everybody; archived ones on request. */
export const handler = action('org_legal_entities_list', {
  run: ({ db, today }, { include_archived }) =>
    db.last(() => legalEntities.list(db, include_archived, today)),
  present: (rows) => rows.map(presentLegalEntity),
})
