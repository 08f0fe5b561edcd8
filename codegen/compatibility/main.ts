import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Json } from '../model.ts'
import { addRelease, compareWithReleased, type Comparison } from './released.ts'

const usage = `npm run compatibility
npm run release

Compares the published contract with each released one in openapi/released, and fails when their clients would stop working.
  npm run release  adds the published contract to the released ones, when no client would`

/** Places that are named of a break that has many. */
const shown = 3

const root = resolve(import.meta.dirname, '../..')
const { release, help } = options()
if (help) {
  console.log(usage)
  process.exit(0)
}
const comparison = compareWithReleased(root)
const problems = [...comparison.problems, ...inWords(comparison)]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  if (release) console.error('Nothing was released.')
  process.exit(1)
}
const { version, newest, document } = comparison
if (release)
  console.log(
    version === newest
      ? `Version ${version} is released already.`
      : `${addRelease(root, document)} is released. Commit openapi/released.`,
  )
else if (newest === 0) console.log('No contract is released yet: it may change in any way.')

function options() {
  try {
    return parseArgs({ options: { release: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

/** The breaks as lines of text. What is the same at many places is said once. */
function inWords({ breaks }: Comparison): string[] {
  const same = Map.groupBy(breaks, ({ found, versions }) => {
    const { what, was, is } = found
    const change = was === undefined || is === undefined ? '' : `: ${short(was)} → ${short(is)}`
    const verb = was === undefined ? 'is new' : is === undefined ? 'is gone' : 'has changed'
    return `${what} ${verb}${change} (since version ${versions[0]})`
  })
  const lines = [...same].map(([change, all]) => {
    const places = all.slice(0, shown).map(({ found }) => found.place)
    const more = all.length > shown ? ` and ${all.length - shown} more` : ''
    return `${change}\n    at ${places.join(', ')}${more}`
  })
  if (lines.length === 0) return []
  return [
    ...lines,
    `\n${breaks.length} change(s) break clients of a released contract. Within v1 the contract only grows: keep what was ` +
      'promised,\nask for nothing more, and put what is new beside it, under another name.',
  ]
}

/** Nobody reads longer texts in a list, such as a pattern with all time zones. */
function short(value: Json): string {
  const text = JSON.stringify(value)
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`
}
