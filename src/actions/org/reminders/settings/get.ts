import { getReminderSettings } from '../../../../queries/org/reminders.ts'
import { action } from '../../../action.ts'

/** The days that are told, and how long before. */
export const handler = action('org_reminders_settings_get', {
  run: ({ db }) => getReminderSettings(db),
})
