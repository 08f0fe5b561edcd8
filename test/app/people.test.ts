import { expect } from 'chai'
import { formWith, openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const german = { 'Accept-Language': 'de' }
/** The part of a page below its menu. */
const mainOf = (page: string): string => page.slice(page.indexOf('<main'))
const hostile = `<script>alert(1)</script>\u202e${'ت'.repeat(40)}`

describe('the list of people', () => {
  const server = useServer()

  it('shows whom people.list answers, to each role', async () => {
    const company = await server.company()
    await company.person({ family_name: 'Hopper', title: hostile })
    await company.person({ family_name: 'Later', start_date: '2999-01-01' })
    for (const role of ['owner', 'hr', 'viewer', 'member'] as const) {
      const client = await company.as(role, 'web')
      const place = role === 'member' ? 'people' : 'manage/people'
      const { status, text } = await openPage(server, client, `/${company.slug}/${place}`)
      expect(status, role).to.equal(200)
      const { people } = await client.call('org_people_list', {})
      for (const { id, name } of people) {
        expect(text, role).to.include(`/${place}/${id}"`)
        expect(unescape(text), role).to.include(`>${name}</a>`)
      }
      expect(text).to.include('Starts later').and.not.include('<script>')
      expect(unescape(text)).to.include(hostile)
      expect(text.includes('Hire a person'), role).to.equal(role === 'owner' || role === 'hr')
      expect(text.includes('Joined from'), role).to.equal(role === 'owner' || role === 'hr')
      expect(text.includes('Export as CSV'), role).to.equal(role === 'owner' || role === 'hr')
    }
  })

  it('is of one unit alone where its number of people leads here, and stays so when other filters are added', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit = await company.unit({ name: 'Research' })
    const below = await company.unit({ name: 'Lab', parent_id: unit })
    await company.person({ family_name: 'Curie', unit_id: unit })
    await company.person({ family_name: 'Bohr', unit_id: below })
    const box = (text: string) => /<input[^>]*name="include_subunits"[^>]*>/.exec(text)![0]
    const units = await openPage(server, hr, `/${company.slug}/manage/units`)
    const [, path] = new RegExp(`href="([^"]*unit_id=${unit}[^"]*)"[^>]*>1 person<`).exec(units.text)!
    const { text } = await openPage(server, hr, unescape(path!))
    expect(mainOf(text)).to.include('1 person').and.include('Curie').and.not.include('Bohr')
    expect(box(text)).to.not.include('checked')
    // Whoever chooses a unit themselves gets those below it, too, unless they say otherwise.
    expect(box((await openPage(server, hr, `/${company.slug}/manage/people`)).text)).to.include('checked')
  })

  it('keeps its filters over the pages', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit = await company.unit({ name: 'Research' })
    const below = await company.unit({ name: 'Lab', parent_id: unit })
    // One more than a page holds.
    for (let count = 0; count <= 100; count++)
      await company.person({ family_name: `Curie ${count}`, unit_id: below })
    const query = new URLSearchParams({ q: 'Curie', unit_id: unit, include_subunits: 'true' })
    const first = await openPage(server, hr, `/${company.slug}/manage/people?${query}`)
    expect(first.text).to.include('101 people').and.include('value="Curie"')
    const [, next] = /href="([^"]*after=[^"]*)"/.exec(first.text)!
    expect(new URL(unescape(next!), server.baseUrl).searchParams.get('unit_id')).to.equal(unit)
    const second = await openPage(server, hr, unescape(next!))
    expect(mainOf(second.text).match(/<th scope="row"/g)).to.have.length(1)
    const without = await openPage(server, hr, `/${company.slug}/manage/people?unit_id=${unit}`)
    expect(without.text).to.include('Nobody fits these filters')
  })

  it('says what to do when nobody is found, and which filter is wrong', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const at = async (query: string, headers = {}) =>
      openPage(server, hr, `/${company.slug}/manage/people?${query}`, headers)
    expect((await at('q=Hoper')).text)
      .to.include('Did you mean')
      .and.include(`/people/${id}"`)
    expect((await at('q=Zzzzz', german)).text).to.include('Zu diesen Filtern passt niemand')
    const wrong = await at('as_of=2026-02-31')
    expect([wrong.status, wrong.text.includes('id="f-as_of-error"')]).to.deep.equal([422, true])
    expect((await at('unit_id=nothing')).status).to.equal(404)
    const member = await company.as('member', 'web')
    const ahead = await openPage(server, member, `/${company.slug}/people?as_of=2999-01-01`)
    expect(ahead.status).to.equal(403)
    expect(ahead.text).to.include('value="2999-01-01"')
  })

  it('gives the file of the day and the status, only to a form of our own', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    await company.person({ family_name: 'Hopper' })
    await company.person({ family_name: 'Gone', start_date: '2020-01-01', last_day: '2021-01-01' })
    const path = `/${company.slug}/manage/people`
    const file = await submitForm(server, hr, path, [['status', 'terminated']])
    expect(file.headers.get('content-type')).to.equal('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).to.match(/^attachment; filename="/)
    const { csv } = await hr.call('org_people_export_csv', { status: 'terminated' })
    expect(file.text).to.equal(csv).and.include('Gone').and.not.include('Hopper')
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await submitForm(server, hr, path, [], foreign)).status).to.equal(403)
    expect((await submitForm(server, await company.as('viewer', 'web'), path, [])).status).to.equal(403)
  })

  it('has all whom the search finds, of whom it shows the first', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    for (let person = 0; person < 10; person += 1) await company.person({ family_name: 'Hopper' })
    const find = async (q: string) =>
      unescape(mainOf((await openPage(server, hr, `/${company.slug}/manage/find?q=${q}`)).text))
    const link = `href="/${company.slug}/manage/people?q=hopper&status=all"`
    expect(await find('hopper')).to.include(link)
    const other = await company.person({ given_name: 'Ada', family_name: 'Byron' })
    expect(await find('byron'))
      .to.include(other.id)
      .and.not.include('More of them')
  })

  it('gives in the file whom the list shows where no status is chosen', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    await company.person({ family_name: 'Hopper' })
    await company.person({ family_name: 'Gone', start_date: '2020-01-01', last_day: '2021-01-01' })
    await company.person({ family_name: 'Later', start_date: '2999-01-01' })
    const path = `/${company.slug}/manage/people`
    for (const query of ['', '?as_of=2020-06-01', '?joined_between.from=2020-01-01']) {
      const { text } = await openPage(server, hr, `${path}${query}`)
      const { action, values } = formWith(mainOf(text), 'Export as CSV')
      const file = await submitForm(server, hr, action, values)
      for (const name of ['Hopper', 'Gone', 'Later'])
        expect(file.text.includes(name), `${query} ${name}`).to.equal(text.includes(`${name}</a>`))
    }
  })
})
