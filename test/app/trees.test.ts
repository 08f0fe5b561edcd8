import type { Browser } from 'playwright-core'
import { actor, setRules } from '../support/approvals.ts'
import { sharedChromium } from '../support/chromium.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { expectGolden } from '../support/golden.ts'
import { withKeyboard } from '../support/keyboard.ts'
import { treeOf } from '../support/screen-reader.ts'
import { useServer } from '../support/server.ts'

/** Ten pages that people use every day, below the address of a company. */
const pages: Readonly<Record<string, string>> = {
  home: 'manage',
  people: 'manage/people',
  person: 'manage/people/:person',
  hire: 'manage/do/org/people.hire',
  chart: 'manage/chart',
  approval: 'manage/approvals/:request',
  import: 'manage/import',
  headcount: 'manage/headcount',
  members: 'manage/members',
  profile: 'profile',
}

describe('pages as a screen reader tells them', () => {
  const server = useServer()
  let browser: Browser
  let company: Company
  let client: TestClient
  let ids: Record<string, string>

  before(async () => {
    browser = await sharedChromium()
  })
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company({ name: 'Acme' })
    const hr = await actor(server, company, 'hr', {
      given_name: 'Hana',
      family_name: 'Ray',
      work_email: 'hana@acme.example',
      title: 'Head of People',
    })
    await server.db.query(
      `update users set email = 'hana@acme.example', display_name = 'Hana Ray' where id = $1`,
      [hr.member.userId],
    )
    const unit = await company.unit({ name: 'Research', head_person_id: hr.personId })
    const { id } = await company.person({
      given_name: 'Grace',
      family_name: 'Hopper',
      work_email: 'grace@acme.example',
      title: 'Editor',
      unit_id: unit,
      manager_id: hr.personId,
    })
    await setRules(server, company, { job_change: 'hr' })
    const other = await actor(server, company, 'hr', {
      given_name: 'Henk',
      family_name: 'Second',
      work_email: 'henk@acme.example',
    })
    const { approval } = await other.key.call('org_people_change_job', {
      person_id: id,
      effective_date: '2026-07-01',
      reason: 'promotion',
      title: 'Chief Editor',
    })
    for (const [{ member }, name] of [
      [hr, 'Hana Ray'],
      [other, 'Henk Second'],
    ] as const)
      await server.db.query('update users set email = $2, display_name = $3 where id = $1', [
        member.userId,
        `${name.slice(0, 4).toLowerCase()}@acme.example`,
        name,
      ])
    client = hr.web
    ids = { person: id, request: approval!.id }
  })

  for (const [name, path] of Object.entries(pages))
    // The menu is the same everywhere: one page has it.
    it(`are as they were accepted: ${name}`, async () => {
      const address = path.replace(/:(\w+)/, (_all, id: string) => ids[id]!)
      await withKeyboard(browser, server, { language: 'en', client }, async ({ page }) => {
        await page.goto(`/${company.slug}/${address}`)
        expectGolden(`trees/${name}.txt`, await treeOf(page, name === 'home' ? undefined : 'main'))
      })
    })
})
