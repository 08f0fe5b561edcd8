import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonObject } from '../model.ts'
import { emptyList, judge, type Judgement } from './accepted.ts'
import { lineOf, rules, type Break } from './breaks.ts'
import { findBreaks } from './compare.ts'

const usage = `npm run compatibility
npm run release [-- --with-breaks]

Compares the published contract with the one that was released last, and fails when clients of the released one would
stop working. A break is accepted by a line with its reason in openapi/published/accepted-breaks.txt.
  npm run release  makes the published contract the released one, when no break is open
  --with-breaks    also when there are some: only while nobody uses the released one`

const published = resolve(import.meta.dirname, '../../openapi/published')
const files = {
  released: 'released.json',
  list: 'accepted-breaks.txt',
  now: 'openapi.json',
  tools: 'mcp-tools.json',
}

const { release, 'with-breaks': withBreaks, help } = options()
if (help) {
  console.log(usage)
  process.exit(0)
}
const judgement = compare()
const failed = judgement.open.length + judgement.problems.length > 0
if (!release) {
  report(judgement)
  process.exit(failed ? 1 : 0)
}
if (failed && !withBreaks) {
  report(judgement)
  console.error('Nothing was released.')
  process.exit(1)
}
writeFileSync(path('released'), read('now'))
writeFileSync(path('list'), emptyList)
console.log('The published contract is the released one now. Commit openapi/published.')

function options() {
  try {
    const known = {
      release: { type: 'boolean' },
      'with-breaks': { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    return parseArgs({ options: known }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

function compare(): Judgement {
  const [released, now] = [JSON.parse(read('released')), JSON.parse(read('now'))] as [JsonObject, JsonObject]
  const tools = (JSON.parse(read('tools')) as { name: string }[]).map(({ name }) => name)
  return judge(findBreaks(released, now, tools), existsSync(path('list')) ? read('list') : '')
}

function report({ open, accepted, problems }: Judgement): void {
  for (const one of open) console.error(inWords(one))
  for (const problem of problems) console.error(`openapi/published/${files.list}: ${problem}`)
  if (open.length > 0)
    console.error(
      `\n${open.length} change(s) break clients of the released contract. Change them as they say; or, to break clients ` +
        `on purpose,\ncopy the first line of each into openapi/published/${files.list} and write the reason after " # ".`,
    )
  if (accepted.length > 0) console.log(`${accepted.length} accepted break(s).`)
}

function inWords(one: Break): string {
  const [first, ...others] = one.operations
  const where =
    first === undefined ? '' : `In ${first}${others.length > 0 ? ` and ${others.length} more` : ''}. `
  return `${lineOf(one)}\n    ${where}${rules[one.rule]}`
}

function path(file: keyof typeof files): string {
  return join(published, files[file])
}

function read(file: keyof typeof files): string {
  return readFileSync(path(file), 'utf8')
}
