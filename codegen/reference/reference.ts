import {
  eventTypes,
  namesIn,
  refusals,
  refusalsOf,
  rowErrorsOf,
  warningsOf,
  type EventType,
  type Refusal,
  type WarningText,
} from '../catalogue.ts'
import { statusOf } from '../expand/responses.ts'
import { at, isObject, media, type Contract, type Json, type JsonObject, type Source } from '../model.ts'
import { refName } from '../schema.ts'
import type { Html } from './html.ts'
import { markdownWith } from './markdown.ts'
import type { Call, Value } from './samples.ts'

/** The text that stands in the pages for the public address of the service, which only a running server knows. */
export const placeholder = 'https://base-url.invalid'

/** An action, or an endpoint below /auth, as its page shows it. A read is there once, though it answers GET, too. */
export interface Entry {
  source: Source
  /** `/docs/org/units.create` */
  href: string
  /** `org/units.create`, as descriptions name it. */
  name: string
  tag: string
  title: string
  /** Markdown, without the rules, errors and events that the document repeats after it. */
  description: string
  kind: 'read' | 'write' | 'destructive' | 'session'
  /** The POST of the published document. */
  operation: JsonObject
  call: Call
  errors: (Refusal & { status: string })[]
  rowErrors: Refusal[]
  warnings: WarningText[]
  events: EventType[]
}

/** Everything that pages are made of. */
export interface Reference {
  contract: Contract
  document: JsonObject
  entries: Entry[]
  events: EventType[]
  errors: (Refusal & { status: string })[]
  /** By operation id. */
  entryOf: Map<string, Entry>
  markdown: (text: string) => Html
}

/** Collects what the pages show from the contract and the published document. */
export function collect(contract: Contract, document: JsonObject): Reference {
  const withStatus = (one: Refusal) => ({ ...one, status: statusOf(contract, one.error) })
  const events = eventTypes(contract)
  // Addresses to which browsers are sent are nothing that a program calls.
  const called = contract.sources.filter(({ kind }) => kind !== 'redirect')
  const entries = called.map((source): Entry => {
    const operation = at(document, 'paths', source.url, 'post') as JsonObject
    const name = source.url.replace(/^\/(v1\/)?/, '')
    return {
      source,
      href: `/docs/${name}`,
      name,
      tag: String((operation['tags'] as Json[])[0]),
      title: String(operation['summary']),
      description: String(source.operation['description']),
      kind: source.kind === 'session' ? 'session' : (operation['x-class'] as Entry['kind']),
      operation,
      call: callOf(source, operation),
      errors: refusalsOf(contract, source).map(withStatus),
      rowErrors: rowErrorsOf(contract, source),
      warnings: warningsOf(contract, source),
      events: events.filter(({ type }) => namesIn(source, 'x-events').includes(type)),
    }
  })
  const errors = refusals(contract).map(withStatus)
  return {
    contract,
    document,
    entries,
    events,
    errors,
    entryOf: new Map(entries.map((entry) => [entry.source.id, entry])),
    markdown: markdownWith(linksTo(entries, events, errors)),
  }
}

/** The tags that have entries, in the order of the document. */
export function tagsOf({
  document,
  entries,
}: Reference): { name: string; description: string; entries: Entry[] }[] {
  return (document['tags'] as JsonObject[])
    .map(({ name, description }) => ({
      name: String(name),
      description: String(description),
      entries: inOrder(entries.filter(({ tag }) => tag === name)),
    }))
    .filter((tag) => tag.entries.length > 0)
}

/** Sorts actions: those of one noun together; of them first what changes nothing, last what cannot be undone. */
function inOrder(entries: Entry[]): Entry[] {
  const ranks = ['read', 'write', 'destructive', 'session']
  const nouns = [...new Set(entries.map(nounOf))]
  return entries.toSorted(
    (a, b) =>
      nouns.indexOf(nounOf(a)) - nouns.indexOf(nounOf(b)) || ranks.indexOf(a.kind) - ranks.indexOf(b.kind),
  )
}

function nounOf({ source }: Entry): string {
  return source.segments.slice(0, -1).join('/')
}

/** The address of the page that shows the event. */
export function eventHref(type: string): string {
  return `/docs/events/${type}`
}

/** The address of a refusal in the catalogue. */
export function errorHref(name: string): string {
  return `/docs/errors#${name}`
}

/** `Safe retries` → `safe-retries` */
export function slug(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

/** The access of an action; empty for the endpoints below /auth. */
export function accessOf({ operation }: Entry): Access {
  return (operation['x-access'] as Access | undefined) ?? {}
}

interface Access {
  manage?: 'any' | string[]
  me?: true
  web_only?: true
  while_paused?: true
}

/** The schema of the body, and of what is below `data` in the answer. */
export function schemasOf(
  { document }: Reference,
  { operation }: Entry,
): { body: JsonObject; data: JsonObject } {
  const answer = media(at(operation, 'responses', '200'))
  return {
    body: media(operation['requestBody'])?.['schema'] as JsonObject,
    data: at(follow(document, answer?.['schema']), 'properties', 'data') as JsonObject,
  }
}

/** The schema that a reference leads to. Keywords beside the reference replace those of its target. */
export function follow(document: JsonObject, schema: Json | undefined): JsonObject {
  const name = refName(schema)
  if (!isObject(schema)) return {}
  if (name === undefined) return schema
  const { $ref: _ref, ...own } = schema
  return { ...follow(document, at(document, 'components', 'schemas', name)), ...own }
}

function callOf(source: Source, operation: JsonObject): Call {
  const webOnly = at(operation, 'x-access', 'web_only') === true
  return {
    path: source.url,
    body: media(operation['requestBody'])?.['example'] as Value,
    credential: source.kind === 'session' ? 'none' : webOnly ? 'session' : 'key',
  }
}

function linksTo(
  entries: Entry[],
  events: EventType[],
  errors: Refusal[],
): (code: string) => string | undefined {
  const hrefs = new Map([
    ...errors.map(({ name }) => [name, errorHref(name)] as const),
    ...events.map(({ type }) => [type, eventHref(type)] as const),
    ...entries.map(({ name, href }) => [name, href] as const),
  ])
  return (code) => hrefs.get(code)
}
