import type pg from 'pg'
import { plannerSettings } from '../../src/db/planner.ts'

/** In a transaction: from now on statements are planned as for all connections of the service. */
export async function planLikeService(client: pg.ClientBase): Promise<void> {
  const settings = { ...plannerSettings, plan_cache_mode: 'force_generic_plan' }
  const each = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)
  await client.query(each.join('; '))
}
