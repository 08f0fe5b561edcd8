import { presentMailSettings } from '../../../../presenters/platform/notifications.ts'
import { getMailMonth } from '../../../../queries/platform/optional-mails.ts'
import { action } from '../../../action.ts'

/** The notifications that are mailed, and how many mails of the month there were. */
export const handler = action('platform_notifications_settings_get', {
  run: async ({ db, now }) => presentMailSettings(await getMailMonth(db, now)),
})
