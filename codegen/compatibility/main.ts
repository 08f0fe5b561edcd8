import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compatibility } from './report.ts'

const usage = `npm run compatibility
npm run release

Compares the published contract with each released one in openapi/released, and fails when their clients would stop working.
  npm run release  adds the published contract to the released ones, when no client would`

const root = resolve(import.meta.dirname, '../..')
const { release, help } = options()
if (help) {
  console.log(usage)
  process.exit(0)
}
const { problems, done } = compatibility(root, release)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
if (done) console.log(done)

function options() {
  try {
    return parseArgs({ options: { release: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}
