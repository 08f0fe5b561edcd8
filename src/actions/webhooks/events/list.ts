import { eventCatalogue, type EventType } from '../../../generated/events.ts'
import { action, type Result } from '../../action.ts'

type Id = 'webhooks_events_list'

const types: Result<Id> = Object.keys(eventCatalogue)
  .toSorted()
  .map((type) => {
    const { group, description } = eventCatalogue[type as EventType]
    return { type, group, description: description.trim() }
  })

/** Lists the catalogue of events. It is the same for all organizations. */
export const handler = action('webhooks_events_list', { run: async () => types })
