import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'
import { neverMs } from '../support/wait.ts'

/** The most that a browser loads for the first page that somebody opens: the page, its style, and whatever else it asks for. */
const most = 60 * 1024

describe('the weight of a first page', () => {
  const server = useServer()
  let browser: Browser
  let company: Company
  before(async () => {
    browser = await sharedChromium()
    company = await server.company()
    for (let index = 0; index < 100; index++)
      await company.person({ family_name: `Person ${index}`, title: `Engineer of part ${index}` })
  })

  for (const path of ['manage', 'manage/people', 'manage/chart', 'manage/do/org/people.hire'])
    it(`is at most 60 kB in all, as it is sent: ${path}`, async () => {
      const { credential } = await company.as('owner', 'web')
      const context = await browser.newContext({ baseURL: server.baseUrl })
      try {
        const { secret: value } = credential as { secret: string }
        await context.addCookies([{ name: 'rollcall', value, url: server.baseUrl }])
        context.setDefaultTimeout(neverMs)
        const page = await context.newPage()
        const session = await context.newCDPSession(page)
        await session.send('Network.enable')
        const sizes: number[] = []
        session.on('Network.loadingFinished', ({ encodedDataLength }) => void sizes.push(encodedDataLength))
        await page.goto(`/${company.slug}/${path}`, { waitUntil: 'networkidle' })
        expect(sizes.length, 'the page and its style').to.be.at.least(2)
        expect(sizes.reduce((sum, size) => sum + size)).to.be.at.most(most)
      } finally {
        await context.close()
      }
    })
})
