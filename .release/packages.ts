import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** package-lock.json, as far as it is read here: a package for each folder below node_modules, and '' for this one. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * The folders of the packages that production needs, from those that package.json names to all that they need.
 *
 * @param leftOut direct dependencies to leave out, with what only they need
 * @throws Error when one is not installed, or with another version than in the lock file
 */
export function productionPackages(root: string, { packages }: Lock, leftOut: string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string, from: string, isOptional: boolean): void => {
    // Types of other packages: nothing of them runs.
    if (name.startsWith('@types/')) return
    const folder = placesOf(name, from).find((place) => place in packages)
    if (folder === undefined || found.has(folder)) return
    if (!isInstalled(join(root, folder), packages[folder]!)) {
      // Of packages for several platforms, only one is there.
      if (isOptional) return
      throw new Error(`${folder} is not installed as package-lock.json says. Run npm ci.`)
    }
    found.add(folder)
    for (const [needed, optional] of needsOf(packages[folder]!)) visit(needed, folder, optional)
  }
  for (const name of Object.keys(packages['']!.dependencies ?? {}))
    if (!leftOut.includes(name)) visit(name, '', false)
  return [...found].sort()
}

/** What a package needs, and whether it can do without. */
function needsOf(one: LockedPackage): [name: string, optional: boolean][] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = one
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [
    ...[...Object.keys(dependencies), ...peers].map((name): [string, boolean] => [
      name,
      name in optionalDependencies,
    ]),
    ...Object.keys(optionalDependencies).map((name): [string, boolean] => [name, true]),
  ]
}

/** Where Node looks for a package: inside of the one that needs it, and then further out. */
function placesOf(name: string, from: string): string[] {
  const above = from.lastIndexOf('/node_modules/')
  const here = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (from === '') return [here]
  return [here, ...placesOf(name, above === -1 ? '' : from.slice(0, above))]
}

function isInstalled(folder: string, { version }: LockedPackage): boolean {
  const manifest = join(folder, 'package.json')
  return (
    existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as LockedPackage).version === version
  )
}
