import { expect } from 'chai'
import { actor } from '../support/approvals.ts'
import { openPage, submitForm, unescape } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { useServer } from '../support/server.ts'

describe('the pages of positions whose plan has changed', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-04-02T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr', 'web')
  })
  const page = async (client: TestClient, path: string, language = 'en') =>
    (await openPage(server, client, `/${company.slug}/${path}`, { 'Accept-Language': language })).text
  const hireFrom = (text: string) => unescape(/href="([^"]*people\.hire[^"]*)"/.exec(text)?.[1] ?? '')

  it('say that whoever is above has left, and begin a hire with nobody, so that it gets the lead', async () => {
    const gone = await company.person({ given_name: 'Bo', last_day: '2026-03-31' })
    const leaver = await company.person({ given_name: 'Lee', last_day: '2026-04-30' })
    const lead = await company.person({ given_name: 'Lea', family_name: 'Lead' })
    const unit_id = await company.unit({ head_person_id: lead.id })
    server.now = new Date('2026-03-02T12:00:00Z')
    const seat = (title: string, reports_to_person_id: string, target_start_date?: string) =>
      hr.call('org_positions_create', {
        ...{ title, unit_id, reports_to_person_id },
        ...(target_start_date && { target_start_date }),
      })
    const [old, soon, now] = [
      await seat('Old', gone.id),
      await seat('Soon', leaver.id, '2026-05-15'),
      await seat('Now', leaver.id),
    ]
    server.now = new Date('2026-04-02T12:00:00Z')
    const texts = await Promise.all([old, soon, now].map(({ id }) => page(hr, `manage/positions/${id}`)))
    expect(texts[0]).to.match(/>Left</)
    expect(texts[1]).to.match(/>Left by then</)
    expect(texts[2]).to.not.match(/>Left/)
    expect(
      texts.map((text) => new URLSearchParams(hireFrom(text).split('?')[1]).get('manager_id')),
    ).to.deep.equal([null, null, leaver.id])
    expect(await page(hr, `manage/positions/${soon.id}`, 'de')).to.match(/>Bis dahin ausgeschieden</)

    const [path = '', query] = hireFrom(texts[0]!).split('?')
    const given = [...new URLSearchParams(query)].filter(([name]) => name !== 'back')
    const asked = await submitForm(server, hr, path, [
      ...given,
      ['given_name', 'Kai'],
      ['family_name', 'Cook'],
      ['work_email', 'kai@company.example'],
      ['start_date', '2026-04-15'],
      ['~step', 'review'],
    ])
    expect(asked.status).to.equal(200)
    expect(asked.text).to.include('Lea Lead')
  })

  it('of the own workspace say whose positions they show: of HR those that report to themselves', async () => {
    const head = await actor(server, company, 'hr')
    const lead = await actor(server, company, 'member', { manager_id: head.personId })
    await hr.call('org_positions_create', { title: 'Direct', reports_to_person_id: head.personId })
    await hr.call('org_positions_create', { title: 'Indirect', reports_to_person_id: lead.personId })
    expect(await page(head.web, 'positions'))
      .to.include('Direct')
      .and.not.include('Indirect')
      .and.not.include('somebody below you')
    expect(await page(head.web, 'positions', 'de')).to.not.include('jemanden unter Ihnen')
    expect(await page(lead.web, 'positions'))
      .to.include('Indirect')
      .and.include('somebody below you')
  })
})
