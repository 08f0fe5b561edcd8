import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Contract, JsonObject } from '../model.ts'
import { actionPage } from './action.ts'
import { eventPage } from './event.ts'
import { layout, mark, navigationOf, type Assets } from './layout.ts'
import { errorsPage, eventsPage, overviewPage } from './overview.ts'
import { collect } from './reference.ts'
import { findings } from './search.ts'

const here = import.meta.dirname
const out = 'src/generated/reference'

/**
 * The pages at /docs and what they load, as files below `src/generated/reference`, and `index.json`, which says at which
 * address each is served. The names of scripts and styles hold a hash of their content, so that browsers may keep them.
 */
export async function referencePages(
  contract: Contract,
  document: JsonObject,
): Promise<Record<string, string>> {
  const reference = collect(contract, document)
  const scripts = await bundle()
  const files: Record<string, string> = {}
  const index: Record<string, string> = {}
  const add = (address: string, file: string, text: string): string => {
    files[`${out}/${file}`] = text
    index[address] = file
    return address
  }
  const asset = (name: string, text: string): string => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 10)
    const file = name.replace('.', `-${hash}.`)
    return add(`/docs/assets/${file}`, name, text)
  }
  const assets: Assets = {
    style: asset('style.css', scripts.style),
    theme: asset('theme.js', scripts.theme),
    script: asset('main.js', scripts.main),
    search: asset('search.json', JSON.stringify(findings(reference))),
  }
  add('/docs/icon.svg', 'icon.svg', mark.text)
  const navigation = navigationOf(reference)
  const pages = [
    overviewPage(reference),
    errorsPage(reference),
    eventsPage(reference),
    ...reference.entries.map((entry) => actionPage(reference, entry)),
    ...reference.events.map((event) => eventPage(reference, event)),
  ]
  for (const page of pages) add(page.href, fileOf(page.href), layout(page, navigation, assets))
  return { ...files, [`${out}/index.json`]: JSON.stringify(index) }
}

/** `/docs/org/units.create` → `org_units.create.html`, `/docs` → `overview.html` */
function fileOf(href: string): string {
  return `${href.slice('/docs/'.length).replaceAll('/', '_') || 'overview'}.html`
}

/** The scripts of the pages with all that they import, and the style, without comments and spaces. */
async function bundle(): Promise<Record<'main' | 'theme' | 'style', string>> {
  const entryPoints = { main: 'browser/main.ts', theme: 'browser/theme.ts', style: 'style.css' }
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints).map(([name, file]) => [name, join(here, file)]),
    ),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    outdir: here,
    write: false,
    legalComments: 'inline',
    logLevel: 'silent',
  })
  const licence = `/*! MiniSearch, which the search is made with:\n${licenceOf('minisearch')}*/\n`
  const textOf = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return { main: licence + textOf('main.js'), theme: textOf('theme.js'), style: textOf('style.css') }
}

/** The licence of a package whose code the pages hold: it must go along with it. */
function licenceOf(name: string): string {
  const manifest = createRequire(import.meta.url).resolve(name)
  return readFileSync(join(manifest.slice(0, manifest.indexOf(name) + name.length), 'LICENSE.txt'), 'utf8')
}
