import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Runs the tests that compare with files of this folder, and lets them write the files. Review the diff before you
 * commit.
 */
const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => readFileSync(join(root, file), 'utf8').includes('/golden.ts'))
const mocha = join(root, 'node_modules/mocha/bin/mocha.js')
const settings = ['--no-config', '--extension', 'ts', '--require', './test/support/hooks.ts', '--timeout', '120000']
const { status } = spawnSync(process.execPath, [mocha, ...settings, ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ACCEPT_GOLDEN: '1' },
})
process.exit(status ?? 1)
