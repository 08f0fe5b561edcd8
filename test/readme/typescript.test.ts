import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { useProject } from '../support/project.ts'

const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, code]) => code!,
)

describe("the README's TypeScript", () => {
  const project = useProject()

  /** What the compiler has against a program in a project that has installed the client. */
  async function errors(code: string): Promise<string> {
    project.current.write('example.ts', code)
    const { output } = await project.current.compile('example.ts', { noEmit: true, types: ['node'] })
    return output
  }

  it('is there', () => {
    expect(blocks.join()).to.include("from '@rollcall/client'").and.include('client.org.')
  })

  for (const [index, code] of blocks.entries())
    it(`compiles: block ${index + 1}`, async () => {
      expect(await errors(code)).to.equal('')
    })

  it('would not compile with an action that the contract does not have, or a value of another type', async () => {
    const [code] = blocks as [string]
    expect(await errors(code.replace('units.create', 'units.creat'))).to.include("'creat' does not exist")
    const wrong = code.replace("kind: 'team'", 'kind: true')
    expect(await errors(wrong)).to.include("Type 'true' is not assignable to type")
  })
})
