/** What codegen knows of the contract between its steps: load → check → expand → emit. */

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** Where something is in a file. */
export type Path = (string | number)[]

export interface SourceFile {
  /** Path from the repository's root, for messages. */
  file: string
  value: JsonObject
  /** The line of `path` in the file, or its nearest ancestor. */
  lineOf: (path: Path) => number
  /** What `x-include` took in from other files: a problem in it is told where it is written. */
  included?: Included[]
}

/** A property that was taken in: `path` here is `at` in the file `from`, but for the keys that were refined here. */
export interface Included {
  path: Path
  from: SourceFile
  at: Path
  refinedHere: string[]
}

/** One Path Item: an action, or a browser endpoint below `/auth`. */
export interface Source extends SourceFile {
  kind: 'action' | 'session'
  /** First folder: `org`, `platform` … */
  group: string
  segments: string[]
  /** operationId and MCP tool name: `org_units_create`. */
  id: string
  /** Name in activity and documentation: `org.units.create`. */
  action: string
  url: string
  operation: JsonObject
}

/** A file of `src/jobs`: a task that the worker runs. */
export interface Job {
  name: string
  /** What a job of this task is given: ids, lists of ids and days, never personal data. */
  payload: Record<string, PayloadKind>
}

export type PayloadKind = 'id' | 'ids' | 'day'

export interface Contract {
  base: SourceFile
  /** By kind (`schemas`, `responses` …), then by name. The data of each event is a schema, too. */
  components: Map<string, Map<string, SourceFile>>
  /** What actions may refuse, by name. */
  errors: Map<string, SourceFile>
  /** By type: `unit.archived`. */
  events: Map<string, SourceFile>
  jobs: Job[]
  sources: Source[]
}

/** The schema of an operation's JSON body; `{}` as a closed empty object where there is none. */
export function requestSchema(source: Source): JsonObject {
  return (media(source.operation['requestBody'])?.['schema'] as JsonObject | undefined) ?? emptyInput
}

/** The schema of what is under `data` in the answer. */
export function resultSchema(source: Source): JsonObject {
  return (media(at(source.operation, 'responses', '200'))?.['schema'] as JsonObject | undefined) ?? {}
}

export const emptyInput: JsonObject = { type: 'object', additionalProperties: false }

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

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
