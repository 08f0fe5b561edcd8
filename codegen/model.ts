/** The contract as codegen's steps pass it on: load → check → expand → emit. */

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** A place in a file: the keys and indexes that lead to it. */
export type Path = (string | number)[]

export interface SourceFile {
  /** The path from the root of the repository, for messages. */
  file: string
  value: JsonObject
  /** The line of `path` in the file; if it is not there, that of the nearest key above. */
  lineOf: (path: Path) => number
  /** The parts that `x-include` and `$example` took from other files. Their problems are reported where they are written. */
  included?: Included[]
}

/** An included part: `path` in this file is `at` in the file `from`, except for the keys in `refinedHere`. */
export interface Included {
  path: Path
  from: SourceFile
  at: Path
  refinedHere: string[]
}

/**
 * One Path Item: an action, an endpoint of the web app below `/auth`, or an address there to which browsers are sent and
 * which sends them on (`x-redirect`): a GET, whose input is its query.
 */
export interface Source extends SourceFile {
  kind: 'action' | 'session' | 'redirect'
  /** First folder: `org`, `platform` … */
  group: string
  segments: string[]
  /** operationId and MCP tool name: `org_units_create`. */
  id: string
  /** The name in the activity log: `org.units.create`. */
  action: string
  url: string
  operation: JsonObject
}

/** A file of `src/jobs`: a task that the worker runs. */
export interface Job {
  name: string
  /** The payload of a job of this task: ids, lists of ids and days, never personal data. */
  payload: Record<string, PayloadKind>
}

export type PayloadKind = 'id' | 'ids' | 'day'

export interface Contract {
  base: SourceFile
  /** By kind (`schemas`, `responses` …), then by name. The data of each event is a schema, too. */
  components: Map<string, Map<string, SourceFile>>
  /** The sets of properties that objects include, by name. */
  sets: Map<string, SourceFile>
  /** The catalogue of refusals, by name. */
  errors: Map<string, SourceFile>
  /** The catalogue of warnings, by code. */
  warnings: Map<string, SourceFile>
  /** The catalogue of events, by type: `unit.archived`. */
  events: Map<string, SourceFile>
  jobs: Job[]
  /** The files of `src/reactions`, without their ending. */
  reactions: string[]
  sources: Source[]
  /** Endpoints that other standards define, such as OAuth: address → Path Item. It is published as it is written. */
  protocol: Map<string, SourceFile>
}

/** The schema of an operation's JSON body; a closed object without properties if there is none. */
export function requestSchema(source: Source): JsonObject {
  return (media(source.operation['requestBody'])?.['schema'] as JsonObject | undefined) ?? emptyInput
}

/** The schema of the answer's `data`. */
export function resultSchema(source: Source): JsonObject {
  return (media(at(source.operation, 'responses', '200'))?.['schema'] as JsonObject | undefined) ?? {}
}

export const emptyInput: JsonObject = { type: 'object', additionalProperties: false }

/** The JSON media type object of a request body or a response. */
export function media(content: Json | undefined): JsonObject | undefined {
  return at(content ?? null, 'content', 'application/json') as JsonObject | undefined
}

/** The value below `path`, or undefined. */
export function at(value: Json | undefined, ...path: string[]): Json | undefined {
  let here: Json | undefined = value
  for (const key of path) {
    if (!isObject(here)) return undefined
    here = here[key]
  }
  return here
}

/** Tells whether this is a JSON object: neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
