import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'chai'

const root = resolve(import.meta.dirname, '../..')
const folders = ['src', 'codegen', 'bench', 'migrations', '.release']

/** Files, and the files that each of them imports, types included. */
type Imports = ReadonlyMap<string, readonly string[]>

function importsIn(folders: readonly string[]): Imports {
  const files = folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((file) => [relative(root, file), importsOf(file, readFileSync(file, 'utf8'))]))
}

/** Prettier writes all imports alike. One in a text of codegen counts, too, but names no file there. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/\b(?:from|import) ?\(?'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, resolve(dirname(file), path!)),
  )

/**
 * The files that are left when those go, again and again, that import no other file of the rest, or that no other
 * imports: those of circles, and those on the way from one circle to another.
 */
function circles(imports: Imports): string[] {
  let left = new Set(imports.keys())
  for (;;) {
    const importing = [...left].filter((file) => imports.get(file)!.some((other) => left.has(other)))
    const imported = new Set(importing.flatMap((file) => imports.get(file)!))
    const rest = importing.filter((file) => imported.has(file))
    if (rest.length === left.size) return rest
    left = new Set(rest)
  }
}

describe('files import each other in no circle', () => {
  it('also not for types alone', () => {
    const imports = importsIn(folders)
    const found = circles(imports)
    const arrows = found.flatMap((file) =>
      imports.get(file)!.flatMap((other) => (found.includes(other) ? `${file} → ${other}` : [])),
    )
    expect(arrows, 'put what they share into a file of its own').to.deep.equal([])
  })

  for (const [name, imports, found] of [
    ['two files', { a: ['b'], b: ['a', 'c'], c: [] }, ['a', 'b']],
    [
      'three files, behind others',
      { z: ['a'], a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: [] },
      ['a', 'b', 'c'],
    ],
    ['no file', { a: ['b', 'c', 'missing'], b: ['c'], c: [] }, []],
  ] satisfies [string, Record<string, string[]>, string[]][])
    it(`finds ${name}`, () => {
      expect(circles(new Map(Object.entries(imports)))).to.deep.equal(found)
    })

  it('reads each way to import', () => {
    const text = [
      `import a from './a.ts'`,
      `import type {\n  B,\n} from '../b.ts'`,
      `export * from './c.ts'`,
      `import './d.ts'`,
      `const e = await import('./e.ts')`,
      `let f: import('./f.ts').F`,
      `import g from 'g'`,
    ]
    const found = ['folder/a.ts', 'b.ts', ...['c', 'd', 'e', 'f'].map((name) => `folder/${name}.ts`)]
    expect(importsOf(join(root, 'folder/file.ts'), text.join('\n'))).to.deep.equal(found)
  })
})
