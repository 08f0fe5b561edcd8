import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { errorCatalogue } from '../../src/generated/errors.ts'
import { warningCatalogue } from '../../src/generated/warnings.ts'
import { germanWords } from './german-words.ts'

interface Said {
  /** A file with its line, or the name of a refusal or warning. */
  at: string
  words: string
}

const root = resolve(import.meta.dirname, '../..')

/** The text of a literal; a place for a value is what stands between the pieces. */
const wordsIn = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text
  return node.kind === ts.SyntaxKind.TemplateHead ||
    node.kind === ts.SyntaxKind.TemplateMiddle ||
    node.kind === ts.SyntaxKind.TemplateTail
    ? (node as ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail).text
    : undefined
}

/** Where a pair of words has its German: `[English, German]`, but help is `[German, English]`. */
const placeInPair = (type: string): number | undefined =>
  type.endsWith('Help') ? 0 : /\[en: string, de: string\]/.test(type) ? 1 : undefined

/**
 * The German texts of a file: what stands below `de` or below a name that begins with `german`, and the German half of
 * pairs. All of a file that is called `de.ts`.
 */
function germanIn(file: string, source: string): Said[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Said[] = []
  const visit = (node: ts.Node, german: boolean, pairs: number | undefined): void => {
    const words = german ? wordsIn(node) : undefined
    if (words !== undefined && !isName(node)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart())
      found.push({ at: `${file}:${line + 1}`, words })
    }
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    const below = german || isGerman(node)
    const place = ts.isVariableDeclaration(node) && node.type ? placeInPair(node.type.getText()) : pairs
    const inPair = place !== undefined && ts.isArrayLiteralExpression(node)
    let index = 0
    ts.forEachChild(node, (child) => visit(child, below || (inPair && index++ === place), place))
  }
  visit(parsed, file.endsWith('/de.ts'), undefined)
  // record('No person', 'Keine Person', …)
  for (const [, words = ''] of source.matchAll(/\brecord\(\s*'[^']+',\s*'([^']+)'/g))
    found.push({ at: file, words })
  return found
}

const isName = (node: ts.Node): boolean => ts.isPropertyAssignment(node.parent) && node.parent.name === node

function isGerman(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return /^(?:de$|german)/.test(node.name.getText())
  return ts.isPropertyAssignment(node) && node.name.getText() === 'de'
}

const catalogues: Said[] = [
  ...Object.entries(errorCatalogue).map(([name, { message }]) => ({
    at: `openapi/components/errors/${name}.yaml`,
    words: message.de,
  })),
  ...Object.entries(warningCatalogue).map(([name, { text }]) => ({
    at: `openapi/components/warnings/${name}.yaml`,
    words: text.de,
  })),
]

/** What a file with German in it has somewhere: to parse all others would take most of the time. */
const perhaps = /\bde\b|\bgerman|: Help\b|\brecord\(/

const all: Said[] = [
  ...catalogues,
  ...globSync('src/**/*.ts', { cwd: root, exclude: ['src/generated/**'] }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return perhaps.test(source) || file.endsWith('/de.ts') ? germanIn(file, source) : []
  }),
]

const wrongIn = (said: readonly Said[]): string[] =>
  said.flatMap(({ at, words }) =>
    germanWords
      .filter(([wrong, , where]) => wrong.test(words) && (!where || where.test(at)))
      .map(([wrong, right]) => `${at}: “${wrong.exec(words)![0]}” in “${words}”: say ${right}`),
  )

describe('the German texts', () => {
  it('call each thing by its one word', () => {
    const wrong = wrongIn(all)
    expect(wrong, `${wrong.join('\n')}\n(the words are in test/texts/german-words.ts)\n`).to.have.length(0)
  })

  it('are all read: those of pages, forms, mails, refusals and the log', () => {
    const files = new Map<string, number>()
    for (const { at } of all) {
      const file = at.replace(/:\d+$/, '')
      files.set(file, (files.get(file) ?? 0) + 1)
    }
    const texts = globSync(
      [
        'src/app/pages/*/*texts.ts',
        'src/app/texts/**/*.ts',
        'src/texts/*.ts',
        'src/mail/texts/de.ts',
        'src/pages/texts/*.ts',
      ],
      { cwd: root },
    )
    const none = [
      'src/app/texts/help/help.ts',
      'src/app/texts/help/words.ts',
      'src/app/texts/labels.ts',
      'src/texts/formats.ts',
      'src/texts/language.ts',
    ]
    expect(texts.filter((file) => !files.has(file)).sort()).to.deep.equal(none)
    expect([...files.values()].reduce((sum, count) => sum + count, 0)).to.be.greaterThan(2500)
  })

  it('are told from the English ones beside them', () => {
    const source = `
      import { login } from './Firma.ts'
      const en = { login: 'Login', by: (name: string) => \`Login of \${name}\` }
      const de: typeof en = { login: 'Das Login', by: (name) => \`Login von \${name}: HR\` }
      const fields: Readonly<Record<string, readonly [en: string, de: string]>> = { Firma: ['HR', 'Firma'] }
      const help: Help = { 'HR only.': ['Nur HR.', 'Only HR.'] }
      const kinds = { actor: record('No login', 'Kein Login', 'x'), one: { en: 'HR', de: 'Genehmigt' } }`
    expect(germanIn('src/a.ts', source).map(({ words }) => words)).to.have.members([
      'Das Login',
      'Login von ',
      ': HR',
      'Firma',
      'Nur HR.',
      'Genehmigt',
      'Kein Login',
    ])
    expect(wrongIn([{ at: 'a.ts:1', words: 'Die Firma genehmigt es.' }])).to.deep.equal([
      'a.ts:1: “Firma” in “Die Firma genehmigt es.”: say Unternehmen',
      'a.ts:1: “genehmig” in “Die Firma genehmigt es.”: say Freigabe, freigeben',
    ])
  })
})
