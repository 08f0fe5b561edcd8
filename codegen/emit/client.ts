import { eventTypes, generalCodes, namesIn, refusals } from '../catalogue.ts'
import { pagingOf } from '../check-paging.ts'
import { at, requestSchema, type Contract, type JsonObject, type Source } from '../model.ts'
import { descriptionOf } from '../expand/descriptions.ts'
import { resolveRef } from '../schema.ts'
import { callTypes } from './client-types.ts'
import { actionsOf, header, union } from './registry.ts'

/**
 * The modules that the client package has of the contract, besides its schemas: the actions with their types, the
 * catalogue of refusals, and the events.
 */
export function clientModules(contract: Contract, document: JsonObject): Record<string, string> {
  return {
    'src/generated/client-actions.ts': actionsModule(contract, document),
    'src/generated/client-errors.ts': errorsModule(contract),
    'src/generated/client-events.ts': eventsModule(contract),
  }
}

/** The type of the names of all actions. It stands beside the schemas, which import nothing, because all modules need it. */
export function actionNames(contract: Contract): string {
  return `
export type ActionName =
${actionsOf(contract)
  .map(({ action }) => `  | '${action}'`)
  .join('\n')}
`
}

/** The client as a tree of actions, and what the code of the client must know of each action. */
function actionsModule(contract: Contract, document: JsonObject): string {
  const sources = actionsOf(contract)
  const types = sources.map(({ url }) => callTypes(document, url))
  const named = types.flatMap(({ input, data }) => [input, data.replace(/\[.*$/, '')])
  return `${header}import type { Events } from '../client/events.ts'
import type { Upload } from '../client/upload.ts'
import type { Paging } from '../client/pages.ts'
import type { PagedRead, Read, Write } from '../client/types.ts'
import type {
${[...new Set(['ActionName', ...named])]
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './client-schemas.ts'

/** All actions, by their names: \`org.units.create\` is \`client.org.units.create\`. */
export interface Client {
  /**
   * All events that \`webhooks.feed.list\` has, one after the other in their order, and then those to come: it waits for them.
   * It goes on after busy answers and broken connections, and ends when the signal of its options says so.
   *
   * @throws RollcallError when the service refuses
   * @throws ConnectionError when the first call has no answer of the service
   * @throws EventsGoneError when events after \`after\` are gone and there is no \`onGone\`
   */
  events: Events
  /**
   * Adds a document or the file of a custom field: starts the upload, sends the bytes, and finishes it.
   *
   * @throws RollcallError when the service refuses, also what the bytes hold
   * @throws ConnectionError when there is no answer, or the bytes were not taken: start again
   */
  upload: Upload
${tree(contract, document, sources, [])}
}

export interface ActionFacts {
  readonly write: boolean
  readonly paging?: Paging
}

export const actions: Readonly<Record<ActionName, ActionFacts>> = {
${sources.map((source) => `  '${source.action}': ${facts(contract, source)},`).join('\n')}
}
`
}

/** The members of the interface of all actions whose names begin with these steps. */
function tree(contract: Contract, document: JsonObject, sources: Source[], steps: string[]): string {
  const indent = '  '.repeat(steps.length + 1)
  const names = [...new Set(sources.map(({ segments }) => segments[steps.length] as string))]
  return names
    .map((name) => {
      const below = sources.filter(({ segments }) => segments[steps.length] === name)
      const action = below.find(({ segments }) => segments.length === steps.length + 1)
      if (!action) {
        const inner = tree(contract, document, below, [...steps, name])
        return `${indent}${name}: {\n${inner}\n${indent}}`
      }
      if (below.length > 1)
        throw new Error(`${action.action} is an action and a group of actions: rename one`)
      return `${comment(contract, action, indent)}${indent}${name}: ${signature(document, action)}`
    })
    .join('\n')
}

function signature(document: JsonObject, source: Source): string {
  const { input, data } = callTypes(document, source.url)
  const paging = pagingOf(source)
  if (source.operation['x-class'] !== 'read') return `Write<${input}, ${data}>`
  return paging
    ? `PagedRead<${input}, ${data}, ${data}['${paging.items}'][number]>`
    : `Read<${input}, ${data}>`
}

/** Writes what the contract says about the action, so that editors show it. */
function comment(contract: Contract, source: Source, indent: string): string {
  const text = `${String(source.operation['summary'])}\n\n${descriptionOf(contract, source)}`
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    '\n',
  )
}

function facts(contract: Contract, source: Source): string {
  const paging = pagingOf(source)
  if (!paging) return `{ write: ${source.operation['x-class'] !== 'read'} }`
  const input = resolveRef(contract, requestSchema(source))
  const limit = at(input, 'properties', 'limit', 'maximum')
  const { next, cursor, items } = paging
  const words = Object.entries({ next, cursor, items }).map(([key, name]) => `${key}: '${name}'`)
  if (limit !== undefined) words.push(`limit: ${String(limit)}`)
  return `{ write: false, paging: { ${words.join(', ')} } }`
}

/** The codes of problems as types. */
function errorsModule(contract: Contract): string {
  const own = refusals(contract).map(
    ({ name, error, message, record }) =>
      `  /** ${message.replaceAll('*/', '*\\/')} */\n  ${name}: { error: '${error}'; record: ${record === null ? 'null' : `'${record}'`} }`,
  )
  const general = Object.entries(generalCodes(contract)).map(
    ([code, says]) => `  /** ${says} */\n  ${code}: unknown`,
  )
  const actions = actionsOf(contract).map(
    (source) => `  '${source.action}': ${union(namesIn(source, 'x-errors'))}`,
  )
  return `${header}
/** The codes of problems that every action may answer. */
export interface GeneralCodes {
${general.join('\n')}
}

/**
 * The codes of problems that the rules of actions give: \`error\` is the kind of failure, \`record\` the kind of record
 * whose id the problem has.
 */
export interface Refusals {
${own.join('\n')}
}

/** The codes of problems that the rules of each action give. */
export interface ActionRefusals {
${actions.join('\n')}
}
`
}

/** The bodies of webhooks as types. */
function eventsModule(contract: Contract): string {
  const types = eventTypes(contract)
  const imports = types.flatMap(({ dataName, bodyName }) => [dataName, bodyName]).sort()
  const bodies = types.map(({ bodyName }) => `  | ${bodyName}`)
  return `${header}${imports.length > 0 ? `import type {\n${imports.map((name) => `  ${name},`).join('\n')}\n} from './client-schemas.ts'\n` : ''}
/** The \`data\` of each type of event. */
export interface EventData {
${types.map(({ type, dataName }) => `  '${type}': ${dataName}`).join('\n')}
}

export type EventType = keyof EventData

/** The body of a webhook. Told apart by \`type\`, whose list may grow. */
export type WebhookEvent =${bodies.length > 0 ? `\n${bodies.join('\n')}` : ' never'}
`
}
