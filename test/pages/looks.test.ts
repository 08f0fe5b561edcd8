import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import type { Company } from '../support/company.ts'
import { findingsInEachLook, forEachLook, telephone } from '../support/looks.ts'
import { axeFindings, inviteLink, resetLink, signInOn, visit } from '../support/page-visits.ts'
import { overflow } from '../support/pages.ts'
import { useServer } from '../support/server.ts'
import { offersBoth } from '../support/sign-in.ts'

/** A name that fits nowhere: longer than a telephone is wide, without a place to break. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

const palettes = ['emerald', 'violet', 'indigo', 'ocean', 'amber', 'rose', 'graphite', 'terracotta']

describe('the pages, as they look', () => {
  const server = useServer(offersBoth)
  let browser: Browser
  let company: Company

  before(async () => {
    browser = await sharedChromium()
  })
  beforeEach(async () => {
    company = await server.company({ name: longName })
  })

  /** Each page that anybody can open, by what it is. */
  const openPages = async (): Promise<Record<string, (page: Page) => Promise<unknown>>> => {
    const { slug } = company
    const links = {
      invite: await inviteLink(company, longName.slice(0, 60)),
      reset: await resetLink(server, company),
    }
    return {
      'the company question': (page) => page.goto('/sign_in'),
      'an unknown company': (page) => page.goto('/sign_in?organization=nobody-has-this'),
      'sign-in': (page) => page.goto(`/${slug}`),
      'sign-in after a problem': (page) => page.goto(`/${slug}?problem=not_linked`),
      'a failed sign-in': async (page) => {
        await page.goto(`/${slug}`)
        await page.locator('#email').fill('nobody@company.example')
        await page.locator('#password').fill('wrong')
        await page.locator('button[type=submit]').click()
        await page.getByRole('alert').waitFor()
      },
      'an invite': (page) => page.goto(links.invite),
      'a weak password': async (page) => {
        await page.goto(links.invite)
        await page.locator('#password').fill('password12')
        await page.locator('#repeated').fill('password13')
        await page.locator('button[type=submit]').click()
        await page.getByRole('alert').waitFor()
      },
      'an unknown invite': (page) => page.goto(`/${slug}/invite/nothing`),
      'a forgotten password': (page) => page.goto(`/${slug}/forgotten`),
      'a sent link': async (page) => {
        await page.goto(`/${slug}/forgotten`)
        await page.locator('#email').fill(`${'a'.repeat(60)}@company.example`)
        await page.locator('button[type=submit]').click()
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
      'a new password': (page) => page.goto(links.reset),
      'a dead link': (page) => page.goto(`/${slug}/reset/nothing`),
      'an error': (page) => page.goto('/nobody-has-this'),
    }
  }

  /** Judges a page in each look. */
  const judge = async (what: string, page: Page): Promise<string[]> =>
    (await findingsInEachLook(page)).map((one) => `${what}: ${one}`)

  it('have no findings, in each look', async () => {
    const found: string[] = []
    const pages = await openPages()
    await visit(
      browser,
      server,
      async (page) => {
        for (const [what, open] of Object.entries(pages)) {
          await open(page)
          found.push(...(await judge(what, page)))
        }
      },
      forEachLook,
    )
    expect(found).to.deep.equal([])
  })

  it('of the account have no findings, in each look', async () => {
    const found: string[] = []
    await visit(
      browser,
      server,
      async (page) => {
        await signInOn(page, company)
        await page.goto(`/${company.slug}/account`)
        found.push(...(await judge('account', page)))
        await page.locator('#key-name').fill(longName.slice(0, 80))
        await page.getByRole('button', { name: 'Create key' }).click()
        await page.getByRole('heading', { name: 'Your new API key' }).waitFor()
        found.push(...(await judge('a new key', page)))
        await page.getByRole('link', { name: 'I have copied it' }).click()
        await page.locator('#keys .row-name').getByText(longName.slice(0, 80)).waitFor()
        found.push(...(await judge('account with a key', page)))
      },
      forEachLook,
    )
    expect(found).to.deep.equal([])
  })

  it('break no word of the way out on a telephone, in the longer language', async () => {
    await server.db.query(`update users set language = 'de' where org_id = $1`, [company.id])
    await visit(
      browser,
      server,
      async (page) => {
        await signInOn(page, company)
        await page.goto(`/${company.slug}/account`)
        expect(await page.locator('.top button').textContent()).to.equal('Abmelden')
        const lines = await page.evaluate(`(() => {
          const text = document.createRange()
          text.selectNodeContents(document.querySelector('.top button'))
          return new Set([...text.getClientRects()].map(({ top }) => top)).size
        })()`)
        expect(lines).to.equal(1)
        expect(await overflow(page)).to.deep.equal([])
        await server.db.query(`update organizations set name = 'Orrin Instruments' where org_id = $1`, [
          company.id,
        ])
        await page.reload()
        expect(await overflow(page)).to.deep.equal([])
      },
      { viewport: telephone, locale: 'de-DE' },
    )
  })

  it('have the colours of the company, light and dark', async () => {
    const seen = new Set<string>()
    await visit(
      browser,
      server,
      async (page) => {
        for (const palette of palettes) {
          await server.db.query('update organizations set palette = $2 where org_id = $1', [
            company.id,
            palette,
          ])
          await page.goto(`/${company.slug}`)
          for (const colorScheme of ['light', 'dark'] as const) {
            // Colours that change slowly would be judged on their way.
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            expect(await axeFindings(page, ['color-contrast']), `${palette} ${colorScheme}`).to.deep.equal([])
            const button = `getComputedStyle(document.querySelector('button.main')).backgroundColor`
            seen.add(await page.evaluate<string>(button))
          }
        }
      },
      { bypassCSP: true },
    )
    expect(seen.size).to.equal(16)
  })

  it('speak the language of the member, else of the company, else of the browser', async () => {
    const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
    const langOf = (page: Page) => page.locator('html').getAttribute('lang')
    const see = (locale: string, work: (page: Page) => Promise<void>) =>
      visit(browser, server, work, { locale })
    const setOwn = (language: string | null) =>
      server.db.query('update users set language = $2 where org_id = $1', [company.id, language])
    const setCompany = (language: string | null) =>
      server.db.query('update organizations set language = $2 where org_id = $1', [company.id, language])

    await see('de-AT', async (page) => {
      await page.goto(`/${company.slug}`)
      expect([await langOf(page), await heading(page)]).to.deep.equal(['de', 'Anmelden'])
      await setOwn('en')
      await signInOn(page, company)
      await page.goto(`/${company.slug}/account`)
      expect([await langOf(page), await heading(page)]).to.deep.equal(['en', 'Your account'])
    })
    await setCompany('de')
    await see('en-US', async (page) => {
      await page.goto(`/${company.slug}`)
      expect([await langOf(page), await heading(page)]).to.deep.equal(['de', 'Anmelden'])
      await setOwn('pl')
      await signInOn(page, company)
      await page.goto(`/${company.slug}/account`)
      expect([await langOf(page), await heading(page)]).to.deep.equal(['en', 'Your account'])
    })
    await see('fr-FR', async (page) => {
      await page.goto('/sign_in')
      expect(await langOf(page)).to.equal('en')
    })
  })
})
