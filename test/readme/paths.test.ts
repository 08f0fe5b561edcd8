import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { parseReadme, readReadme, readReadmes, recipeSteps, type Readme } from '../support/readmes.ts'

const root = resolve(import.meta.dirname, '../..')
const readmes = readReadmes()
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }).scripts,
)
/** What readers write for themselves. */
const theirOwn = ['script.ts']
/** The files that the recipes write. */
const written = recipeSteps(readmes).flatMap((step) => (step.kind === 'commands' ? [] : [step.file]))

/** What a README names that is not there. */
function missing(readme: Readme): string[] {
  const { file } = readme
  return [
    ...missingPaths(readme).map((path) => `${file}: there is no ${path}`),
    ...missingScripts(readme).map((name) => `${file}: there is no npm run ${name}`),
    ...missingLinks(readme).map((link) => `${file}: the link to ${link} leads nowhere`),
    ...entriesOfTrees(readme)
      .filter((path) => !isThere(readme, path))
      .map((path) => `${file}: there is no ${path}, which its tree shows`),
  ]
}

function missingPaths(readme: Readme): string[] {
  const words = readme.spans.flatMap((span) => span.split(/\s+/))
  return words.filter((word) => isPath(readme, word) && !isThere(readme, word))
}

/** A word that begins with a name in the root or in the folder of the README, or that ends like a file. */
function isPath({ folder }: Readme, word: string): boolean {
  if (!/^[\w.<>*-]+(\/[\w.<>*-]+)*\/?$/.test(word) || theirOwn.includes(word)) return false
  if (!word.includes('/')) return /\.(ts|js|json|yaml|sql|txt|md)$/.test(word)
  const [first] = word.replace(/^\.\//, '').split('/') as [string]
  return (
    !['var', '..'].includes(first) &&
    [root, join(root, folder)].some((place) => existsSync(join(place, first)))
  )
}

/** From the root, or from the folder of the README. `<type>` is any name. */
function isThere({ folder }: Readme, path: string): boolean {
  const pattern = path.replaceAll(/<\w+>/g, '*').replace(/\/$/, '')
  return [pattern, join(folder, pattern)].some(
    (one) => written.includes(one) || globSync(one, { cwd: root }).length > 0,
  )
}

function missingScripts({ text }: Readme): string[] {
  const names = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].flatMap(([command, name = '']) =>
    command.startsWith('npm run') || ['start', 'test'].includes(name) ? [name] : [],
  )
  return names.filter((name) => !scripts.includes(name))
}

/** Links to files that are not there, and to headings that a document does not have. */
function missingLinks({ file, folder, text }: Readme): string[] {
  const prose = text.replaceAll(/^```.*\n[\s\S]*?^```$/gm, '')
  const links = [...prose.matchAll(/\]\(([^):]+)\)/g)].map(([, link]) => link!)
  return links.filter((link) => {
    const [path, anchor] = link.split('#') as [string, string?]
    const target = path === '' ? join(root, file) : join(root, folder, path)
    if (!existsSync(target)) return true
    if (anchor === undefined) return false
    return !anchorsOf(path === '' ? text : readFileSync(target, 'utf8')).includes(anchor)
  })
}

/** The anchors of the headings, as the pages that show Markdown make them. */
function anchorsOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*\n[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/**
 * The paths in the blocks called `tree`. A line has names and, after two spaces, what they are; two spaces in front of
 * it say that it is inside the last entry without them.
 */
function entriesOfTrees({ blocks }: Readme): string[] {
  let parent = ''
  return blocks
    .filter(({ info }) => info === 'tree')
    .flatMap(({ text }) => text.trimEnd().split('\n'))
    .flatMap((line) => {
      const [, inside = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? []
      const paths = names.split(' ').map((name) => (inside ? join(parent, name) : name))
      if (!inside) parent = names
      return paths
    })
}

describe('the READMEs, CONTRIBUTING.md and docs', () => {
  for (const readme of readmes)
    it(`name nothing that is not there: ${readme.file}`, () => expect(missing(readme)).to.deep.equal([]))

  it('are short where newcomers begin: the README has at most 12 kB', () => {
    expect(Buffer.byteLength(readReadme('README.md').text)).to.be.at.most(12_000)
  })

  it('show every folder and file directly below src', () => {
    const shown = entriesOfTrees(readReadme('docs/architecture.md'))
    const there = readdirSync(join(root, 'src')).filter((name) => name !== 'README.md')
    expect(shown.map((path) => path.replace(/\/$/, ''))).to.include.members(
      there.map((name) => `src/${name}`),
    )
  })

  const mistakes: Record<string, [text: string, says: RegExp]> = {
    'a path from the root': [
      'See `src/actions/org/units/vanish.ts`.',
      /no src\/actions\/org\/units\/vanish\.ts$/,
    ],
    'a path from its folder': ['See `org/units/vanish.ts`.', /no org\/units\/vanish\.ts$/],
    'a folder': ['See `src/vanished/`.', /no src\/vanished\/$/],
    'a file by its name': ['See `vanish.ts`.', /no vanish\.ts$/],
    'a pattern that fits nothing': ['See `src/events/<noun>.yaml`.', /no src\/events\/<noun>\.yaml$/],
    'a path in a command': ['`npm test -- test/vanish.test.ts`', /no test\/vanish\.test\.ts$/],
    'a script': ['`npm run vanish`', /no npm run vanish$/],
    'a script in a block': ['```\nnpm run vanish -- now\n```\n', /no npm run vanish$/],
    'a link': ['[there](vanish/README.md)', /link to vanish\/README\.md leads nowhere$/],
    'an anchor': ['[there](README.md#vanish)', /link to README\.md#vanish leads nowhere$/],
    'an anchor of its own': ['# Here\n\n[there](#vanish), [here](#here)', /link to #vanish leads nowhere$/],
    'a folder in a tree': [
      '```tree\norg/  groups\n  units/ vanish/  two\n```\n',
      /no org\/vanish\/, which its tree shows$/,
    ],
  }
  for (const [what, [text, says]] of Object.entries(mistakes))
    it(`would fail for ${what}`, () => {
      const problems = missing(parseReadme('src/actions/README.md', text))
      expect(problems).to.have.length(1)
      expect(problems[0]).to.match(says)
    })

  it('take a word for a path only if it looks like one', () => {
    const text =
      'Say `org/units.list`, `no-store`, `ctx.record`, `/v1/openapi.json`, `var/demo.json` or `npm ci`.'
    expect(missing(parseReadme('README.md', text))).to.deep.equal([])
  })
})
