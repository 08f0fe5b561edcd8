import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import type { Company } from '../support/company.ts'
import { RawApp } from '../support/oauth.ts'
import { axeFindings, signInOn, visit } from '../support/page-visits.ts'
import { overflow, watch } from '../support/pages.ts'
import { useServer } from '../support/server.ts'
import { neverMs } from '../support/wait.ts'

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  telephone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
} as const

describe('the consent page in a browser', () => {
  const server = useServer()
  let browser: Browser
  let company: Company
  /** The program on this computer that a member goes back to. */
  let program: Server
  const calls: URL[] = []

  before(async () => {
    browser = await sharedChromium()
    program = createServer((request, response) => {
      const url = new URL(request.url!, `http://localhost:${request.socket.localPort}`)
      calls.push(url)
      // Many programs send the browser on to a page of their makers.
      if (url.pathname === '/onward')
        return void response.writeHead(302, { Location: new URL('/done', url).href }).end()
      response.setHeader('Content-Type', 'text/html').end('<title>Back</title><h1>Back in the app</h1>')
    }).listen(0, '127.0.0.1')
    await once(program, 'listening')
  })
  after(async () => {
    program.close()
  })
  beforeEach(async () => {
    company = await server.company()
    await server.db.query(`update memberships set person_id = $2 where org_id = $1 and role = 'owner'`, [
      company.id,
      (await company.person()).id,
    ])
    calls.length = 0
  })

  const registered = async (name = 'Claude', path = '/callback'): Promise<RawApp> => {
    const { port } = program.address() as AddressInfo
    const app = new RawApp(server, `http://127.0.0.1:${port}${path}`)
    await app.register({ client_name: name })
    return app
  }

  /** Visits as a new reader, who also goes to the app. The browser complains when a policy keeps it from there. */
  const visitWithApp = async (work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({ baseURL: server.baseUrl, locale: 'en-GB' })
    try {
      context.setDefaultTimeout(neverMs)
      const page = await context.newPage()
      const { complaints } = watch(page)
      await work(page)
      expect(complaints).to.deep.equal([])
    } finally {
      await context.close()
    }
  }

  it('leads from the sign-in over the decision back to the app, with the keyboard alone', async () => {
    const app = await registered()
    await visitWithApp(async (page) => {
      await page.goto(app.authorizeUrl())
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.type(company.slug)
      await page.keyboard.press('Enter')
      await page.locator('#password').waitFor()
      await page.locator('#email').fill(company.owner.email)
      await page.locator('#password').fill(company.owner.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor()
      await page.getByRole('radio', { name: /Company administration/ }).focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
    })
    const back = calls.find(({ pathname }) => pathname === '/callback')!
    const { status, body } = await app.exchange(back.searchParams.get('code')!)
    expect([status, body.scope]).to.deep.equal([200, 'manage'])
  })

  it('leads back to the app with a no, too', async () => {
    const app = await registered()
    await visitWithApp(async (page) => {
      await signInOn(page, company)
      await page.goto(app.authorizeUrl())
      await page.getByRole('button', { name: 'Do not connect' }).click()
      await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
    })
    const back = calls.find(({ pathname }) => pathname === '/callback')!
    expect(back.searchParams.get('error')).to.equal('access_denied')
  })

  for (const answer of ['Connect', 'Do not connect'])
    it(`leads on to where the app sends the browser from there, on another site: ${answer}`, async () => {
      const app = await registered('Claude', '/onward')
      await visitWithApp(async (page) => {
        await signInOn(page, company)
        await page.goto(app.authorizeUrl())
        await page.getByRole('button', { name: answer, exact: true }).click()
        await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
        expect(new URL(page.url()).hostname).to.equal('localhost')
      })
      expect(calls.map(({ pathname }) => pathname)).to.include.members(['/onward', '/done'])
    })

  for (const [look, options] of Object.entries(looks))
    it(`has no findings: ${look}`, async () => {
      const found: string[] = []
      const app = await registered('W'.repeat(80))
      const judge = async (what: string, page: Page) => {
        const wide = (await overflow(page)).map((one) => `too wide: ${one}`)
        found.push(...[...(await axeFindings(page)), ...wide].map((one) => `${what}: ${one}`))
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/consent ${what} ${look}.png`, fullPage: true })
      }
      await visit(
        browser,
        server,
        async (page) => {
          await signInOn(page, company)
          await page.goto(app.authorizeUrl())
          await judge('long', page)
          await page.goto((await registered()).authorizeUrl())
          await judge('local', page)
          await server.db.query(`update users set language = 'de' where org_id = $1`, [company.id])
          await page.goto(app.authorizeUrl({ scope: 'manage' }))
          await judge('german', page)
          await server.db.query(
            `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
            [company.id],
          )
          await page.goto(app.authorizeUrl())
          await judge('paused', page)
          await page.goto(app.authorizeUrl({ client_id: 'unknown' }))
          await judge('refused', page)
          await page.goto('/oauth/interaction/nothing')
          await judge('ended', page)
        },
        { ...options, bypassCSP: true },
      )
      expect(found).to.deep.equal([])
    })
})
