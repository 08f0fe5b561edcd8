import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { actions } from '../../src/generated/actions.ts'
import { personalData } from '../../src/personal-data/register.ts'

const root = resolve(import.meta.dirname, '../..')
/** The log of activity shows them as actions, but only the operator's command line does them. */
const ofOperators = ['create', 'pause', 'reset_owner'].map((verb) => `platform.organization.${verb}`)
const names = new Set([...Object.values(actions).map(({ name }) => name), ...ofOperators])
/** Personal columns, as the parts of an export name them: `people.given_name`. */
const columns = new Set(
  Object.entries(personalData).flatMap(([table, { personal }]) =>
    Object.keys(personal).map((column) => `${table}.${column}`),
  ),
)
const groups = [...new Set([...names].map((name) => name.split('.')[0]))].join('|')
const nouns = [...new Set([...names].map((name) => name.split('.')[1]))].join('|')
/** `org/units.create`, also with a dot between, or without the group if the noun is one of ours; then what follows. */
const named = new RegExp(
  String.raw`(?<![\w./@-])(?:(?:(${groups})[/.])(\w+)|(${nouns}))\.([a-z_]+)\b(?!\.\w)(.{0,20})`,
  'gs',
)

/** The actions that a text names although they do not exist, and without saying so. */
function unknownIn(text: string): string[] {
  return [...text.matchAll(named)].flatMap(([, group, ofGroup, noun = ofGroup, verb, after = '']) => {
    const known = [...names].some((name) => `.${name}`.endsWith(`${group ?? ''}.${noun}.${verb}`))
    if (known || /^[`'"]?\s+\(not\s+available\s+yet\)/.test(after) || verb === 'example') return []
    return [`${group ? `${group}/` : ''}${noun}.${verb}`]
  })
}

/** Every text in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Every text in a source file: sums of texts are one, and `…` takes the place of what is put into a template. */
function textsInSource(source: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    const text = ts.isImportDeclaration(node) ? '' : textOf(node)
    if (text !== undefined) texts.push(text)
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true))
  return texts
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** Whoever reads about an action tries to call it. */
describe('every action that a text names exists, or is marked "(not available yet)"', () => {
  for (const file of ['openapi.json', 'mcp-tools.json'])
    it(`in ${file}`, () => {
      const text = readFileSync(join(root, 'openapi/published', file), 'utf8')
      expect(textsIn(JSON.parse(text)).flatMap(unknownIn)).to.deep.equal([])
    })

  it('in the warnings and errors of the service', () => {
    const files = globSync('src/**/*.ts', { cwd: root, exclude: (path) => /(generated|queries)$/.test(path) })
    const found = files.flatMap((file) =>
      textsInSource(readFileSync(join(root, file), 'utf8'))
        .flatMap(unknownIn)
        .filter((name) => !columns.has(name))
        .map((name) => `${file} names ${name}`),
    )
    expect(files).to.include('src/domain/placement.ts')
    expect(found).to.deep.equal([])
  })

  it('would be found otherwise', () => {
    expect(unknownIn('Use people.vanish for that.')).to.deep.equal(['people.vanish'])
    expect(unknownIn('`org/desks.create`')).to.deep.equal(['org/desks.create'])
    expect(unknownIn('people.vanish (not available yet), org/people.vanish')).to.deep.equal([
      'org/people.vanish',
    ])
    expect(textsInSource("f('Ask for people.' + 'vanish.', `units.${x}`)").flatMap(unknownIn)).to.deep.equal([
      'people.vanish',
    ])
  })

  it('and nothing else is taken for one', () => {
    const text =
      'org/units.list, people.hire, org.units.create, unit.created, ada@people.example, openapi.json'
    expect(unknownIn(text)).to.deep.equal([])
  })
})
