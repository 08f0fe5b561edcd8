import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `npm run codegen -- [--check | --generated]

Writes everything that is derived from the contract below openapi/: types, validators, the registry, the published
documents, and a handler and a failing test for each action that has none. Does nothing when nothing changed.
  --check      write nothing; fail when committed files are out of date
  --generated  write only src/generated: installing packages must not change committed files`
const root = join(import.meta.dirname, '..')
/** The files that codegen imports or packs, besides the register of personal data. */
const imported = [
  'src/validation/formats.ts',
  'src/domain/cursor.ts',
  'src/domain/day.ts',
  'src/domain/email.ts',
  'src/domain/phone.ts',
  'src/domain/tool-names.ts',
  'src/client',
  'package.json',
]
const stamp = 'src/generated/.stamp'
const published = 'openapi/published'
const { check, generated, help } = options()

function options(): { check?: boolean; generated?: boolean; help?: boolean } {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ options: { check: flag, generated: flag, help: flag } }).values
  } catch (error) {
    fail(`${(error as Error).message}\n\n${usage}`)
  }
}

/** A hash of everything that codegen reads: the contract, codegen itself, what it imports, the packages. */
function fingerprintOfInputs(): string {
  const files = ['openapi', 'codegen', 'src/jobs', 'src/personal-data', ...imported].flatMap(filesIn)
  return fingerprint(files.filter((file) => !file.startsWith(published)))
}

/** A hash of the published files, and of the names of handlers: codegen writes missing ones. */
function fingerprintOfOutputs(): string {
  return fingerprint(filesIn(published), filesIn('src/actions'))
}

function fingerprint(files: string[], names: string[] = []): string {
  const hash = createHash('sha256').update(names.join('\n'))
  for (const file of files)
    if (/\.(yaml|ts|json|css)$|\/guide\.md$/.test(file))
      hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** The files in a folder, as paths from the root. For a file: only that one. */
function filesIn(path: string): string[] {
  const place = join(root, path)
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [path]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** The stamp has both fingerprints and the names of the files that were written, which must still exist. */
function isUpToDate(): boolean {
  const [fingerprints, ...written] = existsSync(join(root, stamp)) ? read(stamp).split('\n') : []
  const now = `${fingerprintOfInputs()} ${fingerprintOfOutputs()}`
  return fingerprints === now && written.every((file) => existsSync(join(root, file)))
}

if (help) {
  console.log(usage)
  process.exit(0)
}
if (!check && isUpToDate()) process.exit(0)

// Before anything is read, so that the next run notices a file that is saved while codegen runs.
const inputs = fingerprintOfInputs()
const { ContractError } = await import('./problems.ts')
const { generate } = await import('./generate.ts').catch(explainMissing)
try {
  const { files, stubs } = await generate()
  const differing = Object.keys(files).filter((file) => !contains(file, files[file]!))
  // Files in src/generated are not committed, so they cannot be out of date in a commit.
  const drift = [...differing.filter((file) => !isGenerated(file)), ...Object.keys(stubs)]
  if (check && drift.length > 0)
    fail(`Out of date or missing: ${drift.join(', ')}. Run npm run codegen and commit what it writes.`)
  if (!check) {
    for (const file of differing.filter((one) => !generated || isGenerated(one))) write(file, files[file]!)
    for (const [file, text] of Object.entries(generated ? {} : stubs)) {
      write(file, text)
      console.log(`wrote ${file}`)
    }
    // Files that an earlier codegen wrote must not be imported any more.
    for (const file of filesIn('src/generated')) if (!(file in files)) rmSync(join(root, file))
    // With --generated the rest may be out of date. Without a stamp, the next run writes it.
    if (!generated || drift.length === 0)
      write(stamp, [`${inputs} ${fingerprintOfOutputs()}`, ...Object.keys(files)].join('\n'))
  }
} catch (error) {
  if (!(error instanceof ContractError)) throw error
  fail(`The contract has ${error.problems.length} problem(s):\n${error.message}`)
}

/** Production has no packages for codegen, and needs none as long as nothing has changed. */
function explainMissing(error: Error & { code?: string }): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.startsWith('Cannot find package')) throw error
  const [missing] = /'[^']+'/.exec(error.message) ?? []
  fail(`src/generated is missing or does not fit the contract, and codegen cannot write it: ${missing} is not installed.
Install everything with \`npm ci\`, which runs codegen. After that, \`npm prune --omit=dev\` leaves what production needs.`)
}

function isGenerated(file: string): boolean {
  return file.startsWith('src/generated/')
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function contains(file: string, content: string | Buffer): boolean {
  return existsSync(join(root, file)) && readFileSync(join(root, file)).equals(Buffer.from(content as string))
}

function write(file: string, text: string | Buffer): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
