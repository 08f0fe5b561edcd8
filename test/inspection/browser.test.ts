import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import { newPlace } from '../support/files.ts'
import { useServer } from '../support/server.ts'
import { neverMs, until } from '../support/wait.ts'
import { corpus, type Sample } from './corpus/corpus.ts'

/** Files of the corpus, as if all of them had been accepted: the links must be safe by themselves. */
describe('the corpus in a browser, from links of the service', () => {
  const server = useServer({})
  let organization: string
  let context: BrowserContext
  /** Signs that something ran, or was loaded from elsewhere. */
  let seen: string[]

  before(async () => {
    organization = (await server.company()).id
    context = await (await sharedChromium()).newContext({ acceptDownloads: false })
    context.setDefaultTimeout(neverMs)
    context.on('page', (page) => void watch(page))
  })
  after(() => context.close())
  beforeEach(() => {
    seen = []
  })
  // Also after a failure: a site that is still there, or asked by a page, keeps the run from its end.
  afterEach(async () => {
    await Promise.all(context.pages().map((page) => page.close()))
    for (const site of sites.splice(0)) site.close().closeAllConnections()
  })

  function watch(page: Page): void {
    page.on('dialog', (dialog) => {
      seen.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (message.text().startsWith('ran')) seen.push(message.text())
    })
  }

  async function linkTo({ bytes, declared, name }: Sample): Promise<string> {
    const place = newPlace(organization)
    const { storage } = server.running.runtime
    await storage.put(place, bytes, declared)
    const expiresAt = new Date((server.now ?? new Date()).getTime() + 300_000)
    return storage.grantDownload(place, { name, contentType: declared, expiresAt })
  }

  const small = async () => (await corpus()).filter(({ bytes }) => bytes.length > 0 && bytes.length < 200_000)

  it('is saved and not opened: every file of it', async () => {
    const page = await context.newPage()
    for (const sample of await small()) {
      const link = await linkTo(sample)
      const saved = page.waitForEvent('download')
      const opened = await page.goto(link).then(
        () => 'opened',
        () => 'not opened',
      )
      expect(opened, sample.name).to.equal('not opened')
      await saved
      expect(page.url(), sample.name).to.equal('about:blank')
    }
    expect(seen).to.deep.equal([])
  })

  it('runs nowhere in a page of another site that embeds it, and shows nothing there', async () => {
    const active = (await small()).filter(
      ({ name, verdict }) => verdict === 'file_is_program' || /browsers|script|picture/.test(name),
    )
    expect(active.length).to.be.greaterThan(40)
    const links = await Promise.all(active.map(linkTo))
    // A file that a script element runs calls alert; a picture that is shown tells its size.
    const embedded = links.map(
      (link) => `<iframe src="${link}"></iframe><object data="${link}"></object><embed src="${link}">
        <script src="${link}"></script><link rel="stylesheet" href="${link}">
        <img src="${link}" onload="console.log('ran as a picture')">`,
    )
    const site = await otherSite(`<!doctype html><title>other</title>${embedded.join('')}`)
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`, { waitUntil: 'load' })
    const frames = page.frames().filter((frame) => frame !== page.mainFrame())
    for (const frame of frames) expect(frame.url()).to.match(/^(about:blank|chrome-error:.*|)$/)
    expect(seen).to.deep.equal([])
  })

  it('would be seen to run: the same page without the guards of the links', async () => {
    const site = await otherSite(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert("it ran")</script></svg>',
    )
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    await until('it has run', async () => seen.includes('dialog it ran') || undefined)
  })
})

const sites: Server[] = []

/** A site of somebody else, with one page, until the end of the test. */
async function otherSite(html: string): Promise<Server> {
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(html)
  })
  sites.push(site)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return site
}
