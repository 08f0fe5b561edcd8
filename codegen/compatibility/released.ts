import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkFrozen, freeze } from '../frozen.ts'
import { isObject, type Json, type JsonObject } from '../model.ts'
import { releasedFolder as folder, releasedNumbers } from '../revision.ts'
import { factsOf } from './document.ts'
import type { Break } from './facts.ts'
import { factsOfTools } from './tools.ts'

/** The published document beside the released ones, and the tools of assistants beside theirs. */
export interface Comparison {
  document: JsonObject
  tools: Json
  version: number
  /** The newest released version; 0 before the first release. */
  newest: number
  /** A released document that is gone or changed, or a version that has not risen. */
  problems: string[]
  /** The breaks of clients, and the released versions of each. */
  breaks: { found: Break; versions: number[] }[]
}

/**
 * Compares the published document with every released one. The newest would do if each comparison had always found
 * everything; a rule that is added later reaches back to the first release.
 */
export function compareWithReleased(root: string): Comparison {
  const document = read(root, 'openapi/published/openapi.json') as JsonObject
  const tools = read(root, 'openapi/published/mcp-tools.json')
  const [versions, facts, toolFacts] = [
    releasedNumbers(root),
    factsOf(visible(document)),
    factsOfTools(tools),
  ]
  const found = versions.flatMap((version) =>
    [
      ...facts.breaksOf(factsOf(read(root, fileOf(version)) as JsonObject)),
      ...toolFacts.breaksOf(factsOfTools(releasedTools(root, version))),
    ].map((one) => ({ one, version })),
  )
  const breaks = Map.groupBy(found, ({ one }) => JSON.stringify(one))
  const newest = versions.at(-1) ?? 0
  return {
    document,
    tools,
    version: versionOf(document),
    newest,
    problems: [
      ...faultsIn(root),
      ...(newest === 0 ? [] : hasRisen(document, read(root, fileOf(newest)) as JsonObject)),
    ],
    breaks: [...breaks.values()].map((same) => ({
      found: same[0]!.one,
      versions: same.map(({ version }) => version),
    })),
  }
}

/** The released files of a version: its document, and its tools. */
const fileOf = (version: number) => join(folder, `${version}.json`)
const toolsOf = (version: number) => join(folder, `${version}.tools.json`)

/** The tools of a version; none where its files are gone, which is a problem of its own. */
const releasedTools = (root: string, version: number): Json =>
  existsSync(join(root, toolsOf(version))) ? read(root, toolsOf(version)) : []

/** Adds what is published to what is released. Nothing in these files is ever changed again. */
export function addRelease(root: string, { document, tools, version }: Comparison): string {
  const files = [
    [fileOf(version), visible(document)],
    [toolsOf(version), tools],
  ] as const
  mkdirSync(join(root, folder), { recursive: true })
  for (const [file, value] of files) writeFileSync(join(root, file), `${JSON.stringify(value, null, 1)}\n`)
  freeze(
    join(root, folder),
    files.map(([file]) => basename(file)),
  )
  return fileOf(version)
}

function faultsIn(root: string): string[] {
  const { faults, missing } = checkFrozen(join(root, folder), '.json')
  return [
    ...faults.map(({ file, fault }) => `${folder}/${file} is released, and is ${fault}. Restore it.`),
    ...missing.map((file) => `${folder}/${file} was not written by npm run release. Remove it.`),
  ]
}

function hasRisen(document: JsonObject, newest: JsonObject): string[] {
  const [now, before] = [versionOf(document), versionOf(newest)]
  if (now > before || (now === before && fingerprintOf(document) === fingerprintOf(newest))) return []
  return [
    `The version of the document is ${now}, and ${before} was released with another content. Run npm run codegen.`,
  ]
}

function versionOf({ info }: JsonObject): number {
  return Number((info as JsonObject)['version'])
}

function fingerprintOf({ info }: JsonObject): Json | undefined {
  return (info as JsonObject)['x-fingerprint']
}

/** The extensions on which clients rely. All others may change without meaning for them. */
const promised = [
  ...['x-class', 'x-retry', 'x-access', 'x-errors', 'x-row-errors', 'x-warnings', 'x-events', 'x-paging'],
  ...['x-extensible-enum', 'x-general-codes', 'x-decimals', 'x-web-only', 'x-fingerprint'],
]

/** The document as clients see it: without our own extensions, and without examples, which promise nothing. */
export function visible(value: JsonObject, isNames = false): JsonObject {
  const inner = (one: Json, key: string): Json => {
    if (Array.isArray(one)) return one.map((item) => inner(item, key))
    return isObject(one) ? visible(one, key === 'properties') : one
  }
  const kept = Object.entries(value).filter(
    // Names of properties are no keywords.
    ([key]) => isNames || (key.startsWith('x-') ? promised.includes(key) : !/^examples?$/.test(key)),
  )
  return Object.fromEntries(kept.map(([key, one]) => [key, inner(one, key)]))
}

function read(root: string, file: string): Json {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Json
}
