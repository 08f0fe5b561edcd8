import { expect } from 'chai'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import { contractActions, document } from '../support/contract.ts'
import { axeFindings, OneWindow, visit } from '../support/page-visits.ts'
import { overflow, referencePaths, textOf, watch } from '../support/pages.ts'
import { useServer } from '../support/server.ts'

/** All that a reader loads to see the first page. Far below the 1 MB that a page may weigh, so that growth is noticed. */
const mostBytes = 100_000

describe('the reference', () => {
  // The first launch after an install unpacks the browser.
  const server = useServer()
  let browser: Browser
  let paths: string[]
  /** The page of each path, with its status. They are the same for everybody, so each is asked for once. */
  let pages: Map<string, { status: number; text: string }>

  before(async () => {
    browser = await sharedChromium()
    paths = await referencePaths(server.baseUrl)
    pages = new Map()
    for (const path of paths) pages.set(path, await server.anonymous().raw(path))
  })

  const window = new OneWindow()
  after(() => window.close())

  /** Opens a page as a new reader; fails if it complains, of an answer with an error too, or asks another address for something. */
  async function read(
    path: string,
    check: (page: Page, context: BrowserContext) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void> {
    const work = async (page: Page) => {
      const { complaints, origins } = watch(page)
      await page.goto(path)
      await check(page, page.context())
      expect(complaints).to.deep.equal([])
      expect([...origins]).to.deep.equal([server.baseUrl])
    }
    await (options ? visit(browser, server, work, options) : window.visit(browser, server, work))
  }

  it('has one page for each action and event, and every page is there', async () => {
    // Nobody calls the addresses to which browsers are sent, and other standards describe their own.
    const called = Object.keys(document.paths).filter(
      (path) => document.paths[path]!.post && /^\/(v1|auth)\//.test(path),
    )
    const actions = called.map((path) => path.replace(/^\/(v1\/)?/, '/docs/'))
    const events = Object.keys(document.webhooks!).map((type) => `/docs/events/${type}`)
    expect(paths).to.have.members(['/docs', '/docs/errors', '/docs/events', ...actions, ...events])
    for (const [path, { status, text }] of pages)
      expect([status, text.match(/<h1/g)?.length], path).to.deep.equal([200, 1])
  })

  it('has pages of which nothing differs but the content, so that a link need only replace that', () => {
    const frames = new Set<string>()
    for (const [path, { text }] of pages) {
      const [, before, main, after] = /^([^]*<main [^>]*>)([^]*)(<\/main>[^]*)$/.exec(text)!
      expect(main, path).to.not.match(/<(script|style|link)\b| style=/)
      const frame = before!
        .replace(/<title>.*<\/title>/, '')
        .replace(/(name="description" content=)"[^"]*"/, '$1')
        .replace(' aria-current="page"', '')
      frames.add(frame + after)
    }
    expect(frames.size).to.equal(1)
  })

  it('links only to what there is', async () => {
    /** Address outside of the reference → the first page that leads there. */
    const others = new Map<string, string>()
    for (const [path, { text }] of pages)
      for (const [, href = ''] of text.matchAll(/href="([^"]*)"/g)) {
        const [to = '', anchor] = href.split('#') as [string, string?]
        const target = to === '' ? path : to
        if (pages.has(target)) {
          if (anchor !== undefined)
            expect(pages.get(target)!.text, `${path} → ${href}`).to.include(`id="${anchor}"`)
        } else if (!others.has(target)) others.set(target, path)
      }
    for (const [target, path] of others)
      expect((await server.anonymous().raw(target)).status, `${path} → ${target}`).to.equal(200)
  })

  it('tells every refusal of an action, and leads from each to its place in the catalogue', async () => {
    const catalogue = (await server.anonymous().raw('/docs/errors')).text
    for (const { path, operation } of Object.values(contractActions)) {
      const { text } = pages.get(path.replace('/v1/', '/docs/'))!
      const shown = [...text.matchAll(/href="\/docs\/errors#(\w+)"/g)].map(([, name]) => name)
      expect(shown, path).to.include.members((operation['x-errors'] ?? []).map(({ code }) => code))
      for (const { code, message } of operation['x-errors'] ?? []) {
        expect(textOf(text), path).to.include(message)
        expect(catalogue).to.include(`id="${code}"`)
      }
    }
  })

  it('shows an example of every refusal: in the catalogue, and at the place of each action that answers it', async () => {
    const detailOf = (json: string) => {
      const body = JSON.parse(json) as { error?: { details: { path: string; code: string }[] }; code: string }
      return body.error ? body.error.details[0] : body
    }
    const examples = async (path: string) => {
      const { text } = await server.anonymous().raw(path)
      return new Map(
        [
          ...text.matchAll(/<li class="error" id="(?:error\.)?(\w+)">.*?<pre tabindex="0">(.*?)<\/pre>/gs),
        ].map(([, code, body]) => [code!, detailOf(textOf(body!))]),
      )
    }
    const refusals = Object.values(contractActions).flatMap(({ operation }) => operation['x-errors'] ?? [])
    const catalogue = await examples('/docs/errors')
    const ofRows = contractActions['org_people_import_csv']!.operation['x-row-errors']!
    for (const { code } of [...refusals, ...ofRows])
      expect(catalogue.get(code), code).to.deep.include({ code })
    const own = await examples('/docs/org/setup.apply')
    expect(own.get('manager_unknown')).to.deep.include({
      path: 'people[0].manager_email',
      code: 'manager_unknown',
    })
    expect(own.size).to.equal(contractActions['org_setup_apply']!.operation['x-errors']!.length)
  })

  it('is where `/` leads, and what the server does not know is told as everywhere', async () => {
    const answer = await fetch(server.baseUrl, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, '/docs'])
    const { status, body } = await server.anonymous().raw('/docs/org/nothing')
    expect([status, body.error.code]).to.deep.equal([404, 'not_found'])
    for (const path of [
      '/docs/assets/../index.json',
      '/docs/index.json',
      '/docs/__proto__',
      '/docs/%2e%2e/main.ts',
    ])
      expect((await server.anonymous().raw(path)).status, path).to.equal(404)
  })

  it('shows the address of this server in its samples', async () => {
    const { text } = await server.anonymous().raw('/docs/org/units.create')
    expect(textOf(text)).to.include(`curl '${server.baseUrl}/v1/org/units.create'`)
    for (const [path, page] of pages) expect(page.text, path).to.not.include('base-url.invalid')
  })

  it(`weighs at most ${mostBytes / 1000} kB, compressed, when it is opened first`, async () => {
    for (const path of ['/docs', '/docs/org/people.list', '/docs/org/setup.init']) {
      const page = await fetch(`${server.baseUrl}${path}`, { headers: { 'Accept-Encoding': 'br' } })
      const files = [
        ...(await page.text()).matchAll(/(?:src|href|data-search)="(\/docs\/(?:assets\/|icon)[^"]+)"/g),
      ]
      let bytes = Number(page.headers.get('content-length'))
      expect(files).to.have.length(5)
      for (const [, file] of files) {
        const { headers } = await fetch(`${server.baseUrl}${file}`, { headers: { 'Accept-Encoding': 'br' } })
        bytes += Number(headers.get('content-length'))
      }
      expect(bytes, path).to.be.within(5_000, mostBytes)
    }
  })

  it('lets browsers keep scripts and styles for good, and asks again for pages', async () => {
    const { text, headers } = await server.anonymous().raw('/docs')
    expect(headers.get('cache-control')).to.equal('no-cache')
    const [, script = ''] = /<script src="([^"]+)"/.exec(text) ?? []
    expect((await server.anonymous().raw(script)).headers.get('cache-control')).to.match(/immutable/)
    const again = await server
      .anonymous()
      .raw('/docs', { headers: { 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' } })
    expect(again.status).to.equal(304)
    // The page came from a process of another release, this process is asked for its script.
    const other = await server.anonymous().raw(script.replace(/-\w+\.js/, '-0123456789.js'))
    expect([other.status, other.headers.get('cache-control')]).to.deep.equal([200, 'no-cache'])
  })

  it('finds an action, an error and an event by words', async () => {
    await read('/docs', async (page) => {
      const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
      const find = async (words: string) => {
        await page.keyboard.press('/')
        await page.getByRole('combobox', { name: 'Search' }).fill(words)
        return results.first()
      }
      await (await find('archive locat')).getByText('Archive a location').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Archive a location' }).waitFor()
      expect(new URL(page.url()).pathname).to.equal('/docs/org/locations.archive')
      // A letter is missing, and it is the name of a field.
      await find('head_persn')
      await results
        .getByText(/^(Create|Change) a unit$/)
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await (await find('unit_name_taken')).getByText('unit_name_taken').click()
      await page.waitForURL('**/docs/errors#unit_name_taken')
      await page.locator('#unit_name_taken').waitFor()
      expect(await inView(page, '#unit_name_taken')).to.equal(true)
      await (await find('person.hired')).getByText('person.hired').click()
      await page.getByRole('heading', { level: 1, name: 'person.hired' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
    })
  })

  it('finds by the words that people have for it, and says what is not there yet; also on a telephone', async () => {
    const viewport = { width: 360, height: 740 }
    await read(
      '/docs',
      async (page) => {
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        const first = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()
        const found = { fire: 'org/people.terminate', salary: 'org/pay.', pagination: 'org/people.list' }
        for (const [word, name] of Object.entries({ ...found, vacation: 'Time off' })) {
          await page.getByRole('combobox', { name: 'Search' }).fill(word)
          await first.getByText(name).waitFor()
        }
        await first.getByText('Not yet').waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL('**/docs#no-time-off')
        expect(await inView(page, '#no-time-off')).to.equal(true)
      },
      { viewport },
    )
  })

  it('is found where browsers and programs look first', async () => {
    for (const [path, to] of [
      ['/openapi.json', '/v1/openapi.json'],
      ['/favicon.ico', '/docs/icon.svg'],
    ]) {
      const answer = await fetch(`${server.baseUrl}${path}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, to])
    }
  })

  it('begins with people', () => {
    const groups = [...pages.get('/docs')!.text.matchAll(/<h2 id="menu-([\w-]+)"/g)].map(([, id]) => id)
    expect(groups.slice(0, 2)).to.deep.equal(['people', 'structure'])
  })

  it('opens at the field, error or event that an address names', async () => {
    const places = [
      '/docs/org/units.create#error.unit_name_taken',
      '/docs/errors#lead_has_left',
      '/docs#safe-retries',
    ]
    await read('/docs#%', async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const place of [...places, '/docs/org/people.list#data.people.manager.name']) {
        await page.goto(place)
        const id = place.slice(place.indexOf('#') + 1)
        expect(await inView(page, `[id="${id}"]`), place).to.equal(true)
      }
    })
  })

  it('sends a call with a key, which is kept only until the page is left', async () => {
    const company = await server.company()
    const { credential } = await company.as('owner')
    const key = credential.kind === 'key' ? credential.secret : ''
    await read('/docs/platform/whoami', async (page, context) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Paste an API key first.').waitFor()
      await page.getByLabel('API key').fill(key)
      await page.getByRole('button', { name: 'Send' }).click()
      const outcome = page.locator('[data-outcome]')
      await outcome.getByText('200 OK').waitFor()
      await outcome.getByText('Olga Owner').waitFor()
      await outcome.getByText(/^\d+ of 300 calls left, for \d+ s$/).waitFor()
      expect(await outcome.locator('dd').first().textContent()).to.match(/^[0-9a-f-]{36}$/)
      await page.locator('[data-who]').getByText('Olga Owner').waitFor()
      // It goes along to other pages, but not into storage or an address.
      await page
        .getByRole('navigation', { name: 'Reference' })
        .getByRole('link', { name: 'List units' })
        .click()
      await page.getByRole('heading', { level: 1, name: 'List units' }).waitFor()
      expect(await page.getByLabel('API key').inputValue()).to.equal(key)
      const kept = await context.storageState()
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
      expect(`${JSON.stringify(kept)}${String(stored)}`).to.not.include(key)
      expect(page.url()).to.not.include(key)
      await page.reload()
      expect(await page.getByLabel('API key').inputValue()).to.equal('')
    })
  })

  it('tries a write dry unless told otherwise, with records of the organization', async () => {
    const company = await server.company()
    const { credential } = await company.as('hr')
    const lead = await company.person({ given_name: 'Lea', family_name: 'Lead' })
    const units = async () =>
      (await server.db.query('select name from units where org_id = $1', [company.id])).rows.map(
        ({ name }) => name,
      )
    const before = await units()
    await read('/docs/org/units.create', async (page) => {
      await page.getByLabel('API key').fill(credential.kind === 'key' ? credential.secret : '')
      const picker = page.getByRole('combobox', { name: 'head_person_id' })
      await picker.focus()
      await picker.locator('option', { hasText: 'Lea Lead' }).waitFor({ state: 'attached' })
      await picker.selectOption(lead.id)
      expect(await page.getByLabel('Body').inputValue()).to.include(lead.id)
      expect(
        await page.locator('pre[data-language=curl]').textContent(),
        'the sample is the same call',
      ).to.include(lead.id)
      const outcome = page.locator('[data-outcome]')
      await page.getByRole('button', { name: 'Send' }).click()
      await outcome.getByText('200 OK').waitFor()
      await outcome.getByText('Dry run', { exact: true }).waitFor()
      expect(await units()).to.deep.equal(before)
      await page.getByLabel('Dry run').uncheck()
      await page.getByRole('button', { name: 'Send for real' }).click()
      await outcome.getByText('Dry run', { exact: true }).waitFor({ state: 'detached' })
      await outcome.getByText('200 OK').waitFor()
      expect(await units()).to.have.members([...before, 'Research'])
      await page.getByLabel('Body').fill('{"name": ')
      await page.getByText('This is not JSON').waitFor()
    })
  })

  it('works at the first press: the ids of the example become those of records that the reader has', async () => {
    const company = await server.company()
    const { credential } = await company.as('owner')
    await company.person({ given_name: 'Lea', family_name: 'Lead' })
    const outcomes: Record<string, string> = {
      'people.get': 'one of yours, Lea Lead',
      'people.correct_job': 'one of yours, Lea Lead',
      'units.set_head': 'unit_id: one of yours',
      'locations.update': 'location_id: one of yours',
    }
    await read('/docs', async (page) => {
      for (const [name, told] of Object.entries(outcomes)) {
        await page.goto(`/docs/org/${name}`)
        await page.getByLabel('API key').fill(credential.kind === 'key' ? credential.secret : '')
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('[data-outcome]').getByText('200 OK').waitFor()
        expect(await page.locator('[data-chosen]').textContent()).to.include(told)
      }
    })
  })

  it('says where a key is of no use', async () => {
    await read('/docs/platform/api_keys.create', async (page) => {
      await page.getByText('This needs a browser session: keys are refused.').waitFor()
      expect(await page.getByRole('button', { name: 'Send' }).count()).to.equal(0)
    })
  })

  it('is dark or light as the reader wants, and remembers it', async () => {
    const ground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await read(
      '/docs',
      async (page) => {
        expect(await ground(page)).to.equal('rgb(14, 20, 18)')
        await page.getByRole('button', { name: 'Switch between light and dark colours' }).click()
        expect(await ground(page)).to.equal('rgb(255, 255, 255)')
        await page.reload()
        expect(await ground(page)).to.equal('rgb(255, 255, 255)')
      },
      { colorScheme: 'dark' },
    )
  })

  it('fits on a telephone, and its menu opens there', async () => {
    const viewport = { width: 360, height: 740 }
    await read(
      '/docs',
      async (page) => {
        await page.evaluate(unfoldAll)
        expect(await overflow(page), '/docs').to.deep.equal([])
        for (const path of paths.slice(1)) {
          expect(await follow(page, path)).to.equal(path)
          expect(await overflow(page), path).to.deep.equal([])
        }
        await page.getByRole('button', { name: 'Menu' }).click()
        await page
          .getByRole('navigation', { name: 'Reference' })
          .getByRole('link', { name: 'Hire a person' })
          .click()
        await page.getByRole('heading', { level: 1, name: 'Hire a person' }).waitFor()
        expect(await page.locator('#menu').isVisible()).to.equal(false)
      },
      { viewport },
    )
  })

  it('can be read without scripts', async () => {
    await read(
      '/docs/org/units.create',
      async (page) => {
        await page.getByText('Python', { exact: true }).click()
        await page.getByText('import requests').waitFor()
        expect(await page.locator('[data-language=curl]').isVisible()).to.equal(false)
        await page.getByText('Sending calls from this page needs JavaScript.').waitFor()
        await page.getByRole('link', { name: 'List people' }).click()
        await page.getByRole('heading', { level: 1, name: 'List people' }).waitFor()
      },
      { javaScriptEnabled: false },
    )
  })

  it('can be read by everybody, as far as axe can tell', async () => {
    const found: string[] = []
    await read(
      '/docs',
      async (page) => {
        for (const path of ['/docs', '/docs/org/people.hire', '/docs/errors', '/docs/events/person.hired']) {
          await page.emulateMedia({ colorScheme: 'light' })
          await page.goto(path)
          found.push(...(await axeFindings(page)))
          await page.emulateMedia({ colorScheme: 'dark' })
          found.push(...(await axeFindings(page, ['cat.color'])))
        }
      },
      { bypassCSP: true },
    )
    expect(found).to.deep.equal([])
  })
})

const unfoldAll = `document.querySelectorAll('details').forEach((one) => (one.open = true))`

/**
 * Follows a link of the menu, which replaces the content, and unfolds all of it. This costs half of what it costs to
 * open the page, and wires its content in the same way.
 *
 * @returns the path that the browser shows then
 */
function follow(page: Page, path: string): Promise<string> {
  return page.evaluate(`new Promise((done) => {
    const arrived = (_changes, observer) => {
      observer.disconnect()
      ${unfoldAll}
      done(location.pathname)
    }
    new MutationObserver(arrived).observe(document.querySelector('main'), { childList: true })
    document.querySelector('#menu a[href="${path}"]').click()
  })`)
}

/** Whether the top of an element can be seen without scrolling. */
function inView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((one: any) => {
    const { top } = one.getBoundingClientRect()
    return top >= 40 && top < one.ownerDocument.defaultView.innerHeight - 20
  })
}
