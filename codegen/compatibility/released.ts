import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFrozen, freeze } from '../frozen.ts'
import { isObject, type Json, type JsonObject } from '../model.ts'
import { releasedFolder as folder, releasedNumbers } from '../revision.ts'
import { factsOf } from './document.ts'
import type { Break } from './facts.ts'

/** The published document beside the released ones. */
export interface Comparison {
  document: JsonObject
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
  const document = read(root, 'openapi/published/openapi.json')
  const [versions, facts] = [releasedNumbers(root), factsOf(visible(document))]
  const found = versions.flatMap((version) =>
    facts.breaksOf(factsOf(read(root, join(folder, `${version}.json`)))).map((one) => ({ one, version })),
  )
  const breaks = Map.groupBy(found, ({ one }) => JSON.stringify(one))
  const newest = versions.at(-1) ?? 0
  return {
    document,
    version: versionOf(document),
    newest,
    problems: [
      ...faultsIn(root),
      ...(newest === 0 ? [] : hasRisen(document, read(root, join(folder, `${newest}.json`)))),
    ],
    breaks: [...breaks.values()].map((same) => ({
      found: same[0]!.one,
      versions: same.map(({ version }) => version),
    })),
  }
}

/** Adds the published document to the released ones. Nothing in its file is ever changed again. */
export function addRelease(root: string, document: JsonObject): string {
  const file = `${versionOf(document)}.json`
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, folder, file), `${JSON.stringify(visible(document), null, 1)}\n`)
  freeze(join(root, folder), [file])
  return join(folder, file)
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

function read(root: string, file: string): JsonObject {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonObject
}
