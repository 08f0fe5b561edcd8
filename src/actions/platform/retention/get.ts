import { presentRetention } from '../../../presenters/platform/retention.ts'
import { getRetention } from '../../../queries/platform/retention.ts'
import { action } from '../../action.ts'

/** What is kept how long. */
export const handler = action('platform_retention_get', {
  run: ({ db }) => db.last(() => getRetention(db)),
  present: presentRetention,
})
