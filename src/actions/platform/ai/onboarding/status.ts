import { presentConnection } from '../../../../presenters/platform/connections.ts'
import { listConnections, readAiUse } from '../../../../queries/platform/connections.ts'
import { action, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'platform_ai_onboarding_status'

/** Tells the caller what they have connected, and what to give an assistant. */
export const handler = action('platform_ai_onboarding_status', { needs: ['baseUrl'], run })

async function run({ db, caller, now, baseUrl }: Context<Id, 'baseUrl'>): Promise<Result<Id>> {
  const { membershipId } = caller
  const [rows, use] = await db.last(() =>
    Promise.all([listConnections(db, membershipId, now), readAiUse(db, membershipId, now)]),
  )
  return {
    applies: rows.length === 0 && use.last_activity_at === null,
    connections: rows.map((row) => presentConnection(row, membershipId, false)),
    keys: use.keys,
    last_activity_at: use.last_activity_at,
    mcp_url: `${baseUrl}/mcp`,
  }
}
