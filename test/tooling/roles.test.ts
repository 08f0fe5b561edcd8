import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'

const root = resolve(import.meta.dirname, '../..')
/** Where roles may be named: the rules of access, what a role is, and what codegen writes from the contract. */
const home = /^(access\/|generated\/|domain\/caller\.ts$)/
const named = /(['"`])(?:owner|admin|hr|viewer|member)\1/

const problems = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      named.test(line) && !home.test(file) ? [`src/${file}:${index + 1} ${line.trim()}`] : [],
    )

/** Lists of roles that are written twice disagree one day. */
describe('roles', () => {
  it('are named in src/access and nowhere else', () => {
    const files = (readdirSync(join(root, 'src'), { recursive: true }) as string[]).filter((file) =>
      file.endsWith('.ts'),
    )
    const found = files.flatMap((file) => problems(file, readFileSync(join(root, 'src', file), 'utf8')))
    expect(found, 'put the rule into src/access/roles.ts and ask it').to.deep.equal([])
  })

  it('are found where they should not be', () => {
    expect(problems('actions/a.ts', "if (caller.role === 'owner') return")).to.have.lengthOf(1)
    expect(problems('access/roles.ts', "['owner', 'admin']")).to.deep.equal([])
  })
})
