import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect } from 'chai'

const root = resolve(import.meta.dirname, '../..')
/** Folders that are not ours or are written by programs. */
const others = ['node_modules', 'var', 'generated', 'published']

/** Words that no comment, message or title contains, with the reason. */
const forbidden: [words: RegExp, hint: string][] = [
  [/[(]spec\b|\bgaps [0-9]/i, 'readers cannot open this document: name the action, or give the reason'],
  [/\b(?:architecture|research): /, 'readers cannot open this document: give the reason'],
  [/\bmend(?:s|ed|ing)?\b/i, 'write fix or correct'],
  [/\banew\b/i, 'write again'],
]

const problems = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      forbidden.flatMap(([words, hint]) =>
        words.test(line) ? [`${file}:${index + 1} ${hint}: ${line.trim()}`] : [],
      ),
    )

describe('comments', () => {
  it('refer only to what is in the repository, and use simple words', () => {
    const files = globSync(['**/*.{ts,js,yaml,md}', '.{ci,eslint}/*', '.env.example'], {
      cwd: root,
      exclude: (path) => others.includes(basename(path)),
    })
    expect(files).to.include.members(['src/main.ts', 'redocly.yaml', '.eslint/import-direction.js'])
    // This file has the words as examples.
    const searched = files.filter((file) => file !== 'test/tooling/comments.test.ts')
    expect(searched.flatMap((file) => problems(file, readFileSync(join(root, file), 'utf8')))).to.deep.equal(
      [],
    )
  })

  it('would be refused otherwise', () => {
    for (const comment of [
      '// At most 300 calls a minute (spec 8).',
      '/** Never accepted (gaps 2). */',
      '# architecture: rules that hold everywhere',
      ' * The operator can mend it.',
      "it('begins anew', …",
    ])
      expect(problems('src/a.ts', `\n${comment}`), comment).to.have.lengthOf(1)
    expect(problems('src/a.ts', '// The gaps between two recommended days.')).to.deep.equal([])
  })
})
