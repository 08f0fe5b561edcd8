import { changesOf } from '../../../../domain/changes.ts'
import { mailSettingsChanged } from '../../../../events/reminders.ts'
import { presentMailSettings } from '../../../../presenters/platform/notifications.ts'
import {
  lockMailMonth,
  storeMailSettings,
  type MailMonth,
} from '../../../../queries/platform/optional-mails.ts'
import { action, type Input, type Result } from '../../../action.ts'
import type { Context } from '../../../context.ts'

type Id = 'platform_notifications_settings_update'

/** Chooses which notifications are mailed, and how many mails may cost something. */
export const handler = action('platform_notifications_settings_update', { run })

async function run(ctx: Context<Id>, input: Input<Id>): Promise<Result<Id>> {
  const { db, now } = ctx
  const before = await lockMailMonth(db, now)
  const after: MailMonth = {
    ...before,
    email: { ...before.email, ...input.email },
    extra_limit: input.extra_limit ?? before.extra_limit,
  }
  const changes = changesOf(flat(before), flat(after))
  if (changes.length > 0) {
    await storeMailSettings(db, after, now)
    ctx.record(mailSettingsChanged(changes))
  }
  return presentMailSettings(after)
}

/** The settings by names that the log shows. */
const flat = ({ email, extra_limit }: MailMonth): Record<string, boolean | number> => ({
  ...Object.fromEntries(Object.entries(email).map(([kind, on]) => [`email.${kind}`, on])),
  extra_limit,
})
