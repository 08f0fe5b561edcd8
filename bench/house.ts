import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cpuOfEndedPrograms } from '../test/support/process.ts'
import { endWhateverHappens } from './ending.ts'
import { Keeper } from './keeper.ts'

/**
 * Shows how codegen, types, lint and tests cope with many more actions than there are today. It copies the tree and
 * clones actions there under other names (org/units/create as org/units_b/create, then org/units_c/create …), each with
 * its Path Item, its handler and its test. Clones use the same domain, queries and tables. Then it runs everything
 * whose time depends on the number of actions, and prints the seconds for each step and for each action.
 *
 * In the copy, golden files are accepted, and limits of the whole contract, such as the tokens of the tool list, are
 * printed and do not fail. Everything else must pass.
 */
const usage = `npm run house -- <actions> [--all] [--keep]

Clones today's actions in a scratch copy until there are that many, and runs codegen, types, lint, sweeps and stories on it.
  --all   run every test there, not only the sweeps and the stories of actions
  --keep  leave the copy where it is, and say where`

const root = resolve(import.meta.dirname, '..')
const sweeps = [
  'test/contract/*.test.ts',
  'test/mcp/*.test.ts',
  'test/actions/**/*.test.ts',
  'test/stories/*.test.ts',
]
/** The test of the limits of the whole contract, which clones may exceed. */
const limits = 'test/mcp/budget.test.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const wanted = Number(positionals[0])
if (values.help || positionals.length !== 1 || !Number.isInteger(wanted)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

const copy = mkdtempSync(join(tmpdir(), 'rollcall-house-'))
const removeCopy = () => {
  if (!values.keep) rmSync(copy, { recursive: true, force: true })
}
const keeper = new Keeper()
if (!values.keep) keeper.folder(copy)
let step: ChildProcess | undefined
let ending = false
endWhateverHappens(async () => {
  ending = true
  const running = step
  if (running?.kill()) await once(running, 'close')
  removeCopy()
})
try {
  copyTree()
  const originals = findActions()
  const clones = cloneActions(originals.filter(isAlone), wanted - originals.length)
  const count = originals.length + clones
  console.log(`${count} actions, ${clones} of them clones${values.keep ? `, in ${copy}` : ''}\n`)
  process.exitCode = (await runSteps(count)) ? 0 : 1
} finally {
  removeCopy()
  keeper.close()
}

/** Copies all files that are or could be committed, and links the packages. */
function copyTree(): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of new Set(list.split('\0'))) {
    if (!file || file === limits || !existsSync(join(root, file))) continue
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true })
  }
  rmSync(join(copy, 'node_modules'), { recursive: true, force: true })
  symlinkSync(resolve(root, 'node_modules'), join(copy, 'node_modules'))
}

/** All actions, as segments: `['org', 'units', 'create']`. */
function findActions(): string[][] {
  const files = readdirSync(join(copy, 'openapi/paths'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.yaml') && !file.startsWith('auth/'))
    .sort()
    .map((file) => file.replace(/\.yaml$/, '').split('/'))
}

/**
 * Tells whether an action does without others: the steps of an upload name each other in what they answer, and the tests of pay
 * add rows by another action than the one that they look at.
 */
function isAlone([group, noun]: string[]): boolean {
  return group !== 'documents' && noun !== 'pay'
}

/**
 * Clones actions in turn, until there are `count` clones.
 *
 * @returns how many clones there are
 */
function cloneActions(originals: string[][], count: number): number {
  const ids: Record<string, string> = {}
  for (let n = 0; n < count; n++) {
    const from = originals[n % originals.length] as string[]
    const letter = String.fromCharCode('b'.charCodeAt(0) + Math.floor(n / originals.length))
    const to = from.with(1, `${from[1]}_${letter}`)
    cloneAction(from, to, letter)
    ids[to.join('_')] = from.join('_')
  }
  writeFileSync(join(copy, 'test/support/clones.json'), JSON.stringify(ids))
  return Object.keys(ids).length
}

function cloneAction(from: string[], to: string[], letter: string): void {
  const [path, newPath] = [from.join('/'), to.join('/')]
  // `org_units_create` is in ids, `org.units.create` in the log, and `org/units.create` in addresses.
  const names = [
    [from.join('_'), to.join('_')],
    [from.join('.'), to.join('.')],
    [`${from[0]}/${from.slice(1).join('.')}`, `${to[0]}/${to.slice(1).join('.')}`],
  ] as const
  const rename = (text: string) =>
    names.reduce(
      (renamed, [old, name]) =>
        renamed.replaceAll(new RegExp(`(?<![\\w.])${old.replaceAll('.', '\\.')}(?!\\w|\\.ts)`, 'g'), name),
      text,
    )
  const besideIt = (text: string) =>
    from.length > 2 ? text.replaceAll(`from './`, `from '../${from[1]}/`) : text
  write(`openapi/paths/${newPath}.yaml`, (text) =>
    text.replace(/^ +summary: \S+/m, `$& ${letter.toUpperCase()}`),
  )
  write(`src/actions/${newPath}.ts`, (text) => besideIt(rename(text)))
  write(`test/actions/${newPath}.test.ts`, rename)

  function write(file: string, change: (text: string) => string): void {
    const original = file.replace(newPath, path)
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), change(readFileSync(join(copy, original), 'utf8')))
  }
}

/**
 * Runs all steps. If codegen fails, the others do not run, because they need it.
 *
 * @returns whether all steps succeeded
 */
async function runSteps(count: number): Promise<boolean> {
  const node = process.execPath
  const files = values.all ? [] : ['--processes', '2', ...sweeps]
  const test = ['test/run.ts', ...files, '--reporter-option', 'times']
  const steps: Record<string, string[]> = {
    codegen: ['codegen/main.ts'],
    types: ['node_modules/typescript/bin/tsc'],
    lint: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'],
    [values.all ? 'all tests' : 'sweeps and stories']: test,
  }
  const failed: string[] = []
  const lines = [row('', 'seconds', 'cpu', 'ms/action', 'cpu')]
  for (const [name, args] of Object.entries(steps)) {
    const before = { wall: performance.now() / 1000, cpu: cpuOfEndedPrograms() }
    const code = await run(node, args)
    const wall = performance.now() / 1000 - before.wall
    const cpu = cpuOfEndedPrograms() - before.cpu
    const perAction = (seconds: number) => ((seconds / count) * 1000).toFixed(0)
    lines.push(row(name, wall.toFixed(1), cpu.toFixed(1), perAction(wall), perAction(cpu)))
    if (code === 0) continue
    failed.push(name)
    if (name === 'codegen' || ending) break
  }
  if (!failed.includes('codegen') && !ending) await tellLimits()
  console.log(`\n${lines.join('\n')}`)
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  return failed.length === 0
}

/** Runs the test of limits. Its result is only printed. */
async function tellLimits(): Promise<void> {
  console.log(`\nWhat ${limits} says of so many, which is told here and nothing else:`)
  cpSync(join(root, limits), join(copy, limits))
  await run(process.execPath, ['test/run.ts', limits])
}

async function run(command: string, args: string[]): Promise<number | null> {
  const child = (step = spawn(command, args, {
    cwd: copy,
    stdio: 'inherit',
    env: { ...process.env, ACCEPT_GOLDEN: '1' },
  }))
  keeper.program(child)
  const [code] = (await once(child, 'close')) as [number | null]
  step = undefined
  return code
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(20) + cells.map((cell) => cell.padStart(10)).join('')
}
