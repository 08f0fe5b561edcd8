import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { parts } from '../../src/app/gallery.ts'
import { money } from '../../src/app/parts/money/part.ts'
import { render } from '../../src/html/html.ts'
import { html } from '../../src/pages/html.ts'
import { languages } from '../../src/texts/language.ts'
import { sharedChromium } from '../support/chromium.ts'
import { htmlMistakes } from '../support/html.ts'
import { findingsInEachLook, forEachLook } from '../support/looks.ts'
import { visit } from '../support/page-visits.ts'
import { textOf } from '../support/pages.ts'
import { useServer } from '../support/server.ts'

const folder = resolve(import.meta.dirname, '../../src/app/parts')

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
      it(`are written as HTML without mistakes, in each language: ${name}, ${example}`, async () => {
        for (const language of languages) {
          const text = render(html`<main>${write(language)}</main>`)
          expect(text).to.not.match(/undefined|\[object|NaN/)
          expect(await htmlMistakes(text)).to.deep.equal([])
        }
      })

  it('write an amount as it was given, in a currency without cents as well', () => {
    const written = (amount: number, currency: string) =>
      textOf(render(html`${money(amount, currency, 'en')}`)).trim()
    expect(
      ['EUR', 'JPY', 'KWD'].map((currency) => written(1234.56, currency).replace(/[^\d.,]/g, '')),
    ).to.deep.equal(['1,234.56', '1,234.56', '1,234.560'])
    expect(['EUR', 'JPY'].map((currency) => written(1234, currency))).to.deep.equal(['€1,234', 'JP¥1,234'])
    expect(written(19.5, 'EUR')).to.equal('€19.50')
  })

  it('have no findings of axe and fit the window, in each look', async () => {
    await visit(
      browser,
      server,
      async (page) => {
        await page.goto('/gallery')
        expect(await findingsInEachLook(page)).to.deep.equal([])
      },
      forEachLook,
    )
  })

  it('would have findings otherwise', async () => {
    for (const [wrong, rule] of [
      ['<p><div></div></p>', 'no-implicit-close'],
      ['<ul><p></p></ul>', 'element-permitted-content'],
      ['<a href="/"><button type="button">A</button></a>', 'element-permitted-content'],
      ['<b id="a"></b><i id="a"></i>', 'no-dup-id'],
      ['<form><input type="text" name="a" /><input type="text" name="a" /></form>', 'form-dup-name'],
    ] as const)
      expect((await htmlMistakes(wrong)).join(), wrong).to.include(rule)
  })
})
