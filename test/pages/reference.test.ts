import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { document } from '../support/contract.ts'
import { useServer } from '../support/server.ts'

describe('the reference page, in a browser', function () {
  // The first launch after an install unpacks the browser.
  this.timeout(60_000)
  const server = useServer()
  let browser: Browser
  let page: Page
  const asked: string[] = []
  const complaints: string[] = []

  before(async () => {
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(`${server.baseUrl}/docs`)
    await page.getByRole('heading', { level: 1, name: 'Rollcall' }).waitFor()
  })
  after(() => browser?.close())

  it('shows every operation and event of the document', async () => {
    const documented = Object.values({ ...document.paths, ...document.webhooks })
      .flatMap((item) => Object.values(item))
      .map(({ operationId }) => operationId)
    const shown = await page
      .locator('[id*="/operation/"]')
      .evaluateAll((sections) => sections.map(({ id }) => id.split('/operation/')[1]))
    expect(shown).to.have.members(documented).and.to.include('org_people_hire')
  })

  it('finds an action by a word and leads to it', async () => {
    await page.getByPlaceholder('Search').fill('archive')
    const found = page.locator('[data-role="search:results"]').getByText('Archive a location')
    await found.click()
    const heading = page.getByRole('heading', { name: 'Archive a location' })
    await heading.waitFor()
    expect(new URL(page.url()).hash).to.match(/org_locations_archive$/)
  })

  it('loads nothing from other addresses, and logs no errors', () => {
    expect(asked).to.not.have.length(0)
    expect([...new Set(asked)]).to.deep.equal([server.baseUrl])
    expect(complaints).to.deep.equal([])
  })
})
