import { describedEventTypes } from '../../../validation/event-types.ts'
import { action } from '../../action.ts'

/** Lists the catalogue of events. It is the same for all organizations. */
export const handler = action('webhooks_events_list', { run: async () => describedEventTypes })
