import { statSync } from 'node:fs'
import { loadCached } from '../src/process/compile-cache.ts'

/**
 * `npm test` runs everything, in three processes: two cores at least have work while one of them waits. `npm test --
 * test/actions/org/units/create.test.ts` runs only some files, in this process, so that a debugger finds them; a folder stands for its tests.
 * `--processes <n>` says in how many. Only a full run can tell that nothing is left untested, so only a full run sets
 * ROLLCALL_FULL_RUN, for the checks at its end.
 */
const { processes, args: given } = takeProcesses(process.argv.slice(2))
// A folder stands for the tests in it. Otherwise it would be passed over, and all tests would run.
const args = given.map((arg) => (isFolder(arg) ? `${arg.replace(/\/$/, '')}/**/*.test.ts` : arg))
const files = args.filter((arg) => /\.ts$/.test(arg))
const options = args.filter((arg) => !/\.ts$/.test(arg))
const wantsTimes = options.join(' ') === '--reporter-option times'
const isPlain = options.length === 0 || wantsTimes
const chooses = (arg: string) =>
  /\.ts$|^(-g|--grep|-f|--fgrep|-i|--invert|-b|--bail|--ignore|--exclude)\b/.test(arg)
const isFull = !args.some(chooses)
const patterns = files.length > 0 ? files : ['test/**/*.test.ts']
const count = processes ?? (files.length === 0 && isPlain ? 3 : 1)

if (isFull) process.env['ROLLCALL_FULL_RUN'] = '1'
if (count > 1 && isPlain) {
  const { runTogether } = await loadCached(() => import('./run/together.ts'))
  process.exitCode = await runTogether(patterns, { count, isFull, wantsTimes })
} else {
  process.argv.splice(2, Infinity, ...(files.length > 0 ? args : [...patterns, ...args]))
  // @ts-expect-error mocha's command line has no types. It runs in this process, so that it gets signals and sets the
  //   exit code.
  await loadCached(() => import('mocha/bin/mocha.js'))
}

function isFolder(arg: string): boolean {
  return !arg.startsWith('-') && (statSync(arg, { throwIfNoEntry: false })?.isDirectory() ?? false)
}

/** Takes `--processes <n>` out of the arguments. Mocha takes all others. */
function takeProcesses(args: string[]): { processes: number | undefined; args: string[] } {
  const at = args.indexOf('--processes')
  if (at < 0) return { processes: undefined, args }
  const processes = Number(args[at + 1])
  if (Number.isInteger(processes) && processes > 0) return { processes, args: args.toSpliced(at, 2) }
  console.error('npm test -- --processes <n> needs a number')
  process.exit(2)
}
