import { changesOf } from '../../../domain/changes.ts'
import type { Retention } from '../../../domain/retention.ts'
import { retentionChanged } from '../../../events/organization.ts'
import { presentRetention } from '../../../presenters/platform/retention.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { lockRetention, saveRetention } from '../../../queries/platform/retention.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_retention_set'

/** Sets how long is kept what is over. A job deletes what is older. */
export const handler = action('platform_retention_set', { run, present: presentRetention })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Retention> {
  const { db, now } = ctx
  const before = await lockRetention(db)
  const changes = changesOf(before, input)
  if (changes.length === 0) return before
  const { log_days: log = before.log_days, sessions_days: sessions, mails_days: mails } = input
  const kept: Retention = {
    log_days: log,
    sessions_days: sessions ?? before.sessions_days,
    mails_days: mails ?? before.mails_days,
  }
  const [organization] = await Promise.all([getOrganization(db), saveRetention(db, kept, now)])
  ctx.record(retentionChanged(organization, changes))
  return kept
}
