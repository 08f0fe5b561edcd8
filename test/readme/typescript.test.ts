import { expect } from 'chai'
import { useProject } from '../support/project.ts'
import { readReadmes } from '../support/readmes.ts'

const documents = readReadmes().filter(({ file }) => file === 'README.md' || file.startsWith('docs/'))
const blocks = documents.flatMap((one) =>
  one.blocks.flatMap(({ info, text }) => (info === 'ts' ? [text] : [])),
)

describe("the README's TypeScript", () => {
  const project = useProject()

  /** What the compiler has against a program in a project that has installed the client. */
  function errors(code: string): string {
    return project.current.complaints('example.ts', code, { types: ['node'] }).join('\n')
  }

  it('is there', () => {
    expect(blocks.join()).to.include("from '@rollcall/client'").and.include('client.org.')
  })

  for (const [index, code] of blocks.entries())
    it(`compiles: block ${index + 1}`, () => {
      expect(errors(code)).to.equal('')
    })

  it('would not compile with an action that the contract does not have, or a value of another type', () => {
    const [code] = blocks as [string]
    expect(errors(code.replace('units.create', 'units.creat'))).to.include("'creat' does not exist")
    const wrong = code.replace("kind: 'team'", 'kind: true')
    expect(errors(wrong)).to.include("Type 'true' is not assignable to type")
  })
})
