import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `npm run audit -- [--lock] [--dir <folder>]

Checks the packages that this service is made of.
  --lock  check only what the lock file alone can tell; no network
  --dir   the folder with package.json and its lock file

Ends with 0: nothing found. 1: something found. 2: the package registry did not say which packages have known faults.`

/** package.json, as far as it is read here. */
export interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  /** npm runs the install scripts of these packages, and of no others. */
  allowScripts?: Record<string, boolean>
}

/** A package in the lock file. */
export interface LockedPackage {
  version?: string
  /** The name in the registry, when the package is installed under another one. */
  name?: string
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  license?: string
  deprecated?: string
  hasInstallScript?: boolean
}

/** package-lock.json: a package for each folder below node_modules, and '' for this one. */
export interface Lock {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

/** Licences that ask only for being named, or less. */
const licences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MPL-2.0 OR Apache-2.0)',
]
/**
 * The library of pictures: it is a file of its own, handed on unchanged, and whoever has the service may put another version in its
 * place, which is what its licence asks for.
 */
const libraries = /^@img\/sharp-/
const libraryLicences = /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/
/** Only tests run these, and nothing of them is handed on, so that a licence for files that are changed asks for nothing. */
const testsOnly: Record<string, string> = { 'axe-core': 'MPL-2.0' }

/** Everything in the lock file that must not be there. Nothing else is read. */
export function lockProblems(manifest: Manifest, lock: Lock): string[] {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies }
  const packages = Object.entries(lock.packages).filter(([folder]) => folder !== '')
  const allowed = manifest.allowScripts ?? {}
  return [
    ...Object.entries(direct)
      .filter(([, version]) => !/^(npm:[@\w./-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
      .map(([name, version]) => `${name}: "${version}" is not one exact version`),
    ...(lock.lockfileVersion === 3 ? [] : [`the lock file has version ${lock.lockfileVersion}, not 3`]),
    ...packages.flatMap(([folder, one]) =>
      problemsOf(nameOf(folder), one, direct, allowed).map((problem) => `${folder}: ${problem}`),
    ),
  ]
}

function problemsOf(
  name: string,
  one: LockedPackage,
  direct: Record<string, string>,
  allowed: Record<string, boolean>,
): string[] {
  const problems = {
    'has no sha512 to compare with what is installed': !/^sha512-[\w+/]{86}==$/.test(one.integrity ?? ''),
    'has an address of its own; all packages come from the registry': one.resolved !== undefined,
    'is a folder or a part of another package, not a package of the registry': one.link || one.inBundle,
    [`"${one.version}" is not a version`]: !/^\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$/.test(one.version ?? ''),
    [`is ${one.name} under another name, which package.json does not say`]:
      one.name !== undefined && !direct[name]?.startsWith(`npm:${one.name}@`),
    'runs a script when it is installed, and allowScripts in package.json does not mention it':
      one.hasInstallScript && allowed[name] === undefined && !isPlatformOf(name, allowed),
    [`has the licence ${one.license ?? '(none named)'}, which nobody has accepted`]:
      !licences.includes(one.license ?? '') &&
      one.license !== testsOnly[name] &&
      !(libraries.test(name) && libraryLicences.test(one.license ?? '')),
    [`is not maintained any more: ${one.deprecated}`]: one.deprecated !== undefined,
  }
  return Object.entries(problems).flatMap(([problem, found]) => (found ? [problem] : []))
}

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The same program for another platform: mentioned are only those of the platforms that the checks run on. */
function isPlatformOf(name: string, allowed: Record<string, boolean>): boolean {
  const [scope] = name.split('/')
  const platform = /\/(darwin|linux|windows)-\w+$/
  return (
    platform.test(name) &&
    Object.keys(allowed).some((one) => one.startsWith(`${scope}/`) && platform.test(one))
  )
}

/**
 * The known faults of the locked packages, one in each line, as the registry tells them.
 *
 * @returns undefined if the registry does not tell
 */
export function advisories(dir: string, env: NodeJS.ProcessEnv = process.env): string[] | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: dir, env, encoding: 'utf8' })
  interface Vulnerability {
    severity: string
    via: (string | { title: string; url: string; range: string })[]
  }
  const report = parse(stdout) as { vulnerabilities?: Record<string, Vulnerability> } | undefined
  if (report?.vulnerabilities === undefined) return undefined
  return Object.entries(report.vulnerabilities).flatMap(([name, { severity, via }]) =>
    via.map((reason) =>
      typeof reason === 'string'
        ? `${name}: ${severity}, because of ${reason}`
        : `${name} ${reason.range}: ${severity}, ${reason.title} (${reason.url})`,
    ),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function main(): number {
  const { values } = parseArgs({
    options: {
      lock: { type: 'boolean', default: false },
      dir: { type: 'string', default: resolve(import.meta.dirname, '../..') },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return (console.log(usage), 0)
  const read = (file: string): unknown => JSON.parse(readFileSync(join(values.dir, file), 'utf8'))
  const lock = read('package-lock.json') as Lock
  const problems = lockProblems(read('package.json') as Manifest, lock)
  for (const problem of problems) console.error(problem)
  console.log(
    `${Object.keys(lock.packages).length - 1} packages in the lock file, ${problems.length} problems`,
  )
  if (values.lock) return problems.length > 0 ? 1 : 0
  const known = advisories(values.dir)
  for (const one of known ?? []) console.error(one)
  console.log(
    known
      ? `${known.length} known faults`
      : 'The package registry did not say which packages have known faults.',
  )
  if (problems.length + (known?.length ?? 0) > 0) return 1
  return known ? 0 : 2
}

if (import.meta.main) process.exitCode = main()
