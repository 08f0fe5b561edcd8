import { changesOf } from '../../../../domain/changes.ts'
import { reminderKinds, type ReminderSettings } from '../../../../domain/reminders.ts'
import { remindersChanged } from '../../../../events/reminders.ts'
import { lockReminderSettings, storeReminderSettings } from '../../../../queries/org/reminders.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'org_reminders_settings_update'

/** Changes which days are told, and how long before. */
export const handler = action('org_reminders_settings_update', { run })

async function run(ctx: Context<Id>, { enabled, days_before }: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  const before = await lockReminderSettings(db)
  const after: ReminderSettings = {
    enabled: { ...before.enabled, ...enabled },
    days_before: { ...before.days_before, ...days_before },
  }
  const changes = changesOf(flat(before), flat(after))
  if (changes.length === 0) return before
  await storeReminderSettings(db, after, now)
  ctx.record(remindersChanged(changes))
  return after
}

/** The settings by names that the log shows. */
const flat = ({ enabled, days_before }: ReminderSettings): Record<string, boolean | number> =>
  Object.fromEntries(
    reminderKinds.flatMap((kind): [string, boolean | number][] => [
      [`enabled.${kind}`, enabled[kind]],
      [`days_before.${kind}`, days_before[kind]],
    ]),
  )
