import type { Json } from '../model.ts'
import { addRelease, compareWithReleased, type Comparison } from './released.ts'

/** Places that are named of a break that has many. */
const shown = 3

/** The lines that a command prints: what is wrong, after which it fails, or else what was done, if there is anything to say. */
export interface Report {
  problems: string[]
  done?: string
}

/**
 * Compares the published contract of a tree with its released ones.
 *
 * @param release adds it to them, when no client of theirs would stop working
 */
export function compatibility(root: string, release = false): Report {
  const comparison = compareWithReleased(root)
  const problems = [...comparison.problems, ...inWords(comparison)]
  if (problems.length > 0) return { problems: release ? [...problems, 'Nothing was released.'] : problems }
  const { version, newest } = comparison
  if (release && version === newest) return { problems, done: `Version ${version} is released already.` }
  if (release)
    return { problems, done: `${addRelease(root, comparison)} is released. Commit openapi/released.` }
  if (newest > 0) return { problems }
  return { problems, done: 'No contract is released yet: it may change in any way.' }
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
