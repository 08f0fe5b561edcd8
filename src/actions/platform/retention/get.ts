import { presentRetention } from '../../../presenters/platform/retention.ts'
import { getRetention } from '../../../queries/platform/retention.ts'
import { action } from '../../action.ts'

/** Times for which the company keeps what is over. */
export const handler = action('platform_retention_get', {
  run: ({ db }) => db.last(() => getRetention(db)),
  present: presentRetention,
})
