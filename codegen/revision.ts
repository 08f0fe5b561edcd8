import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from './model.ts'

/** The revision of the published documents: a number that rises, and what tells their content. */
export interface Revision {
  number: number
  /** Differs for every content. */
  fingerprint: string
}

/**
 * The revision of these documents. It is the committed one if they say the same; else the next number. So the number does
 * not depend on how often codegen ran since the last commit, and after a merge it is above those of both branches.
 *
 * @param documents all that is published of the contract, without revisions
 * @param committed the revisions that the documents follow
 * @param released the newest released number, below which none falls when a commit is taken back
 */
export function nextRevision(documents: JsonObject[], committed: Revision[], released = 0): Revision {
  const fingerprint = createHash('sha256').update(JSON.stringify(documents)).digest('hex').slice(0, 16)
  const same = committed.find((one) => one.fingerprint === fingerprint && one.number >= released)
  return same ?? { number: Math.max(released, ...committed.map(({ number }) => number)) + 1, fingerprint }
}

/** The folder of the released documents, each named by its number: `192.json`. */
export const releasedFolder = 'openapi/released'

/** The numbers of the released documents below the root of a tree, the newest last. */
export function releasedNumbers(root: string): number[] {
  const folder = join(root, releasedFolder)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const numbers = files.flatMap((file) => /^(\d+)\.json$/.exec(file)?.[1] ?? []).map(Number)
  return numbers.sort((one, other) => one - other)
}

/** The document with its revision as `info.version`. */
export function withRevision(document: JsonObject, { number, fingerprint }: Revision): JsonObject {
  const info = { ...(document['info'] as JsonObject), version: String(number), 'x-fingerprint': fingerprint }
  return { ...document, info }
}

/**
 * The revisions of a published document in the last commit, and in the one that is being merged. Where no commit can be
 * asked, such as in a release without `.git`, that of the file.
 *
 * @param root the root of the repository
 * @param file the document, as a path from the root
 */
export function committedRevisions(root: string, file: string): Revision[] {
  const committed = ['HEAD', 'MERGE_HEAD'].flatMap((commit) => {
    const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 } as const
    const { status, stdout } = spawnSync('git', ['show', `${commit}:./${file}`], options)
    return status === 0 ? revisionsIn(stdout) : []
  })
  if (committed.length > 0) return committed
  return existsSync(join(root, file)) ? revisionsIn(readFileSync(join(root, file), 'utf8')) : []
}

/**
 * The revision that a document names. One with conflicts of a merge names several; its content is that of none of them.
 */
function revisionsIn(text: string): Revision[] {
  const valuesOf = (key: string) => [...text.matchAll(new RegExp(`^ {4}"${key}": "(\\w+)"`, 'gm'))]
  const numbers = valuesOf('version').map(([, number]) => Number(number))
  const fingerprints = valuesOf('x-fingerprint').map(([, one]) => one as string)
  const [fingerprint = ''] = fingerprints
  const clear = numbers.length === 1 && fingerprints.length === 1
  // Without a fingerprint the version is no number of ours.
  return fingerprints.length === 0
    ? []
    : numbers.map((number) => ({ number, fingerprint: clear ? fingerprint : '' }))
}
