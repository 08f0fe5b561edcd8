import type { components } from '../../generated/contract.ts'
import type { SetupRow } from '../../queries/org/setup.ts'

/** Connecting an assistant is an offer, so setting up is complete without it. */
export function presentSetup(row: SetupRow): components['schemas']['SetupStatus'] {
  const { entity, location, units, people, invited, ai_connected } = row
  const completed = entity && location && units && people && invited
  return { entity, location, units, people, invited, ai_connected, completed }
}
