import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { parts } from '../../src/app/gallery.ts'
import { render } from '../../src/html/html.ts'
import { html } from '../../src/pages/html.ts'
import { languages } from '../../src/texts/language.ts'
import { sharedChromium } from '../support/chromium.ts'
import { axeFindings, visit } from '../support/page-visits.ts'
import { overflow } from '../support/pages.ts'
import { useServer } from '../support/server.ts'

const folder = resolve(import.meta.dirname, '../../src/app/parts')
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  telephone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
} as const

describe('the parts of pages', () => {
  const server = useServer()
  let browser: Browser

  before(async () => {
    browser = await sharedChromium()
  })

  it('have examples, all of which the gallery shows', () => {
    const folders = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'shell')
      .map(({ name }) => name)
    expect(Object.keys(parts)).to.have.members(folders)
    for (const [name, examples] of Object.entries(parts))
      expect(Object.keys(examples), `${join('parts', name)} has no example`).to.not.deep.equal([])
  })

  for (const [name, examples] of Object.entries(parts))
    for (const [example, write] of Object.entries(examples))
      it(`are written as HTML without mistakes, in each language: ${name}, ${example}`, () => {
        for (const language of languages) {
          const text = render(html`<main>${write(language)}</main>`)
          expect(text).to.not.match(/undefined|\[object|NaN/)
          expect(nesting(text)).to.deep.equal([])
        }
      })

  for (const [look, options] of Object.entries(looks))
    it(`have no findings of axe and fit the window: ${look}`, async () => {
      const found: string[] = []
      await visit(
        browser,
        server,
        async (page) => {
          await page.goto('/gallery')
          await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`)
          found.push(...(await axeFindings(page)), ...(await overflow(page)))
        },
        { ...options, bypassCSP: true },
      )
      expect(found).to.deep.equal([])
    })

  it('would have findings otherwise', () => {
    expect(nesting('<p><div></div></p><ul><p></p></ul>')).to.have.length(2)
    expect(nesting('<a id="a"><a href="/"></a></a><b id="a"></b>')).to.have.length(2)
  })
})

const void_ = new Set(['input', 'img', 'br', 'link', 'meta'])
/** What browsers would move or close by themselves: blocks in paragraphs, links in links, other than items in lists. */
const blocks = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'dl',
  'table',
  'form',
  'section',
  'fieldset',
  'details',
  'h2',
  'h3',
])
const onlyIn: Record<string, string[]> = {
  ul: ['li'],
  ol: ['li'],
  tr: ['th', 'td'],
  dl: ['div', 'dt', 'dd'],
  select: ['option'],
}

/** Elements that stand where HTML does not let them, elements that are not closed, and ids that are there twice. */
function nesting(text: string): string[] {
  const open: string[] = []
  const found: string[] = []
  const ids = new Set<string>()
  for (const [, close, name = '', attributes = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
    if (close) {
      if (open.pop() !== name) found.push(`</${name}> closes something else`)
      continue
    }
    const parent = open.at(-1) ?? ''
    if (blocks.has(name) && open.includes('p')) found.push(`<${name}> in <p>`)
    if (['a', 'button'].includes(name) && open.some((one) => one === 'a' || one === 'button'))
      found.push(`<${name}> in a link`)
    if (name === 'form' && open.includes('form')) found.push('<form> in <form>')
    if (onlyIn[parent] && !onlyIn[parent].includes(name)) found.push(`<${name}> in <${parent}>`)
    const [, id] = / id="([^"]*)"/.exec(attributes) ?? []
    if (id !== undefined && ids.has(id)) found.push(`id ${id} twice`)
    if (id !== undefined) ids.add(id)
    if (!void_.has(name) && !attributes.endsWith('/')) open.push(name)
  }
  return [...found, ...open.map((name) => `<${name}> is not closed`)]
}
