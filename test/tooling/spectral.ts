import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm run spectral [-- <document>]`: lints the published document with Spectral, as `.spectral.yaml` says. Spectral is
 * installed below `var` the first time, so the package registry must be in reach. Any finding fails.
 */
const packages = ['@stoplight/spectral-cli@6.16.3', '@stoplight/spectral-owasp-ruleset@2.0.1']
const dir = resolve('var/spectral')
const program = join(dir, 'node_modules/@stoplight/spectral-cli/dist/index.js')
const document = resolve(process.argv[2] ?? 'openapi/published/openapi.json')

if (!existsSync(program)) {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'package.json'), '{ "private": true }')
  // One of its packages would report the installation to its makers.
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...quietly, ...packages], { cwd: dir, stdio: 'inherit' })
}
// Spectral looks for the other rules beside its own ones.
copyFileSync('.spectral.yaml', join(dir, 'ruleset.yaml'))
const args = [program, 'lint', document, '--ruleset', join(dir, 'ruleset.yaml'), '--fail-severity', 'hint']
const { status } = spawnSync(process.execPath, args, { cwd: dir, stdio: 'inherit' })
process.exitCode = status ?? 1
