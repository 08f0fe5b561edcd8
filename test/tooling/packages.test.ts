import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
const production = Object.keys(manifest.dependencies)
const development = Object.keys(manifest.devDependencies)

/** A few more than there are today. Say in your change why production needs more, and raise it. (48 come with the client of buckets.) */
const mostPackages = 325

/**
 * Packages that a file needs when it runs and that production does not have: all that it imports or exports, but not
 * types, and texts that name a development package, such as `resolve('marked/package.json')`. Texts of validators are names of
 * properties, one of which is called like a package.
 */
function missingPackages(file: string, text: string): string[] {
  const needed: string[] = []
  const isValidator = /^src\/generated\/re(quests|sults)\.js$/.test(file)
  const visit = (node: ts.Node): void => {
    if (isType(node)) return
    if (ts.isStringLiteralLike(node)) {
      if (isSpecifier(node) && !/^(\.|node:|#)/.test(node.text)) needed.push(packageOf(node.text))
      if (!isValidator && development.includes(packageOf(node.text))) needed.push(packageOf(node.text))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true))
  return needed.filter((name) => !production.includes(name))
}

/** Whether nothing is left of this when the file runs. */
function isType(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node)) return false
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
}

/** Whether a text is the module of an import or export. */
function isSpecifier({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true
  return (
    ts.isCallExpression(parent) &&
    (parent.expression.kind === ts.SyntaxKind.ImportKeyword || parent.expression.getText() === 'require')
  )
}

/** `@a/b/c.js` → `@a/b`, `d/e.js` → `d` */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

describe('the packages of production', () => {
  const files = globSync(['src/**/*.ts', 'src/generated/re{quests,sults}.js', 'migrations/*.ts'], {
    cwd: root,
  }).filter((file) => !file.endsWith('.d.ts'))

  it('are all that src and the migrations import', () => {
    expect(files).to.include.members(['src/main.ts', 'src/http/documents.ts', 'src/generated/handlers.ts'])
    const missing = files.flatMap((file) =>
      missingPackages(file, read(file)).map((name) => `${file}: ${name}`),
    )
    expect(missing, 'needed when it runs, but only in devDependencies').to.deep.equal([])
  })

  it('are missed where a file imports or resolves another one; a type is no need', () => {
    const needs = (text: string) => missingPackages('src/one.ts', text)
    expect(needs(`import { build } from 'esbuild'\nbuild()`)).to.deep.equal(['esbuild', 'esbuild'])
    expect(needs(`const { parse } = await import('yaml')`)).to.include('yaml')
    expect(needs(`export * from 'left-pad/lib/index.js'`)).to.deep.equal(['left-pad'])
    expect(needs(`resolve('marked/lib/marked.esm.js')`)).to.deep.equal(['marked'])
    const validator = (text: string) => missingPackages('src/generated/results.js', text)
    expect(validator(`if (one.marked === undefined) fail('marked')`)).to.deep.equal([])
    expect(validator(`require('marked')`)).to.deep.equal(['marked'])
    expect(needs(`import type { Format } from 'ajv'\nlet one: Format`)).to.deep.equal([])
    expect(needs(`import pg from 'pg'\nimport { readFileSync } from 'node:fs'`)).to.deep.equal([])
  })

  it('are each in the table of CONTRIBUTING.md, with what production needs it for', () => {
    const [, table = ''] = read('CONTRIBUTING.md').split('| package | production needs it for |\n|---|---|\n')
    const rows = table
      .slice(0, table.indexOf('\n\n'))
      .split('\n')
      .map((row) => /^\| (\S+) \| (.+) \|$/.exec(row))
    expect(rows.map((row) => row?.[1])).to.deep.equal(production)
  })

  it(`are at most ${mostPackages} with all that they need`, () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>
    }
    const installed = Object.entries(packages).filter(
      ([folder, one]) => folder !== '' && !one.dev && !one.optional,
    )
    expect(installed.length).to.be.within(production.length, mostPackages)
    // npm keeps them without --omit=optional: they are in production without being asked for.
    const kept = installed.filter(([, one]) => one.devOptional).map(([folder]) => folder)
    expect(kept, 'development packages that npm leaves in production').to.deep.equal([])
  })
})
