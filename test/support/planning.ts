import type pg from 'pg'
import { plannerSettings } from '../../src/db/planner.ts'

/** In a transaction: from now on statements are planned as for all connections of the service. */
export async function planLikeService(client: pg.ClientBase): Promise<void> {
  const settings = { ...plannerSettings, plan_cache_mode: 'force_generic_plan' }
  for (const [name, value] of Object.entries(settings))
    await client.query(`select set_config($1, $2, true)`, [name, value])
}
