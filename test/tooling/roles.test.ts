import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'

const root = resolve(import.meta.dirname, '../..')
/**
 * The files that may name roles: the rules of access, the type of roles, and files that codegen writes. In the rules of
 * approvals `hr` is no role, but who decides a step, in those of documents who sees or added them, and in those of checklists who
 * does a task; each has a file for that. Help of forms speaks of roles in the words
 * of the contract.
 */
const home =
  /^(access\/|generated\/|app\/texts\/help\/|(domain|demo)\/approvals\.ts$|domain\/(documents|checklists|starter-templates)\.ts$|domain\/caller\.ts$)/
const named = /(['"`])(?:owner|admin|hr|viewer|member)\1/

const problems = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      named.test(line) && !home.test(file) ? [`src/${file}:${index + 1} ${line.trim()}`] : [],
    )

/** If lists of roles were written in several places, they would differ one day. */
describe('roles', () => {
  it('are named in src/access and nowhere else', () => {
    const files = (readdirSync(join(root, 'src'), { recursive: true }) as string[]).filter((file) =>
      file.endsWith('.ts'),
    )
    const found = files.flatMap((file) => problems(file, readFileSync(join(root, 'src', file), 'utf8')))
    expect(found, 'put the rule into src/access/roles.ts and use it').to.deep.equal([])
  })

  it('would be found in other places', () => {
    expect(problems('actions/a.ts', "if (caller.role === 'owner') return")).to.have.lengthOf(1)
    expect(problems('access/roles.ts', "['owner', 'admin']")).to.deep.equal([])
  })
})
