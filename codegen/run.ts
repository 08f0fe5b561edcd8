import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `npm run codegen -- [--check | --generated]

Writes everything that is derived from the contract below openapi/: types, validators, the registry, the published
documents, and a handler and a failing test for each action that has none. Does nothing when nothing changed.
  --check      write nothing; fail when committed files are out of date
  --generated  write only src/generated: installing packages must not change committed files`

/** `check` writes nothing, and fails when committed files are out of date; `generated` writes only src/generated. */
export type Mode = 'write' | 'check' | 'generated'

/** Codegen cannot do what it was asked for; the message says why and what to do. */
export class CodegenError extends Error {}

/**
 * The mode that a command line asks for.
 *
 * @throws CodegenError when it asks for something else
 */
export function modeOf(args: string[]): Mode | 'help' {
  const flag = { type: 'boolean' } as const
  try {
    const { values } = parseArgs({ args, options: { check: flag, generated: flag, help: flag } })
    return values.help ? 'help' : values.check ? 'check' : values.generated ? 'generated' : 'write'
  } catch (error) {
    throw new CodegenError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** The files that codegen imports or packs, besides the register of personal data. */
const imported = [
  'src/validation/formats.ts',
  'src/domain/address.ts',
  'src/domain/cursor.ts',
  'src/domain/day.ts',
  'src/domain/email.ts',
  'src/domain/iban.ts',
  'src/domain/job-fields.ts',
  'src/domain/person-details.ts',
  'src/domain/person-fields.ts',
  'src/domain/phone.ts',
  'src/domain/tool-names.ts',
  'src/texts/phrase.ts',
  'src/texts/language.ts',
  'src/client',
  'package.json',
]
const stamp = 'src/generated/.stamp'
const published = 'openapi/published'

/**
 * Writes everything that is derived from the contract of a tree. Does nothing when nothing changed: what codegen itself
 * needs is loaded only then, because that takes longer than most runs, and production does not have it.
 *
 * @param root the root of the tree
 * @returns what to print
 * @throws CodegenError
 */
export async function codegen(root: string, mode: Mode = 'write'): Promise<string[]> {
  const tree = new Tree(root)
  if (mode !== 'check' && tree.isUpToDate()) return []
  // Before anything is read, so that the next run notices a file that is saved while codegen runs.
  const inputs = tree.fingerprintOfInputs()
  const { ContractError } = await import('./problems.ts')
  const { generate } = await import('./generate.ts').catch(explainMissing)
  const { files, stubs } = await generate(root).catch((error: unknown) => {
    if (!(error instanceof ContractError)) throw error
    throw new CodegenError(`The contract has ${error.problems.length} problem(s):\n${error.message}`)
  })
  const differing = Object.keys(files).filter((file) => !tree.contains(file, files[file]!))
  // Files in src/generated are not committed, so they cannot be out of date in a commit.
  const drift = [...differing.filter((file) => !isGenerated(file)), ...Object.keys(stubs)]
  if (mode === 'check') {
    if (drift.length === 0) return []
    throw new CodegenError(
      `Out of date or missing: ${drift.join(', ')}. Run npm run codegen and commit what it writes.`,
    )
  }
  const onlyGenerated = mode === 'generated'
  for (const file of differing.filter((one) => !onlyGenerated || isGenerated(one)))
    tree.write(file, files[file]!)
  const missing = onlyGenerated ? {} : stubs
  for (const [file, text] of Object.entries(missing)) tree.write(file, text)
  // Files that an earlier codegen wrote must not be imported any more.
  for (const file of tree.filesIn('src/generated')) if (!(file in files)) tree.remove(file)
  // With `generated` the rest may be out of date. Without a stamp, the next run writes it.
  if (!onlyGenerated || drift.length === 0)
    tree.write(stamp, [`${inputs} ${tree.fingerprintOfOutputs()}`, ...Object.keys(files)].join('\n'))
  return Object.keys(missing).map((file) => `wrote ${file}`)
}

/** The files of a tree, by their path from its root. */
class Tree {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The stamp has both fingerprints and the names of the files that were written, which must still exist. */
  isUpToDate(): boolean {
    const [fingerprints, ...written] = this.#has(stamp) ? this.#read(stamp).toString().split('\n') : []
    const now = `${this.fingerprintOfInputs()} ${this.fingerprintOfOutputs()}`
    return fingerprints === now && written.every((file) => this.#has(file))
  }

  /** A hash of everything that codegen reads: the contract, codegen itself, what it imports or
   * packs, columns of migrations, packages. */
  fingerprintOfInputs(): string {
    const bundled = ['src/app/islands', 'src/inspection/inside']
    const watched = [...bundled, 'src/jobs', 'src/reactions', 'src/personal-data']
    const places = ['openapi', 'codegen', 'migrations', ...watched, ...imported]
    const files = places.flatMap((place) => this.filesIn(place))
    return this.#fingerprint(files.filter((file) => !file.startsWith(published)))
  }

  /** A hash of the published files, and of the names of handlers: codegen writes missing ones. */
  fingerprintOfOutputs(): string {
    return this.#fingerprint(this.filesIn(published), this.filesIn('src/actions'))
  }

  #fingerprint(files: string[], names: string[] = []): string {
    const hash = createHash('sha256').update(names.join('\n'))
    for (const file of files)
      if (/\.(yaml|ts|json|css)$|\/guide\.md$/.test(file)) hash.update(file).update(this.#read(file))
    return hash.digest('hex')
  }

  /** The files in a folder. For a file: only that one. */
  filesIn(path: string): string[] {
    const place = join(this.#root, path)
    if (!existsSync(place)) return []
    if (!statSync(place).isDirectory()) return [path]
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)))
      .sort()
  }

  contains(file: string, content: string | Buffer): boolean {
    return this.#has(file) && this.#read(file).equals(Buffer.from(content as string))
  }

  write(file: string, text: string | Buffer): void {
    const path = join(this.#root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  remove(file: string): void {
    rmSync(join(this.#root, file))
  }

  #has(file: string): boolean {
    return existsSync(join(this.#root, file))
  }

  #read(file: string): Buffer {
    return readFileSync(join(this.#root, file))
  }
}

function isGenerated(file: string): boolean {
  return file.startsWith('src/generated/')
}

/** Production has no packages for codegen, and needs none as long as nothing has changed. */
function explainMissing(error: Error & { code?: string }): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.startsWith('Cannot find package')) throw error
  const [missing] = /'[^']+'/.exec(error.message) ?? []
  throw new CodegenError(
    `src/generated is missing or does not fit the contract, and codegen cannot write it: ${missing} is not installed.
Install everything with \`npm ci\`, which runs codegen. After that, \`npm prune --omit=dev\` leaves what production needs.`,
  )
}
