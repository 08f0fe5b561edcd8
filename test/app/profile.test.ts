import { expect } from 'chai'
import { openPage, submitForm } from '../support/app.ts'
import { useServer } from '../support/server.ts'

describe('the pages about oneself', () => {
  const server = useServer()

  it('show the reader all of their own details, their pay, and how to change them', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const self = await company.member('member', { person: true })
    const client = await company.web(self)
    await client.call('org_me_update_profile', { iban: 'DE89370400440532013000' })
    const pay = { amount: 54321, currency: 'EUR', period: 'year' as const }
    await owner.call('org_pay_add', { person_id: self.personId!, effective_date: '2026-01-01', ...pay })
    const profile = await openPage(server, client, `/${company.slug}/profile`)
    expect(profile.status).to.equal(200)
    expect(profile.text).to.include('DE89370400440532013000').and.include('54,321')
    expect(profile.text).to.include('do/org/me.update_profile').and.not.include('people.update_profile')
    const own = await openPage(server, client, `/${company.slug}/pay`)
    expect(own.text).to.include('54,321').and.not.include('pay.remove')
  })

  it('say before a change of the contact what differs of it, and that alone', async () => {
    const company = await server.company()
    const client = await company.web(await company.member('member', { person: true }))
    const address = { line1: 'Old Street 1', city: 'Cork', country: 'IE' }
    await client.call('org_me_update_profile', { contact: { personal_email: 'me@example.com', address } })
    const before = { contact: (await client.call('org_me_get', {})).contact }
    const { status, text } = await submitForm(server, client, `/${company.slug}/do/org/me.update_profile`, [
      ['contact.personal_email', 'me@example.com'],
      ['contact.address.line1', 'New Street 2'],
      ['contact.address.city', 'Cork'],
      ['contact.address.country', 'IE'],
      ['~rows:contact.emergency_contacts', '1'],
      ['contact.emergency_contacts[0].name', 'Ada'],
      ['contact.emergency_contacts[0].phone', '+353 1 234 5678'],
      ['~before', JSON.stringify(before)],
      ['~step', 'review'],
    ])
    expect(status).to.equal(200)
    expect(text).to.match(/<section class="confirm"[^>]* autofocus/)
    const [changes = ''] = /<table class="diff">[^]*?<\/table>/.exec(text) ?? []
    const rows = [...changes.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name)
    expect(rows).to.deep.equal(['Street and number', 'Emergency contacts'])
    expect(changes).to.include('<del>Old Street 1</del>').and.include('<ins>New Street 2</ins>')
    expect(changes)
      .to.match(/Ada[^]*234/)
      .and.not.include('me@example.com')
      .and.not.include('Cork')
  })

  it('show managers their direct reports, with what they may propose', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const manager = await company.member('member', { person: true })
    const client = await company.web(manager)
    const open = async () => (await openPage(server, client, `/${company.slug}/team`)).text
    expect(await open()).to.include('Nobody reports to you')
    const { id } = await company.person({ family_name: 'Junior', manager_id: manager.personId })
    expect(await open())
      .to.include('Junior')
      .and.not.include('people.change_job')
    await owner.call('org_approvals_settings_update', { job_change: 'hr' })
    expect(await open())
      .to.include(`people.change_job?person_id=${id}`)
      .and.include('needs approval')
      .and.not.include('people.terminate')
  })

  it('say so to a login that belongs to no person', async () => {
    const company = await server.company()
    const client = await company.as('owner', 'web')
    for (const name of ['profile', 'pay', 'team']) {
      const { status, text } = await openPage(server, client, `/${company.slug}/${name}`)
      expect([status, text.includes('belongs to no person')], name).to.deep.equal([200, true])
    }
  })
})
