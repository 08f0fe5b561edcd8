import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import { actor, givePassword, setRules } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { htmlMistakes } from '../support/html.ts'
import { findingsInEachLook, forEachLook } from '../support/looks.ts'
import { openPage } from '../support/app.ts'
import { sessionCookie, signInOn, visit } from '../support/page-visits.ts'
import { overflow } from '../support/pages.ts'
import { useServer } from '../support/server.ts'

/** The pages that axe looks at, below the address of a company. Add each page that is made by hand. */
const addresses = (ids: {
  person: string
  unit: string
  request: string
  endpoint: string
  run: string
}): string[] => [
  'home',
  'manage',
  'manage/nowhere',
  'manage/people',
  'manage/people?q=Hoper&has_login=false',
  'manage/people/without_details',
  `manage/people/${ids.person}`,
  'manage/chart',
  'profile',
  'pay',
  'team',
  'approvals',
  'manage/approvals',
  `manage/approvals/${ids.request}`,
  'manage/checklists',
  'manage/checklists/templates',
  `manage/checklists/${ids.run}`,
  'manage/tasks',
  'tasks',
  'notifications',
  'manage/notifications',
  'manage/units?archived=yes',
  'manage/locations',
  'manage/legal_entities',
  'manage/import',
  'manage/settings/logo',
  'profile/photo',
  'manage/headcount?by=unit',
  'manage/members',
  'manage/settings',
  'manage/settings/fields',
  'manage/settings/approvals',
  'manage/activity',
  'manage/documents',
  'manage/documents/add',
  'documents',
  'documents/add',
  'manage/webhooks',
  `manage/webhooks/${ids.endpoint}`,
  'manage/webhooks/events?types=person.hired',
  'manage/do/org/people.list',
  `manage/do/org/people.get?person_id=${ids.person}`,
  'manage/do/org/units.list',
  'manage/do/org/people.hire?~q:manager_id=Hopper',
  `manage/do/org/units.update?unit_id=${ids.unit}`,
  `manage/do/org/people.update_profile?person_id=${ids.person}`,
  'manage/do/org/people.remove_job',
  'manage/do/org/fields.create',
  'manage/do/org/people.export_csv',
  'manage/do/webhooks/endpoints.create',
]

/** A name that fits nowhere. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

describe('the pages of the app, as they look', () => {
  const server = useServer()
  let browser: Browser
  let company: Company
  let ids: Parameters<typeof addresses>[0]

  before(async () => {
    browser = await sharedChromium()
  })
  beforeEach(async () => {
    company = await server.company({ name: longName })
    const unit = await company.unit({ name: longName })
    const { id: person } = await company.person({ given_name: 'Grace', family_name: 'Hopper', unit_id: unit })
    const { id: other } = await company.person({
      family_name: longName,
      manager_id: person,
      unit_id: unit,
      title: longName,
    })
    const request = await proposal(other)
    const run = await checklist(person)
    ids = { person, unit, request, run, endpoint: await endpointThatFails() }
  })

  /** A change of a job that HR proposes and an owner decides. */
  async function proposal(personId: string): Promise<string> {
    const hr = await company.as('hr')
    await setRules(server, company, { job_change: 'hr' })
    await givePassword(server, await company.member('admin', { person: true }))
    await hr.call('org_fields_create', {
      key: 'shirt',
      label: longName.slice(0, 60),
      type: 'text',
      tier: 'public',
    })
    const { approval } = await hr.call('org_people_change_job', {
      person_id: personId,
      effective_date: '2027-01-01',
      reason: 'promotion',
      title: 'Head of Product',
    })
    return approval!.id
  }

  /** A checklist with tasks that are done, skipped and overdue. */
  async function checklist(personId: string): Promise<string> {
    const hr = await company.as('hr')
    const { templates } = await hr.call('org_checklists_templates_list', {})
    const { id, tasks } = await hr.call('org_checklists_runs_start', {
      ...{ template_id: templates[0]!.id, person_id: personId, anchor_date: '2026-01-01' },
    })
    const [done, skipped, open] = tasks.map((task) => task.id)
    await hr.call('org_checklists_tasks_set_status', { task_id: done!, status: 'done' })
    await hr.call('org_checklists_tasks_set_status', {
      task_id: skipped!,
      status: 'skipped',
      reason: longName,
    })
    await hr.call('org_checklists_tasks_comment', { task_id: open!, text: longName })
    await hr.call('org_checklists_tasks_update', {
      ...{ task_id: open!, title: longName, link_url: `https://${longName.slice(0, 60)}.example` },
    })
    return id
  }

  /** An endpoint with a delivery of each status. */
  async function endpointThatFails(): Promise<string> {
    const web = await company.as('owner', 'web')
    const { id } = await web.call('webhooks_endpoints_create', {
      url: `https://hooks.example.com/${longName}`,
      description: longName,
      event_types: ['person.hired'],
    })
    for (const status of ['pending', 'succeeded', 'failed']) {
      const { id: delivery } = await web.call('webhooks_endpoints_test', { endpoint_id: id })
      const fault = status === 'failed' ? 'status' : null
      await server.db.query(
        `update webhook_deliveries
            set status = $2, fault = $3, attempt = 8, response_status = 200, duration_ms = 35,
                next_attempt_at = case when $2 = 'pending' then next_attempt_at end
          where id = $1`,
        [delivery, status, fault],
      )
    }
    await server.db.query(
      `update webhook_endpoints set failing_since = now(), consecutive_failures = 8 where id = $1`,
      [id],
    )
    return id
  }

  const isOfAction = (address: string): boolean => address.includes('/do/')
  for (const ofActions of [false, true])
    it(`have no findings, and fit the window, in each look: ${ofActions ? 'of actions' : 'by hand'}`, async () => {
      const found: string[] = []
      await visit(
        browser,
        server,
        async (page) => {
          await signInOn(page, company)
          for (const address of addresses(ids).filter((one) => isOfAction(one) === ofActions)) {
            const answer = await page.goto(`/${company.slug}/${address}`)
            const mistakes = [
              ...(await htmlMistakes(await answer!.text())),
              ...(await findingsInEachLook(page)),
            ]
            found.push(...mistakes.map((one) => `${address} ${one}`))
          }
        },
        forEachLook,
      )
      expect(found).to.deep.equal([])
    })

  it('fit a window of 320 pixels in the longer language, with all that is folded open', async () => {
    await setRules(server, company, { job_change: 'hr', termination: 'hr' })
    const { web, personId } = await actor(server, company, 'hr')
    await company.person({ given_name: 'Ada', family_name: 'Lovelace', manager_id: personId })
    await server.db.query(`update users set language = 'de' where org_id = $1`, [company.id])
    const found: string[] = []
    await visit(
      browser,
      server,
      async (page) => {
        await page.context().addCookies([sessionCookie(web, server.baseUrl)])
        for (const address of addresses(ids)) {
          await page.goto(`/${company.slug}/${address}`)
          await page.evaluate(`document.querySelectorAll('details').forEach((one) => (one.open = true))`)
          found.push(...(await overflow(page)).map((one) => `${address} ${one}`))
        }
      },
      { viewport: { width: 320, height: 640 } },
    )
    expect(found).to.deep.equal([])
  })

  it('have titles by which the tabs of a browser are told apart', async () => {
    const { web } = await actor(server, company, 'hr')
    const titles = await Promise.all(
      ['home', 'manage', 'profile', 'pay', 'team', 'tasks', 'documents'].map(async (path) => {
        const { text } = await openPage(server, web, `/${company.slug}/${path}`)
        return /<title>([^<]*)</.exec(text)![1]!
      }),
    )
    expect(new Set(titles).size, titles.join()).to.equal(titles.length)
  })
})
