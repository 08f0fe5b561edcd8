import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'

const file = resolve('example.ts')
const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
  ([, code]) => code!,
)

/** What the compiler has against a program in this package, where `rollcall/client` is what its exports say. */
function errors(code: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => (resolve(path) === file ? code : readFile.call(host, path))
  host.fileExists = (path) => resolve(path) === file || fileExists.call(host, path)
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host))
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe("the README's TypeScript", function () {
  this.timeout(60_000)

  it('is there', () => {
    expect(blocks.join()).to.include("from 'rollcall/client'").and.include('client.POST(')
  })

  for (const [index, code] of blocks.entries())
    it(`compiles: block ${index + 1}`, () => {
      expect(errors(code)).to.deep.equal([])
    })

  it('would not compile with a path that the contract does not have, or a value of another type', () => {
    const [code] = blocks as [string]
    expect(errors(code.replace('units.list', 'units.lists')).join()).to.include('/v1/org/units.lists')
    const wrong = code.replace('body: {}', "body: { include_archived: 'yes' }")
    expect(errors(wrong).join()).to.include("Type 'string' is not assignable to type 'boolean")
  })
})
