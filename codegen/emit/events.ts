import { eventTypes, namesIn } from '../catalogue.ts'
import { mentionPaths } from '../ids.ts'
import type { Contract } from '../model.ts'
import { actionsOf, header, union } from './registry.ts'

/** The module of the catalogue of events: the payload of each as a type, its description as data. */
export function eventsModule(contract: Contract): string {
  const types = eventTypes(contract)
  const payloads = types.map(({ type, dataName }) => `  '${type}': Schemas['${dataName}']`)
  const entries = types.map(
    ({ type, group, subject, description }) =>
      `  '${type}': ${JSON.stringify({ group, subject, description })},`,
  )
  const mentions = types.map(({ type, dataName }) => {
    const paths = mentionPaths(contract, { $ref: `#/components/schemas/${dataName}` })
    return `  '${type}': ${JSON.stringify(paths)},`
  })
  const actions = actionsOf(contract).map((source) => `  ${source.id}: ${union(namesIn(source, 'x-events'))}`)
  return `${header}import type { components } from './contract.ts'

export type Schemas = components['schemas']

/** The \`data\` of each type of event. */
export interface EventPayloads {
${payloads.join('\n')}
}

export type EventType = keyof EventPayloads

export const eventCatalogue: Readonly<
  Record<EventType, { readonly group: string; readonly subject: string; readonly description: string }>
> = {
${entries.join('\n')}
}

/** Where ids of people are in the \`data\` of each type of event: \`person_id\`, \`unit.head.id\`. */
export const eventMentions: Readonly<Record<EventType, readonly string[]>> = {
${mentions.join('\n')}
}

/** The events that each action declares. */
export interface ActionEvents {
${actions.join('\n')}
}
`
}
