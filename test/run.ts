import { loadCached } from '../src/process/compile-cache.ts'

/**
 * `npm test` runs everything, `npm test -- test/actions/org/units/create.test.ts` only some files.
 * `npm test -- --reporter-option times` prints how long each file took. Only a full run can tell that nothing is left
 * untested, so only a full run sets ROLLCALL_FULL_RUN, for the checks at its end.
 */
const asked = process.argv.slice(2)
const chooses = (arg: string) =>
  /\.ts$|^(-g|--grep|-f|--fgrep|-i|--invert|-b|--bail|--ignore|--exclude)\b/.test(arg)
if (!asked.some(chooses)) process.env['ROLLCALL_FULL_RUN'] = '1'
process.argv.splice(
  2,
  Infinity,
  ...(asked.some((arg) => /\.ts$/.test(arg)) ? asked : ['test/**/*.test.ts', ...asked]),
)

// @ts-expect-error mocha's command line has no types. It runs in this process, so that it gets signals and sets the
//   exit code.
await loadCached(() => import('mocha/bin/mocha.js'))
