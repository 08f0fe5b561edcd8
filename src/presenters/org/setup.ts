import type { components } from '../../generated/contract.ts'
import type { SetupRow } from '../../queries/org/setup.ts'

/** The steps of setting up. Connecting an assistant is optional, so setting up is complete without it. */
export function presentSetup(row: SetupRow): components['schemas']['SetupStatus'] {
  const { entity, location, units, people, invited, ai_connected } = row
  const completed = entity && location && units && people && invited
  return { entity, location, units, people, invited, ai_connected, completed }
}
