import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import { formWith, hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import type { Company } from '../support/company.ts'
import { copyRequest } from '../support/sealed.ts'
import { useServer } from '../support/server.ts'

const hostile = '<img src=x onerror=alert(1)>'

describe('the pages of approvals', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string }
  beforeEach(async () => {
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    manager = await actor(server, company, 'member', { given_name: 'Mia', family_name: 'Miller' })
    person = await company.person({
      given_name: 'Ada',
      family_name: hostile,
      title: 'Editor',
      manager_id: manager.personId,
    })
  })

  async function promotion(): Promise<string> {
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'promotion',
      title: 'Head of Product',
    })
    return approval!.id
  }
  const open = (who: Actor, path: string, headers = {}) =>
    openPage(server, who.web, `/${company.slug}/${path}`, headers)

  it('are empty where nobody proposed anything', async () => {
    expect((await open(hr, 'manage/approvals')).text).to.include('No request is open.')
    expect((await open(hr, 'manage/approvals?status=closed')).text).to.include('No request was closed yet.')
    expect((await open(manager, 'home')).text).to.include('Nothing waits for you.')
    expect((await open(manager, 'approvals')).text).to.include('No request that you may see is open.')
  })

  it('let a second person read what changes, and approve it', async () => {
    const id = await promotion()
    const home = await open(manager, 'home')
    expect(home.text).to.include(`href="/${company.slug}/approvals/${id}"`)
    const listed = await open(manager, 'approvals')
    expect(listed.text).to.include('Waiting for you').and.not.include('<img')
    expect(unescape(listed.text)).to.include(hostile)
    const { text } = await open(manager, `approvals/${id}`)
    expect(text).to.include('<del>Editor</del>').and.include('<ins>Head of Product</ins>')
    expect(text).to.include('<td>Full time</td>').and.not.include('<ins>Full time')
    expect(text).to.include('Hana Ray').and.include('Mia Miller').and.not.include('<img')

    const back = `/${company.slug}/approvals/${id}`
    const path = `/${company.slug}/do/org/approvals.approve`
    expect(unescape(text)).to.include(`${path}?${new URLSearchParams({ request_id: id, back })}`)
    const form = await openPage(
      server,
      manager.web,
      `${path}?${new URLSearchParams({ request_id: id, back })}`,
    )
    const asked = await submitForm(server, manager.web, path, [
      ...hiddenControls(form.text),
      ['note', 'Well deserved.'],
      ['~step', 'review'],
    ])
    const done = await submitForm(server, manager.web, path, [...hiddenControls(asked.text), ['~step', 'do']])
    expect(`${done.status} ${done.headers.get('location')}`.startsWith(`303 ${back}?done=`)).to.equal(true)
    const after = await open(manager, `approvals/${id}`)
    expect(after.text)
      .to.include('Approved')
      .and.include('Well deserved.')
      .and.not.include('approvals.approve?')
    expect((await open(manager, 'approvals?status=closed')).text).to.include(`approvals/${id}`)
  })

  it('offer its proposer to withdraw, and those whose turn it is not nothing', async () => {
    const id = await promotion()
    const own = (await open(hr, `manage/approvals/${id}`)).text
    expect(own).to.include('What changes')
    const { text: form } = await open(hr, `manage/do/org/approvals.withdraw?request_id=${id}`)
    expect(form).to.include('Job change, 1 January 2027')
    expect(own).to.include('approvals.withdraw?').and.not.include('approvals.approve?')
    const admin = await company.as('admin', 'web')
    const { text } = await openPage(server, admin, `/${company.slug}/manage/approvals/${id}`)
    expect(text)
      .to.include('Head of Product')
      .and.not.match(/approvals\.(withdraw|approve|reject)\?/)
  })

  it('tell of a request that is over what was proposed', async () => {
    const id = await promotion()
    await hr.web.call('org_approvals_withdraw', { request_id: id })
    const { text } = await open(hr, `manage/approvals/${id}`)
    expect(text)
      .to.include('What was proposed')
      .and.not.match(/<h2[^>]*>What changes/)
  })

  it('show no pay to those who may not see it, and none at all to others', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const other = await actor(server, company, 'admin', { given_name: 'Otto', family_name: 'Admin' })
    const { approval } = await hr.web.call('org_pay_add', {
      person_id: person.id,
      amount: 71_234,
      currency: 'EUR',
      period: 'year',
      effective_date: '2027-01-01',
    })
    const path = `manage/approvals/${approval!.id}`
    expect((await open(other, path)).text).to.include('€71,234')
    const viewer = await company.as('viewer', 'web')
    for (const at of [path, 'manage/approvals']) {
      const { text } = await openPage(server, viewer, `/${company.slug}/${at}`)
      expect(text)
        .to.not.include('71,234')
        .and.not.include('71234')
        .and.not.include(`href="/${company.slug}/${path}"`)
    }
    expect((await openPage(server, viewer, `/${company.slug}/${path}`)).status).to.equal(404)
  })

  it('show what was closed in pages, and that of one person from the page of that person', async () => {
    const id = await promotion()
    await copyRequest(server, company, id, 100)
    await server.db.query(
      `update approval_requests set status = 'expired', closed_at = '2026-06-14T00:00:00Z', closed_code = 'ran_out' where org_id = $1`,
      [company.id],
    )
    const rows = (text: string) => text.match(/href="[^"]*\/approvals\/[0-9a-f-]{36}"/g)!.length
    for (const path of ['manage/approvals?status=closed', `manage/people/${person.id}`]) {
      const from = await open(hr, path)
      const link = /href="([^"]*approvals\?status=closed&amp;person_id[^"]*)"/.exec(from.text)?.[1]
      const first = link ? await openPage(server, hr.web, unescape(link)) : from
      expect(rows(first.text), first.text).to.equal(100)
      const [, next = ''] = /href="([^"]*)"[^>]*>\s*Older ones/.exec(first.text)!
      expect(next.includes(`person_id=${person.id}`)).to.equal(link !== undefined)
      const last = await openPage(server, hr.web, unescape(next))
      expect(rows(last.text)).to.equal(1)
      expect(last.text).to.not.include('Older ones')
    }
    const other = await company.person()
    const { text } = await open(hr, `manage/approvals?status=closed&person_id=${other.id}`)
    expect(text).to.include('No request was closed yet.')
    expect((await open(hr, `manage/people/${other.id}`)).text).to.not.include('What was decided')
    expect((await open(hr, 'manage/approvals?status=closed&person_id=x')).status).to.equal(404)
    expect((await open(hr, 'manage/approvals?status=closed&before=x')).status).to.equal(400)
  })

  it('are outdated by a change in words without ids, and what takes an end back is called that', async () => {
    await setRules(server, company, { termination: 'manager' })
    for (const last_day of ['2027-02-28', '2027-03-31'])
      await hr.key.call('org_people_terminate', { person_id: person.id, last_day })
    await setRules(server, company, { termination: 'off' })
    const path = `/${company.slug}/manage/do/org/people.terminate`
    const review = (last_day: string) =>
      submitForm(server, hr.web, path, [
        ['person_id', person.id],
        ['last_day', last_day],
        ['~step', 'review'],
      ])
    const end = await review('2027-06-30')
    expect(end.text).to.include('It outdates 2 requests that wait for approval.')
    expect(formWith(end.text, 'End an employment').action).to.equal(path)
    await hr.web.call('org_people_terminate', { person_id: person.id, last_day: '2027-06-30' })
    const { text } = await openPage(server, hr.web, `${path}?person_id=${person.id}`)
    const back = await submitForm(server, hr.web, path, [
      ...[...hiddenControls(text)].filter(([name]) => name !== 'person_id'),
      ...[['person_id', person.id] as const, ['last_day', ''] as const, ['~null:last_day', '1'] as const],
      ['~step', 'review'],
    ])
    expect(back.text).to.include('Took back the last day')
    expect(formWith(back.text, 'Take back the end of an employment').action).to.equal(path)
  })

  it('are in German for who reads German', async () => {
    const id = await promotion()
    const { text } = await open(manager, `approvals/${id}`, { 'Accept-Language': 'de' })
    expect(text).to.include('Was sich ändert').and.include('Freigeben').and.include('Stellenänderung')
  })
  it('are asked for with what is proposed, and not with values that the proposer may not read of a log', async () => {
    const path = `/${company.slug}/do/org/people.terminate`
    await setRules(server, company, { termination: 'hr' })
    const asked = await submitForm(server, manager.web, path, [
      ...[['person_id', person.id] as const, ['last_day', '2027-03-31'] as const],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('31 March 2027').and.include('it waits for approval by HR')
    expect(asked.text).to.not.include('private, not in the log').and.not.include('State of the request')
    const { action, values } = formWith(asked.text, 'Ask for approval')
    const sent = await submitForm(server, manager.web, action, [...values, ['~step', 'do']])
    const [request] = (await hr.web.call('org_approvals_list', { person_id: person.id })).items
    const link = `/${company.slug}/approvals/${request!.id}`
    expect(sent.text).to.match(new RegExp(`href="${link}"[^>]*>See the request<`))
    const shown = await open(manager, `people/${person.id}`)
    expect(shown.text).to.include(`href="${link}"`)
  })
})
