import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'

const root = resolve(import.meta.dirname, '../..')

/** A docstring that begins with a word in the place of a noun: it hides of what it speaks. */
const vague = /\/\*\*\s*(?:\*\s*)?((?:What|Who|Whose|Whom|Whether|How|Those|The same)\b.*)/g

const problems = (file: string, text: string): string[] =>
  [...text.matchAll(vague)].map(
    ([, words]) => `${file}: begin with a noun or a verb of the field: ${words!.trim()}`,
  )

describe('docstrings', () => {
  it('begin with a noun or a verb of the field', () => {
    const files = globSync('{src,codegen}/**/*.{ts,js}', { cwd: root, exclude: ['src/generated/**'] })
    expect(files).to.include.members(['src/auth/limits.ts', 'src/main.js', 'codegen/emit/client.ts'])
    const found = files.flatMap((file) => problems(file, readFileSync(join(root, file), 'utf8')))
    expect(found).to.deep.equal([])
  })

  it('would be refused otherwise', () => {
    for (const docstring of [
      '/** What somebody did to a unit. */',
      '/**\n * Whether a row applies today.\n */',
      '  /** The same, with the member locked. */',
      'interface A { /** How many there are. */ count: number }',
    ])
      expect(problems('src/a.ts', `\n${docstring}`), docstring).to.have.lengthOf(1)
    expect(
      problems('src/a.ts', '/** Tells whether a row applies. Whose it is: see pay.ts. */\n// What is left\n'),
    ).to.deep.equal([])
  })
})
