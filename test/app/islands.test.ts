import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { scripts, withScripts } from '../../src/app/scripts.ts'
import { openPage } from '../support/app.ts'
import { sharedChromium } from '../support/chromium.ts'
import type { Company } from '../support/company.ts'
import { pdf } from '../support/documents.ts'
import { axeFindings, getPage, OneWindow, signInOn, visit } from '../support/page-visits.ts'
import { overflow } from '../support/pages.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** The most that scripts may weigh, compressed. */
const mostBytes = { each: 3000, all: 15_000 }
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

describe('the scripts of the app', () => {
  const server = useServer()

  it('are small', async () => {
    const sizes: number[] = []
    for (const [name, { path }] of scripts) {
      const answer = await fetch(server.baseUrl + path)
      expect(answer.headers.get('cache-control'), name).to.include('immutable')
      sizes.push(gzipSync(await answer.text()).length)
      expect(sizes.at(-1), name).to.be.at.most(mostBytes.each)
    }
    expect([...scripts.keys()]).to.deep.equal([
      ...['commands', 'copy', 'form', 'list', 'palettes', 'picker', 'upload'],
    ])
    expect(sizes.reduce((sum, size) => sum + size)).to.be.at.most(mostBytes.all)
  })

  it('are loaded by the pages that use them, and nothing else is', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const loaded = async (path: string) => {
      const { text, headers } = await openPage(server, hr, `/${company.slug}/${path}`)
      expect(headers.get('content-security-policy')).to.equal(policy)
      return [...text.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) =>
        attributes!.replace(/^type="module" src="\/assets\/([a-z]+)-[0-9a-f]{12}\.js"$/, '$1'),
      )
    }
    expect(await loaded('manage/nowhere')).to.deep.equal(['commands'])
    expect(await loaded('manage/people')).to.deep.equal(['commands', 'list', 'picker'])
    expect(await loaded('manage/do/org/units.archive')).to.deep.equal(['commands', 'form'])
    expect(await loaded('manage/settings')).to.deep.equal(['commands', 'palettes'])
    expect(await loaded('manage/documents/add')).to.deep.equal(['commands', 'form', 'upload'])
    const { text, headers } = await getPage(server, `/${company.slug}`)
    expect(text).to.not.include('<script')
    expect(headers.get('content-security-policy')).to.not.include('script-src')
  })

  it('are of our own elements: one that has none is a mistake', () => {
    expect(() => withScripts('<head></head><x-nothing></x-nothing>')).to.throw()
    expect(withScripts('<head></head>&lt;x-picker')).to.equal('<head></head>&lt;x-picker')
  })
})

describe('pages with script', () => {
  const server = useServer()
  let browser: Browser
  let company: Company

  before(async () => {
    browser = await sharedChromium()
  })
  beforeEach(async () => {
    company = await server.company()
  })

  const window = new OneWindow()
  after(() => window.close())

  type Work = (page: Page) => Promise<void>
  const atPage = (path: string, work: Work) => async (page: Page) => {
    await signInOn(page, company)
    await page.goto(`/${company.slug}/${path}`)
    await work(page)
  }
  /** Opens a page of the company as its owner. */
  const open = (path: string, work: Work) => window.visit(browser, server, atPage(path, work))
  /** Does so in a window of its own. */
  const openAlone = (path: string, work: Work, options?: BrowserContextOptions) =>
    visit(browser, server, atPage(path, work), options)

  /** The texts of options, once there are some. */
  const optionsOf = (page: Page, within = 'body') =>
    until('options', async () => {
      const texts = await page.locator(`${within} [role=option] span`).allTextContents()
      return texts.length > 0 && texts
    })
  const valueOf = (page: Page, name: string) => page.locator(`[name="${name}"]`).inputValue()
  const focused = (page: Page) =>
    page.evaluate<string>(
      '((at) => at === document.body ? "BODY" : at.id || at.textContent.trim())(document.activeElement)',
    )
  /** A mark that a new document does not have. */
  const mark = (page: Page) => page.evaluate('void (window.isSame = true)')
  const isSame = (page: Page) => page.evaluate<boolean>('window.isSame === true')

  describe('pickers', () => {
    it('are the search of the server where their script does not come', async () => {
      await visit(browser, server, async (page) => {
        await signInOn(page, company)
        await page.route('**/assets/picker-*.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: '' }),
        )
        await page.goto(`/${company.slug}/manage/do/org/people.hire`)
        const search = page.getByRole('button', { name: 'Search: Manager' })
        expect(await search.isVisible()).to.equal(false)
        await search.waitFor()
      })
    })

    it('search while somebody types, by keyboard alone, and send what the form sends without', async () => {
      const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper', title: 'Admiral' })
      await open('manage/do/org/people.hire', async (page) => {
        const field = page.getByRole('combobox', { name: 'Manager' })
        await field.focus()
        await page.keyboard.type('hopp')
        expect(await optionsOf(page)).to.deep.equal(['Grace Hopper'])
        expect(await page.getByRole('status').filter({ hasText: '1 found' }).count()).to.equal(1)
        expect(await valueOf(page, '~q:manager_id')).to.equal('hopp')
        const [active] = [await field.getAttribute('aria-activedescendant')]
        expect(await page.locator(`#${active}`).getAttribute('aria-selected')).to.equal('true')
        await page.keyboard.press('Enter')
        expect(await valueOf(page, 'manager_id')).to.equal(id)
        expect(await field.inputValue()).to.equal('Grace Hopper')
        expect(await field.getAttribute('aria-expanded')).to.equal('false')
        expect(await page.locator('[name="~q:manager_id"]').count()).to.equal(0)
        await page.keyboard.press('Control+A')
        await page.keyboard.press('Delete')
        expect(await valueOf(page, 'manager_id')).to.equal('')
      })
    })

    it('show the newest answer, and leave words that found nothing to the server', async () => {
      await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
      await openAlone('manage/do/org/people.hire', async (page) => {
        let release = (): void => undefined
        const held = new Promise<void>((done) => (release = done))
        const asked: string[] = []
        const failed: string[] = []
        page.on('requestfailed', (request) => failed.push(new URL(request.url()).searchParams.get('q') ?? ''))
        await page.route('**/choices/people?*', async (route) => {
          const q = new URL(route.request().url()).searchParams.get('q') ?? ''
          asked.push(q)
          if (q === 'grace') await held
          await route.continue().catch(() => undefined)
        })
        const field = page.getByRole('combobox', { name: 'Manager' })
        await field.fill('grace')
        await until('the first search', () => asked.includes('grace'))
        await field.fill('lovelace')
        expect(await optionsOf(page)).to.deep.equal(['Ada Lovelace'])
        expect(failed).to.deep.equal(['grace'])
        release()
        expect(await optionsOf(page)).to.deep.equal(['Ada Lovelace'])
        await field.fill('nobody at all')
        await page.getByText('Nothing found').waitFor()
        await page.getByRole('button', { name: 'Review' }).last().click()
        await page.getByText('Nobody was found').waitFor()
        await field.press('A')
        await page.getByText('Nobody was found').waitFor({ state: 'detached' })
      })
    })

    it('say that the search does not answer, as after a sign-out', async () => {
      await open('manage/do/org/people.hire', async (page) => {
        await page.context().clearCookies()
        await page.getByRole('combobox', { name: 'Manager' }).fill('grace')
        await page.getByText('The search does not answer').waitFor()
      })
    })

    it('filter long lists in the page', async () => {
      await open('manage/do/org/locations.create', async (page) => {
        const field = page.getByRole('combobox', { name: 'Country' })
        await field.focus()
        await page.keyboard.press('Control+A')
        await page.keyboard.type('cote d')
        expect(await optionsOf(page)).to.deep.equal(['Côte d’Ivoire'])
        await page.keyboard.press('Escape')
        expect(await field.getAttribute('aria-expanded')).to.equal('false')
        await page.keyboard.press('ArrowDown')
        expect((await optionsOf(page)).length).to.be.within(50, 100)
        await page.keyboard.press('Control+A')
        await page.keyboard.type('germ')
        await until('Germany', async () => (await optionsOf(page)).join() === 'Germany')
        await page.locator('[role=option]').click()
        expect([await valueOf(page, 'country'), await field.inputValue()]).to.deep.equal(['DE', 'Germany'])
        // Words that name nothing go when the field is left.
        await field.fill('Atlantis')
        await page.keyboard.press('Tab')
        expect([await valueOf(page, 'country'), await field.inputValue()]).to.deep.equal(['DE', 'Germany'])
        // A name that is typed to its end is chosen, as in a list without script.
        await field.fill('cote d’ivoire')
        await page.keyboard.press('Tab')
        expect([await valueOf(page, 'country'), await field.inputValue()]).to.deep.equal([
          'CI',
          'Côte d’Ivoire',
        ])
      })
    })

    it('tell screen readers of their own options, also after the search of everything was open', async () => {
      await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      await open('manage/do/org/people.hire', async (page) => {
        await page.keyboard.press('Control+k')
        await optionsOf(page, 'dialog')
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Manager' }).fill('hopp')
        await optionsOf(page, 'main')
        const told = (name: string) =>
          page.evaluate<string>(
            `document.getElementById(document.querySelector('[data-name=manager_id] [role=combobox]').getAttribute('${name}')).textContent`,
          )
        expect(await told('aria-activedescendant')).to.include('Grace Hopper')
        expect(await told('aria-controls')).to.include('Grace Hopper')
      })
    })

    it('lead from a person to the rows of that person', async () => {
      const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper', title: 'Admiral' })
      await open('manage/do/org/people.correct_job', async (page) => {
        await page.getByRole('combobox', { name: 'Person' }).fill('hopp')
        await optionsOf(page)
        await page.keyboard.press('Enter')
        await page.getByRole('radio', { name: /Admiral/ }).waitFor()
        expect(await page.locator('[name^="~of:"]').inputValue()).to.equal(id)
      })
    })
  })

  describe('lists', () => {
    it('of people change while somebody types, with the address, the count and the focus', async () => {
      await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      await company.person({ given_name: 'Ada', family_name: 'Lovelace' })
      await open('manage/people', async (page) => {
        await mark(page)
        const rows = page.locator('main tbody th a')
        const all = await rows.count()
        await page.locator('#f-q').focus()
        await page.keyboard.type('hop')
        await until('one row', async () => (await rows.count()) === 1)
        await page.keyboard.type('per')
        await until('the address', () => new URL(page.url()).searchParams.get('q') === 'hopper')
        expect(await focused(page)).to.equal('f-q')
        expect(await page.locator('#f-q').inputValue()).to.equal('hopper')
        expect(await page.locator('main .lead').textContent()).to.include('1 person')
        expect(
          await page
            .getByRole('status')
            .filter({ hasText: /^1 person$/ })
            .count(),
        ).to.equal(1)
        // All that was typed is one step back.
        await page.goBack()
        await until('all rows', async () => (await rows.count()) === all)
        expect(await page.locator('#f-q').inputValue()).to.equal('')
        await page.goForward()
        await until('one row', async () => (await rows.count()) === 1)
        expect(await page.locator('#f-q').inputValue()).to.equal('hopper')
        await page.getByRole('link', { name: 'Clear' }).click()
        await until('all rows', async () => (await rows.count()) === all)
        expect(await isSame(page)).to.equal(true)
      })
    })

    it('of people change with a choice, and go through their pages', async () => {
      for (let count = 0; count <= 100; count++) await company.person({ family_name: `Curie ${count}` })
      await open('manage/people?q=Curie', async (page) => {
        await mark(page)
        const rows = page.locator('main tbody th a')
        await page.getByRole('link', { name: 'Next 100' }).click()
        await until('the last row', async () => (await rows.count()) === 1)
        expect(await focused(page)).to.not.equal('BODY')
        await page.locator('#f-status').selectOption('terminated')
        await page.getByText('Nobody fits these filters').waitFor()
        expect(new URL(page.url()).searchParams.get('status')).to.equal('terminated')
        await page.goBack()
        await page.goBack()
        await until('the first page', async () => (await rows.count()) === 100)
        expect(await isSame(page)).to.equal(true)
      })
    })

    it('of people are filtered by a person who is searched for; nobody is a choice where a form has it', async () => {
      const { id: grace } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      const { id: ada } = await company.person({
        given_name: 'Ada',
        family_name: 'Lovelace',
        manager_id: grace,
      })
      await open('manage/people', async (page) => {
        await mark(page)
        await page.getByText('More filters').click()
        await page.getByRole('combobox', { name: 'Manager', exact: true }).fill('hopp')
        await optionsOf(page)
        await page.keyboard.press('Enter')
        const rows = page.locator('main tbody th a')
        await until('one row', async () => (await rows.allTextContents()).join() === 'Ada Lovelace')
        expect(new URL(page.url()).searchParams.get('manager_id')).to.equal(grace)
        expect(await page.getByRole('combobox', { name: 'Manager', exact: true }).inputValue()).to.equal(
          'Grace Hopper',
        )
        expect(await isSame(page)).to.equal(true)
        await page.goto(`/${company.slug}/manage/do/org/people.change_job?person_id=${ada}`)
        const field = page.getByRole('combobox', { name: 'Manager', exact: true })
        expect([await field.inputValue(), await valueOf(page, 'manager_id')]).to.deep.equal([
          'Grace Hopper',
          grace,
        ])
        await field.click()
        await page.getByRole('option', { name: 'Nobody' }).click()
        expect([await field.inputValue(), await valueOf(page, 'manager_id')]).to.deep.equal([
          'Nobody',
          '~null',
        ])
      })
    })

    it('of requests and of the log change, too', async () => {
      const owner = await company.as('owner')
      const { id } = await owner.call('org_units_create', { name: 'Research', kind: 'team' })
      await owner.call('org_units_archive', { unit_id: id })
      await open('manage/approvals', async (page) => {
        await mark(page)
        await page.getByRole('link', { name: 'Closed' }).click()
        await page.getByText('No request was closed yet').waitFor()
        expect(await focused(page)).to.equal('Closed')
        expect(await isSame(page)).to.equal(true)
        await page.goto(`/${company.slug}/manage/activity`)
        await mark(page)
        await page.getByRole('combobox', { name: 'Action' }).fill('archive a unit')
        await optionsOf(page)
        await page.keyboard.press('Enter')
        await until('one entry', async () => (await page.locator('main .list > li').count()) === 1)
        expect(new URL(page.url()).searchParams.get('action')).to.equal('org.units.archive')
        expect(await isSame(page)).to.equal(true)
      })
    })

    it('lead whoever is signed out to the sign-in', async () => {
      await open('manage/people', async (page) => {
        await page.context().clearCookies()
        await page.locator('#f-q').fill('hopper')
        await page.waitForURL((url) => url.searchParams.has('return_to'))
        expect(new URL(page.url()).searchParams.get('return_to')).to.include('q=hopper')
      })
    })
  })

  describe('Ctrl-K', () => {
    it('finds what may be done and who is there, by keyboard alone', async () => {
      const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      await open('manage/people', async (page) => {
        await page.keyboard.press('Control+k')
        const dialog = page.getByRole('dialog', { name: 'Search' })
        await dialog.waitFor()
        await optionsOf(page, 'dialog')
        await page.keyboard.type('units cre')
        await until('the action', async () => (await optionsOf(page, 'dialog')).join() === 'Create a unit')
        await page.keyboard.press('Enter')
        await page.waitForURL('**/manage/do/org/units.create')
        await page.getByRole('link', { name: 'Search' }).click()
        await page.keyboard.type('hopp')
        await until('the person', async () => (await optionsOf(page, 'dialog')).join() === 'Grace Hopper')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await page.waitForURL(`**/manage/people/${id}`)
        await page.keyboard.press('Control+k')
        await dialog.waitFor()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
      })
    })

    it('offers to each role what it may call, and to nobody else’s script', async () => {
      await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      const found = async (role: 'hr' | 'viewer' | 'member', path: string, headers = {}) => {
        const { text, status } = await openPage(
          server,
          await company.as(role, 'web'),
          `/${company.slug}/${path}`,
          headers,
        )
        return { text, status }
      }
      expect((await found('hr', 'manage/choices/everything?q=hire')).text).to.include('Hire a person')
      expect((await found('viewer', 'manage/choices/everything?q=hire')).text).to.equal('{"choices":[]}')
      expect((await found('viewer', 'manage/choices/everything?q=hopper')).text).to.include('Grace Hopper')
      expect((await found('member', 'manage/choices/everything?q=hopper')).status).to.equal(403)
      expect((await found('member', 'choices/everything?q=hopper')).text).to.include('Grace Hopper')
      const foreign = {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'no-cors',
        'Sec-Fetch-Dest': 'script',
      }
      expect((await found('hr', 'manage/choices/people?q=hopper', foreign)).status).to.equal(403)
      expect((await found('hr', `manage/choices/people?q=${'x'.repeat(500)}`)).text).to.equal(
        '{"choices":[]}',
      )
      const { status } = await openPage(
        server,
        server.anonymous(),
        `/${company.slug}/manage/choices/people?q=a`,
      )
      expect(status).to.equal(303)
    })
  })

  describe('forms', () => {
    /** Opens the form that archives a unit. */
    const archiving = async (work: Work) => {
      const unit = await company.unit({ name: 'Research' })
      const back = `/${company.slug}/manage/units`
      await open(`manage/do/org/units.archive?${new URLSearchParams({ unit_id: unit, back })}`, work)
      return unit
    }

    it('of a few fields ask in a dialog, which leads back or does it', async () => {
      await archiving(async (page) => {
        await mark(page)
        const review = page.getByRole('button', { name: 'Review' }).last()
        await review.click()
        const dialog = page.getByRole('dialog', { name: 'This will happen' })
        await dialog.getByText('Research').first().waitFor()
        await dialog.getByRole('button', { name: 'Change something' }).click()
        await dialog.waitFor({ state: 'detached' })
        expect(await focused(page)).to.equal('Review')
        await page.keyboard.press('Enter')
        await dialog.waitFor()
        expect(await isSame(page)).to.equal(true)
        await dialog.getByRole('button', { name: 'Archive a unit' }).click()
        await page.waitForURL((url) => url.pathname.endsWith('/manage/units') && url.searchParams.has('done'))
        await page.getByText('Archived the unit Research.').waitFor()
        // Who does not see the page hears what was done.
        await until('the focus', async () => (await focused(page)) === 'Archived the unit Research.')
      })
    })

    it('with a mistake come again in place, with the focus at it', async () => {
      await open('manage/do/org/units.create', async (page) => {
        await mark(page)
        await page.getByRole('button', { name: 'Review' }).last().click()
        await page.getByRole('alert').waitFor()
        expect(await focused(page)).to.include('problem')
        expect(await isSame(page)).to.equal(true)
        await page.getByLabel('Name').fill('Science')
        await page.getByLabel('Team').check()
        await page.getByRole('button', { name: 'Review' }).last().click()
        await page.getByRole('dialog').getByText('Science').first().waitFor()
      })
    })

    it('are not lost silently, and can be left by their own link', async () => {
      await openAlone('manage/do/org/people.hire', async (page) => {
        const asked: string[] = []
        page.on('dialog', (dialog) => {
          asked.push(dialog.type())
          void dialog.dismiss()
        })
        const here = page.url()
        const leave = () => page.getByRole('link', { name: 'Headcount' }).click({ noWaitAfter: true })
        await page.locator('[name=given_name]').pressSequentially('Ada')
        await leave()
        await until('the question', () => asked.length === 1)
        expect([asked[0], page.url(), await valueOf(page, 'given_name')]).to.deep.equal([
          'beforeunload',
          here,
          'Ada',
        ])
        // What comes back with a problem is not saved, either.
        await page.getByRole('button', { name: 'Review' }).last().click()
        await page.getByRole('alert').waitFor()
        await page.locator('[name=given_name]').click()
        await leave()
        await until('the question', () => asked.length === 2)
        await page.getByRole('link', { name: 'Cancel' }).click()
        await page.waitForURL(`**/${company.slug}/manage`)
        expect(asked).to.have.length(2)
      })
    })

    it('are sent once, however often their button is pressed', async () => {
      await openAlone('manage/do/org/people.hire', async (page) => {
        const sent: string[] = []
        let release = (): void => undefined
        const held = new Promise<void>((done) => (release = done))
        await page.route('**/do/org/people.hire', async (route) => {
          sent.push(route.request().method())
          await held
          await route.continue().catch(() => undefined)
        })
        await page.evaluate(`
          const button = [...document.querySelectorAll('.form .buttons button')].at(-1)
          let presses = 0
          const pressing = setInterval(() => (button.click(), ++presses === 5 && clearInterval(pressing)), 50)
        `)
        await until('the form is sent', () => sent.length > 0)
        release()
        await page.getByRole('alert').waitFor()
        expect(sent).to.deep.equal(['POST'])
      })
    })
  })

  it('forms of files say how far they are sent, then show what is wrong, or the next page', async () => {
    await openAlone('manage/documents/add', async (page) => {
      const held: (() => Promise<void>)[] = []
      await page.route('**/documents/add', (route) =>
        route.request().method() === 'POST' ? void held.push(() => route.continue()) : route.continue(),
      )
      const choose = async (name: string, buffer: Buffer) => {
        await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer })
        await page.getByRole('button', { name: 'Add it' }).click()
        await page.getByRole('progressbar', { name: 'Sending the file' }).waitFor()
        // To send it once more meanwhile does nothing.
        await page.evaluate(`document.querySelector('form.card').requestSubmit()`)
        await (
          await until('the form is sent', () => held.shift())
        )()
      }
      await mark(page)
      await page.getByLabel('Title').fill('Rules of the house')
      await choose('rules.pdf', Buffer.from('this is no PDF'))
      await page.getByRole('alert').waitFor()
      expect([await isSame(page), await valueOf(page, 'title')]).to.deep.equal([true, 'Rules of the house'])
      await choose('rules.pdf', pdf('rules'))
      expect(held).to.deep.equal([])
      await page.waitForURL('**/manage/documents?*')
      expect(await page.getByRole('cell', { name: 'Rules of the house' }).count()).to.equal(1)
    })
  })

  it('forms of files show a fault of the server, and are sent once', async () => {
    // Not a visit, in which the browser must report no fault.
    const context = await browser.newContext({ baseURL: server.baseUrl, locale: 'en-GB' })
    const folder = join(server.dataDir, 'files', '.unfinished')
    try {
      const page = await context.newPage()
      await signInOn(page, company)
      await page.goto(`/${company.slug}/manage/documents/add`)
      const sent: string[] = []
      page.on('request', (one) => void (one.method() === 'POST' && sent.push(one.url())))
      const file = { name: 'rules.pdf', mimeType: '', buffer: pdf('faults') }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      rmSync(folder, { recursive: true, force: true })
      writeFileSync(folder, '')
      await page.getByRole('button', { name: 'Add it' }).click()
      await page.getByText('Something went wrong').waitFor()
      expect(sent).to.have.length(1)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await context.close()
    }
  })

  it('a secret is copied by a button, and the button says so', async () => {
    await openAlone(
      'manage/do/webhooks/endpoints.create',
      async (page) => {
        await page.getByLabel('Address (URL)').fill('https://hooks.example.com/rollcall')
        await page.getByRole('button', { name: 'Choose all' }).click()
        await page.locator('[name=event_types][value="person.hired"]:checked').waitFor()
        expect(await page.locator('[name=event_types]:not(:checked)').count()).to.equal(0)
        expect(await page.getByLabel('Address (URL)').inputValue()).to.equal(
          'https://hooks.example.com/rollcall',
        )
        await page.getByRole('button', { name: 'Review' }).click()
        await page.getByRole('button', { name: 'Create a webhook endpoint' }).click()
        const secret = await page.locator('x-copy code').innerText()
        expect(secret).to.match(/^whsec_/)
        await page.getByRole('button', { name: 'Copy' }).click()
        await page.getByRole('button', { name: 'Copied' }).waitFor()
        expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(secret)
        expect(await page.locator('x-copy [role=status]').innerText()).to.equal('Copied')
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })

  it('palettes are worn while they are looked at', async () => {
    await open('manage/settings', async (page) => {
      const worn = () => page.locator('html').getAttribute('data-palette')
      const own = await worn()
      const link = page.locator('x-palettes a').first()
      const shown = await page
        .locator('x-palettes li:has(a) [data-palette]')
        .first()
        .getAttribute('data-palette')
      expect(shown).to.not.equal(own)
      await link.hover()
      expect(await worn()).to.equal(shown)
      await page.getByRole('heading', { level: 1 }).hover()
      expect(await worn()).to.equal(own)
      await link.focus()
      expect(await worn()).to.equal(shown)
      await link.blur()
      expect(await worn()).to.equal(own)
    })
  })

  it('forms that save a file save the next one, too', async () => {
    await open('manage/do/org/people.export_csv', async (page) => {
      for (let count = 0; count < 2; count++) {
        const [saved] = await Promise.all([
          page.waitForEvent('download'),
          page.locator('[name="~step"][value=save]').click(),
        ])
        expect(saved.suggestedFilename()).to.match(/\.csv$/)
      }
    })
  })

  it('a palette that a link chose is worn when its form is opened', async () => {
    await open('manage/do/platform/appearance.set?palette=ocean', async (page) => {
      await page.locator('html[data-palette=ocean]').waitFor()
    })
  })

  it('palettes and the sidebar are worn as their form chooses them', async () => {
    await open('manage/do/platform/appearance.set', async (page) => {
      await page.locator('[name=palette]').selectOption('rose')
      await page.locator('[name=shell][value=light]').check()
      const root = page.locator('html')
      expect([await root.getAttribute('data-palette'), await root.getAttribute('data-shell')]).to.deep.equal([
        'rose',
        'light',
      ])
      await page.locator('h1').hover()
      expect(await root.getAttribute('data-palette')).to.equal('rose')
    })
  })

  it('speak the language of the page', async () => {
    await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    await openAlone(
      'manage/do/org/people.hire',
      async (page) => {
        const field = page.getByRole('combobox', { name: 'Führungskraft' })
        await field.fill('hopp')
        await page.getByText('1 gefunden').waitFor({ state: 'attached' })
        await field.fill('nobody at all')
        await page.getByText('Nichts gefunden').waitFor({ state: 'attached' })
        await page.keyboard.press('Control+k')
        await page.keyboard.type('einheit anl')
        await until('the action', async () => (await optionsOf(page, 'dialog')).join() === 'Einheit anlegen')
      },
      { locale: 'de-DE' },
    )
  })

  describe('without script', () => {
    it('tell the same story: search, filter, choose, confirm', async () => {
      const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      await openAlone(
        'manage/people',
        async (page) => {
          await page.getByRole('link', { name: 'Search' }).click()
          await page.locator('#find').fill('hopper')
          await page.keyboard.press('Enter')
          await page.locator('#people').getByRole('link', { name: 'Grace Hopper' }).click()
          await page.waitForURL(`**/manage/people/${id}`)
          await page.goto(`/${company.slug}/manage/find?q=create+unit`)
          await page.locator('#doable').getByRole('link', { name: 'Create a unit' }).click()
          await page.getByLabel('Name').fill('Science')
          await page.getByLabel('Team').check()
          await page.getByRole('button', { name: 'Review' }).last().click()
          await page.getByRole('button', { name: 'Create a unit' }).click()
          await page.getByRole('heading', { name: 'Done' }).waitFor()
          await page.goto(`/${company.slug}/manage/people`)
          await page.locator('#f-q').fill('hopper')
          await page.keyboard.press('Enter')
          await page.getByText('1 person').waitFor()
          await page.goto(`/${company.slug}/manage/do/org/people.hire`)
          await page.locator('[name="~q:manager_id"]').fill('hopp')
          await page.getByRole('button', { name: 'Search: Manager' }).click()
          expect(await page.getByRole('radio', { name: 'Grace Hopper' }).getAttribute('value')).to.equal(id)
        },
        { javaScriptEnabled: false },
      )
    })
  })

  for (const [look, options] of Object.entries({
    'light, English': { colorScheme: 'light' },
    'dark, German': { colorScheme: 'dark', locale: 'de-DE' },
    'telephone, German': { colorScheme: 'light', locale: 'de-DE', viewport: { width: 360, height: 740 } },
  } as const))
    it(`have no findings of axe while they are open: ${look}`, async () => {
      await company.person({ given_name: 'Grace', family_name: 'Hopper' })
      const unit = await company.unit({ name: 'Research' })
      const found: string[] = []
      const look = async (page: Page) => found.push(...(await axeFindings(page)), ...(await overflow(page)))
      await openAlone(
        'manage/do/org/people.hire',
        async (page) => {
          await page.locator('[data-name=manager_id] [role=combobox]').fill('hopp')
          await optionsOf(page)
          await look(page)
          await page.keyboard.press('Escape')
          await page.keyboard.press('Control+k')
          await optionsOf(page, 'dialog')
          await look(page)
          await page.goto(`/${company.slug}/manage/do/org/units.archive?unit_id=${unit}`)
          await page.locator('.buttons [type=submit]').click()
          await page.locator('dialog.ask').waitFor()
          await look(page)
          await page.goto(`/${company.slug}/manage/people`)
          await page.locator('#f-q').fill('hopper')
          await until('the list', () => page.url().includes('q=hopper'))
          await look(page)
        },
        { ...options, bypassCSP: true },
      )
      expect(found).to.deep.equal([])
    })
})
