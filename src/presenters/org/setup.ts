import type { components } from '../../generated/contract.ts'
import type { ChecklistRow } from '../../queries/org/setup.ts'

/** Connecting an assistant is an offer, so the checklist is complete without it (spec 2.16). */
export function presentChecklist(row: ChecklistRow): components['schemas']['SetupChecklist'] {
  const { entity, location, units, people, invited, ai_connected } = row
  const completed = entity && location && units && people && invited
  return { entity, location, units, people, invited, ai_connected, completed }
}
