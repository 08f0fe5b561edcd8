import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import type { Company } from '../support/company.ts'
import { axeFindings, signInOn, visit } from '../support/page-visits.ts'
import { overflow } from '../support/pages.ts'
import { useServer } from '../support/server.ts'

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  telephone: { colorScheme: 'light', viewport: { width: 360, height: 740 } },
} as const

/** The pages that axe looks at, below the address of a company. Add each page that is made by hand. */
const addresses = (ids: { person: string; unit: string }): string[] => [
  'home',
  'manage',
  'manage/nowhere',
  'manage/do/org/people.list',
  `manage/do/org/people.get?person_id=${ids.person}`,
  'manage/do/org/units.list',
  'manage/do/org/people.hire?~q:manager_id=Hopper',
  `manage/do/org/units.update?unit_id=${ids.unit}`,
  `manage/do/org/people.update_profile?person_id=${ids.person}`,
  'manage/do/org/people.remove_job',
  'manage/do/org/fields.create',
  'manage/do/org/people.export_csv',
]

/** A name that fits nowhere. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

describe('the pages of the app, as they look', () => {
  const server = useServer()
  let browser: Browser
  let company: Company
  let ids: { person: string; unit: string }

  before(async () => {
    browser = await sharedChromium()
  })
  beforeEach(async () => {
    company = await server.company({ name: longName })
    const unit = await company.unit({ name: longName })
    const { id: person } = await company.person({ given_name: 'Grace', family_name: 'Hopper', unit_id: unit })
    await company.person({ family_name: longName, manager_id: person, unit_id: unit, title: longName })
    ids = { person, unit }
  })

  for (const [look, options] of Object.entries(looks))
    it(`have no findings, and fit the window: ${look}`, async () => {
      const found: string[] = []
      await visit(
        browser,
        server,
        async (page) => {
          await signInOn(page, company)
          for (const address of addresses(ids)) {
            await page.goto(`/${company.slug}/${address}`)
            await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`)
            found.push(
              ...(await axeFindings(page)),
              ...(await overflow(page)).map((one) => `${address} ${one}`),
            )
          }
        },
        { ...options, bypassCSP: true },
      )
      expect(found).to.deep.equal([])
    })
})
