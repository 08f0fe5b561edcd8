import { expect } from 'chai'
import type { Day } from '../../src/domain/day.ts'
import { givePassword } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import { hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const secrets = [
  'DE89370400440532013000',
  '1980-02-03',
  'grace@home.example',
  'ticket 4711',
  '12 345 678 901',
]

describe('the page of a person', () => {
  const server = useServer()

  /** Grace, with a manager, private details, pay, and a job that changes later. */
  async function grace() {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const manager = await company.member('member', { person: true })
    const { id } = await company.person({
      given_name: 'Grace',
      family_name: '<script>',
      title: 'T'.repeat(120),
      manager_id: manager.personId,
    })
    await owner.call('org_people_update_profile', {
      person_id: id,
      iban: secrets[0]!,
      birthday: secrets[1]!,
      tax_id: secrets[4]!,
      contact: { personal_email: secrets[2]! },
    })
    const pay = { amount: 98765, currency: 'EUR', period: 'year' as const, note: secrets[3]! }
    await owner.call('org_pay_add', { person_id: id, effective_date: '2026-01-01', ...pay })
    const change = { effective_date: '2999-01-01', reason: 'promotion' as const, title: 'Admiral' }
    await owner.call('org_people_change_job', { person_id: id, ...change })
    await company.person({ family_name: 'Junior', manager_id: id })
    return { company, owner, manager: await company.web(manager), id }
  }

  const open = async (client: TestClient, slug: string, path: string, headers = {}) => {
    const { status, text } = await openPage(server, client, `/${slug}/${path}`, headers)
    return { status, text, shown: unescape(text) }
  }

  it('shows everything to those who may see it, with what they may do', async () => {
    const { company, owner, id } = await grace()
    for (const client of [owner, await company.as('hr', 'web')]) {
      const { status, text, shown } = await open(client, company.slug, `manage/people/${id}`)
      expect(status).to.equal(200)
      for (const secret of [
        secrets[0]!,
        secrets[2]!,
        secrets[3]!,
        secrets[4]!,
        '98,765',
        '3 February 1980',
        'Junior',
      ])
        expect(shown).to.include(secret)
      expect(text).to.not.include('<script>')
      expect(text).to.include('Admiral').and.include('<del>TTTT').and.include('Promotion')
      const { jobs } = await client.call('org_people_timeline', { person_id: id })
      for (const { id: job } of jobs) expect(text).to.include(`people.correct_job?job_id=${job}`)
      expect(text).to.include(`people.remove_job?job_id=${jobs[1]!.id}`)
      expect(text).to.not.include(`people.remove_job?job_id=${jobs[0]!.id}`)
      for (const action of ['people.change_job', 'people.terminate', 'pay.add', 'invites.create'])
        expect(text).to.include(`do/org/${action}?person_id=${id}`)
      expect(text).to.not.include('people.rehire')
      expect(text.includes('id="activity"')).to.equal(client === owner)
    }
  })

  it('offers to remove a row of the past once it changes nothing', async () => {
    const { company, owner } = await grace()
    const { id } = await company.person({ title: 'Editor' })
    const change = {
      person_id: id,
      effective_date: '2021-03-01',
      reason: 'promotion' as const,
      title: 'Head',
    }
    const { job } = await owner.call('org_people_change_job', change)
    const offers = async () =>
      (await open(owner, company.slug, `manage/people/${id}`)).text.includes(
        `people.remove_job?job_id=${job.id}`,
      )
    expect(await offers()).to.equal(false)
    await owner.call('org_people_correct_job', { job_id: job.id, title: 'Editor' })
    expect(await offers()).to.equal(true)
  })

  it('hides what is not for the reader: it is nowhere in the page', async () => {
    const { company, manager, id } = await grace()
    const viewer = await open(await company.as('viewer', 'web'), company.slug, `manage/people/${id}`)
    const above = await open(manager, company.slug, `people/${id}`)
    const colleague = await open(await company.as('member', 'web'), company.slug, `people/${id}`)
    for (const { status, shown } of [viewer, above, colleague]) {
      expect(status).to.equal(200)
      for (const secret of [...secrets, '98765', '98,765', '3 February 1980'])
        expect(shown).to.not.include(secret)
      expect(shown).to.include('Hidden from you').and.include('Junior')
      expect(shown).to.not.include('people.update_profile').and.not.include('pay.add')
    }
    expect(viewer.text).to.include('Admiral')
    expect(above.text).to.include('Admiral')
    expect(colleague.text).to.not.include('Admiral')
  })

  it('says what needs approval, and what waits for one', async () => {
    const { company, owner, manager, id } = await grace()
    await owner.call('org_approvals_settings_update', {
      job_change: 'hr',
    })
    const { text } = await open(manager, company.slug, `people/${id}`)
    expect(text).to.include('Change job (needs approval)')
    const change = { effective_date: '2999-06-01', reason: 'change' as const, title: 'Captain' }
    await manager.call('org_people_change_job', { person_id: id, ...change })
    const waiting = await open(owner, company.slug, `manage/people/${id}`)
    expect(waiting.text).to.include('Waiting for approval').and.include('1 June 2999')
  })

  it('is written in German, of any day, and of nobody', async () => {
    const { company, owner, id } = await grace()
    const german = await open(owner, company.slug, `manage/people/${id}`, { 'Accept-Language': 'de' })
    expect(german.text).to.include('Werdegang').and.include('Beschäftigung beenden')
    const later = await open(owner, company.slug, `manage/people/${id}?as_of=2999-02-01`)
    expect(later.text).to.include('Admiral').and.include('1 February 2999')
    expect((await open(owner, company.slug, 'manage/people/nobody')).status).to.equal(404)
    const other = await server.company()
    const stranger = await other.as('owner', 'web')
    expect((await open(stranger, other.slug, `manage/people/${id}`)).status).to.equal(404)
  })

  it('tells what an end leaves behind, what an erasure takes, and offers nothing for who was erased', async () => {
    const { company, owner, id } = await grace()
    const action = (name: string) => `/${company.slug}/manage/do/org/people.${name}`
    await company.unit({ name: 'Navy', head_person_id: id })
    const review = async (name: string, typed: [string, string][]) => {
      const opened = await openPage(server, owner, `${action(name)}?person_id=${id}`)
      const around = [...hiddenControls(opened.text)]
      return submitForm(server, owner, action(name), [
        ...around.filter(([control]) => control !== 'person_id'),
        ...typed,
        ['person_id', id],
        ['~step', 'review'],
      ])
    }
    const last_day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    const end = unescape((await review('terminate', [['last_day', last_day]])).text)
    expect(end).to.include('Junior').and.include('Navy').and.include('another manager')
    expect(end).to.not.match(/\(id |[; ]org\/|with manager_id/)
    const pageOf = async (query = '') =>
      (await openPage(server, owner, `/${company.slug}/manage/people/${id}${query}`)).text
    expect(await pageOf()).to.match(/98,765[^]*>Now</)
    await owner.call('org_people_terminate', { person_id: id, last_day: '2998-12-31' })
    // What is paid now is the same on the page of any day.
    expect(await pageOf('?as_of=2999-02-01')).to.match(/98,765[^]*>Now</)
    await owner.call('org_people_terminate', { person_id: id, last_day: last_day as Day })
    for (const query of ['', `?as_of=${last_day}`])
      expect(await pageOf(query), query)
        .to.include('98,765')
        .and.not.include('>Now<')
    // An end that was recorded by mistake is put right here; a rehire would tell another story.
    expect(await pageOf())
      .to.include(`do/org/people.terminate?person_id=${id}`)
      .and.include('Change the last day')
    const erase = await review('erase', [])
    expect(erase.text).to.include('Goes for good').and.include('Stays without a name')
    // The log does not name who is erased: the question must.
    expect(unescape(erase.text)).to.match(/<section class="confirm"[^]*Person: <b>Grace [^]*<\/section>/)
    await owner.call('org_people_erase', { person_id: id })
    const { text } = await openPage(server, owner, `/${company.slug}/manage/people/${id}`)
    expect(text).to.include('was erased').and.not.include('erased.invalid')
    const german = { 'Accept-Language': 'de' }
    for (const path of [`people/${id}`, `people?as_of=${last_day}`]) {
      const page = (await openPage(server, owner, `/${company.slug}/manage/${path}`, german)).text
      expect(page, path).to.match(/(<h1[^>]*>|class="list-name"[^>]*>)\s*Gelöschte Person</)
    }
    // So are they called where others refer to them, but not in a file to keep, nor over the API.
    const [junior] = (await owner.call('org_people_list', { q: 'Junior' })).people
    for (const path of [`people/${junior!.id}`, 'activity', `activity?person_id=${id}`]) {
      const page = await openPage(server, owner, `/${company.slug}/manage/${path}`, german)
      expect(page.text, path).to.include('Gelöschte Person').and.not.include('Erased person')
      const english = await openPage(server, owner, `/${company.slug}/manage/${path}`)
      expect(english.text, path).to.include('Erased person').and.not.include('Gelöschte')
    }
    const kept = [
      ['person_id', junior!.id],
      ['~step', 'save'],
    ] as const
    const file = await submitForm(server, owner, action('export_data'), kept, german)
    expect(file.text).to.include('Erased person').and.not.include('Gelöschte')
    const left = ['people.rehire', 'people.terminate', 'people.update_profile', `${id}/photo`, 'people.erase']
    for (const offer of [...left, 'people.correct_job', 'pay.add', 'checklists.runs.start', 'documents/add'])
      expect(text, offer).to.not.include(offer)
  })

  it('does not say of a disabled login that somebody can sign in with it', async () => {
    const { company, owner, id } = await grace()
    const member = await company.member('member', { personId: id })
    await givePassword(server, member)
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    const { text } = await open(owner, company.slug, `manage/people/${id}`)
    expect(text).to.include('Has a login').and.not.include('Can sign in')
  })

  it('gives all data of a person as a file to keep', async () => {
    const { company, owner, id } = await grace()
    const answer = await submitForm(server, owner, `/${company.slug}/manage/do/org/people.export_data`, [
      ['person_id', id],
      ['~step', 'save'],
    ])
    expect(answer.headers.get('content-disposition')).to.include('attachment').and.include('.json')
    expect(JSON.parse(answer.text)).to.include({ format: 'service.person-data.v1' })
    const back = `/${company.slug}/manage/people/${id}`
    const form = `manage/do/org/people.export_data?person_id=${id}&back=${back}`
    expect((await open(owner, company.slug, form)).text).to.match(new RegExp(`href="${back}"[^>]*>Cancel<`))
  })

  it('gives people with their private details as a file to keep', async () => {
    const { company, owner } = await grace()
    const answer = await submitForm(server, owner, `/${company.slug}/manage/do/org/people.export_csv`, [
      ['include_private', 'true'],
      ['~step', 'save'],
    ])
    expect(answer.headers.get('content-disposition')).to.match(/attachment.*\.csv/)
    expect(answer.text)
      .to.match(/^\ufeff?given_name,/)
      .and.include(secrets[4]!)
  })
})
