import { expect } from 'chai'
import { formWith, openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const hostile = '"><script>alert(1)</script>'

describe('the pages of units, locations and legal entities', () => {
  const server = useServer()

  it('show units below each other with lead and people, archived ones on demand', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: lead } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const research = await company.unit({ name: hostile, head_person_id: lead })
    const lab = await company.unit({ name: 'Laboratory', parent_id: research })
    await company.unit({ name: 'Old times', archived: true })
    await company.person({ unit_id: lab })
    await company.person({ unit_id: lab })
    await company.person({ unit_id: lab, start_date: '2999-01-01' })
    const path = `/${company.slug}/manage/units`
    const { status, text } = await openPage(server, hr, path)
    expect(status).to.equal(200)
    expect(text).to.not.include('<script>').and.not.include('Old times')
    const main = unescape(text)
    // The laboratory stands in the list below its parent.
    const after = main.slice(main.indexOf(hostile))
    expect(after.slice(0, after.indexOf('Laboratory')))
      .to.include('<ul>')
      .and.not.include('</ul>')
    expect(after).to.include('Grace Hopper').and.include('2 people')
    // The number leads to as many.
    const [, people] = /href="([^"]*)">2 people</.exec(after)!
    expect((await openPage(server, hr, people!)).text).to.match(/2 people\s*·/)
    for (const unit of await hr.call('org_units_list', {})) expect(main).to.include(unit.name)
    expect(main).to.include(`units.create?${new URLSearchParams({ parent_id: research, back: path })}`)
    expect(main).to.not.include(`units.archive?unit_id=${company.root}`)
    expect((await openPage(server, hr, `${path}?archived=yes`)).text).to.include('Old times')
  })

  it('show units one level at a time where there are more than 500, and 500 of them on a page', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/units`
    const open = async (query: string) => unescape((await openPage(server, hr, `${path}${query}`)).text)
    const first = await company.unit({ name: 'First' })
    const lab = await company.unit({ name: 'Laboratory', parent_id: first })
    await server.db.query(
      `insert into units (org_id, id, name, name_key, kind, parent_id)
       select $1, gen_random_uuid(), 'Shop ' || n, 'shop ' || n, 'team', $2 from generate_series(1, 500) n`,
      [company.id, company.root],
    )
    const [top, second] = [await open(''), await open(`?below=${company.root}&from=500`)]
    const shops = (text: string) => [...text.matchAll(/tree-name">(Shop \d+)</g)].map(([, name]) => name!)
    expect([shops(top).length, shops(second).length]).to.deep.equal([499, 1])
    expect(new Set([...shops(top), ...shops(second)]).size).to.equal(500)
    expect(top).to.include('1 unit below').and.include(`${path}?below=${company.root}&from=500`)
    expect(top).to.include(`${path}?below=${first}`).and.not.include('Laboratory')
    expect(second).to.not.include('Next page')
    const below = await open(`?below=${first}`)
    expect(below).to.include('Laboratory').and.include(`Up to `).and.include(`${path}?below=${company.root}`)
    // Whoever changes a unit comes back to where it was shown.
    expect(below).to.include(new URLSearchParams({ unit_id: lab, back: `${path}?below=${first}` }).toString())
  })

  it('show 500 locations on a page', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/locations`
    await server.db.query(
      `insert into locations (org_id, id, name, name_key, country, kind)
       select $1, gen_random_uuid(), 'Shop ' || n, 'shop ' || n, 'DE', 'office' from generate_series(1, 500) n`,
      [company.id],
    )
    const shops = async (query: string) => {
      const text = unescape((await openPage(server, hr, `${path}${query}`)).text)
      return { next: text.includes('Next page'), shops: text.match(/rowheader">\s*Shop/g)?.length }
    }
    expect(await shops('')).to.deep.include({ next: true })
    expect(unescape((await openPage(server, hr, path)).text)).to.include(`${path}?from=500`)
    expect((await shops('')).shops! + (await shops('?from=500')).shops!).to.equal(500)
    expect(await shops('?from=500')).to.deep.include({ next: false })
    expect(await shops('?from=no')).to.deep.equal(await shops(''))
  })

  it('show locations and legal entities as the actions answer them, in both languages', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    await hr.call('org_locations_create', {
      name: 'Lisboa',
      country: 'PT',
      city: 'Lisboa',
      time_zone: 'Europe/Lisbon',
    })
    await hr.call('org_legal_entities_create', { name: 'Acme SA', country: 'FR', tax_id: 'FR 40 123' })
    const open = async (path: string, language = 'en') =>
      (await openPage(server, hr, `/${company.slug}/manage/${path}`, { 'Accept-Language': language })).text
    const locations = await open('locations')
    for (const shown of [
      'Lisboa',
      'Portugal',
      'Europe/Lisbon',
      'Head office',
      'Germany',
      'Create a location',
    ])
      expect(locations).to.include(shown)
    const entities = await open('legal_entities', 'de')
    for (const shown of ['Acme SA', 'Frankreich', 'FR 40 123', 'Company GmbH', 'Gesellschaft anlegen'])
      expect(entities).to.include(shown)
  })

  it('offer a viewer no change, and show a member nothing', async () => {
    const company = await server.company()
    const viewer = await company.as('viewer', 'web')
    const member = await company.as('member', 'web')
    for (const path of ['units', 'locations', 'legal_entities']) {
      const { text } = await openPage(server, viewer, `/${company.slug}/manage/${path}`)
      expect(text, path)
        .to.include('Company')
        .and.not.match(/\.(create|update|archive|set_head)\?/)
      expect((await openPage(server, member, `/${company.slug}/manage/${path}`)).status, path).to.equal(403)
    }
  })
})

describe('the pages of positions', () => {
  const server = useServer()

  it('show what the reader sees, as the actions answer it, and offer what they may do with it', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.member('member', { person: true })
    const manager = await company.web(boss)
    const { id } = await hr.call('org_positions_create', {
      ...{ title: hostile, reports_to_person_id: boss.personId!, notes: 'Two rounds.', weekly_hours: 30 },
      pay_range: { min: 50_000, max: 60_000, currency: 'EUR', period: 'year' },
    })
    const below = await hr.call('org_positions_create', { title: 'Cook', reports_to_position_id: id })
    const page = async (client: typeof hr, path: string, language = 'en') => {
      const { status, text } = await openPage(server, client, `/${company.slug}/${path}`, {
        'Accept-Language': language,
      })
      expect(text).to.not.include('<script>')
      return { status, text: unescape(text) }
    }
    await hr.call('org_positions_create', { title: 'Overdue', target_start_date: '2026-01-01' })
    const planned = await hr.call('org_positions_create', { title: 'Baker', target_start_date: '2999-01-01' })
    expect((await page(hr, `manage/positions/${planned.id}`)).text).to.include('start_date=2999-01-01')
    await hr.call('org_positions_cancel', { position_id: planned.id })
    const list = (await page(hr, 'manage/positions')).text
    expect(list.split('Overdue')[1]).to.include('late')
    expect(list.split('Overdue')[0]).to.not.include('>late<')
    for (const shown of [hostile, 'Cook', 'Add a position', `manage/positions/${below.id}`])
      expect(list).to.include(shown)
    const one = (await page(hr, `manage/positions/${id}`)).text
    for (const shown of ['Two rounds.', '€50,000', 'Fill it', 'Hire somebody for it', 'Cancel it'])
      expect(one).to.include(shown)
    expect(one).to.not.include('Open it again')
    const cancels = formWith(one, 'Cancel it')
    const asked = await submitForm(server, hr, cancels.action, cancels.values)
    expect(asked.text)
      .to.include('not opened again')
      .and.match(/<a [^>]*>Back</)
    expect((await hr.call('org_positions_get', { position_id: id })).status).to.equal('open')
    expect(one).to.include(`people.hire?position_id=${id}`).and.include('€60,000').and.include('a year')
    const own = (await page(manager, `positions/${id}`, 'de')).text
    expect(own).to.include('Planstellen').and.include(hostile)
    for (const hidden of ['Two rounds.', '50,000', '50.000', 'Besetzen'])
      expect(own.split('<main')[1]).to.not.include(hidden)
    expect((await page(manager, 'positions')).text).to.include('Cook')
    expect((await page(manager, 'team')).text)
      .to.include('Cook')
      .and.include(`/positions/${id}`)
    expect((await page(await company.as('member', 'web'), 'team')).text).to.not.include('Seats to be filled')
    const draft = await hr.call('org_positions_create', { title: 'Nowhere', status: 'draft' })
    expect((await page(hr, `manage/positions/${draft.id}`)).text).to.not.include('– · –')
    await hr.call('org_positions_cancel', { position_id: below.id })
    expect((await page(hr, 'manage/positions')).text.split('<main')[1]).to.not.include('Cook')
    expect((await page(hr, 'manage/positions?state=closed')).text)
      .to.include('Cook')
      .and.include('Cancelled')
    expect((await page(manager, `positions/${below.id}`)).status).to.equal(404)
  })
  it('do not tell whoever sees some of them that there are none, and come in pages', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const viewer = await company.as('viewer', 'web')
    await server.db.query(
      `insert into positions (org_id, id, title, status, reason, contract_type, created_at, updated_at)
       select $1, gen_random_uuid(), 'Seat ' || n, 'open', 'new', 'permanent', now(), now() from generate_series(1, 501) n`,
      [company.id],
    )
    const page = async (client: typeof hr, query = '') =>
      (await openPage(server, client, `/${company.slug}/manage/positions${query}`)).text
    for (const query of ['', '?state=closed'])
      expect(await page(viewer, query))
        .to.include('No open position is to report to you.')
        .and.not.include('There is no position yet.')
        .and.not.match(/>\s*Closed\s*</)
    const seats = (text: string) => text.match(/>Seat \d+</g)!.length
    const first = await page(hr)
    expect(seats(first)).to.equal(500)
    expect(first).to.include(`/manage/positions?from=500`)
    expect(seats(await page(hr, '?from=500'))).to.equal(1)
  })

  it('begin a hire with what the position says, which is no permanent contract then', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit = await company.unit({ name: 'Laboratory' })
    const { id: boss } = await company.person({ given_name: 'Grace' })
    const { id } = await hr.call('org_positions_create', {
      title: 'Assistant',
      unit_id: unit,
      reports_to_person_id: boss,
      contract_type: 'fixed_term',
      weekly_hours: 20.5,
    })
    const { text } = await openPage(server, hr, `/${company.slug}/manage/positions/${id}`)
    const [, link = ''] = /href="([^"]*people\.hire[^"]*)"/.exec(text) ?? []
    const { text: form } = await openPage(server, hr, unescape(link))
    expect(form)
      .to.match(/<option value="fixed_term"[^>]* selected/)
      .and.match(/name="weekly_hours"[^>]*value="20.5"/)
      .and.match(new RegExp(`<option value="${unit}"[^>]* selected`))
      .and.match(new RegExp(`name="manager_id"[^>]*value="${boss}"[^>]* checked`))
  })
  it('fill in the contract of a position that is chosen by hand, and keep one that is chosen beside it', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await hr.call('org_positions_create', { title: 'Assistant', contract_type: 'fixed_term' })
    const path = `/${company.slug}/manage/do/org/people.hire`
    const german = (await openPage(server, hr, path, { 'Accept-Language': 'de' })).text
    expect(german).to.include('<option value selected>Wie in der Planstelle<')
    expect(german).to.include('Ohne Planstelle gilt: Unbefristet.')
    expect((await openPage(server, hr, path)).text)
      .to.include('<option value selected>As the position says<')
      .and.include('Without a position it is: Permanent.')
      .and.not.match(/<option value="permanent" selected/)
    const review = (...more: [string, string][]) =>
      submitForm(server, hr, path, [
        ...([
          ['given_name', 'Ole'],
          ['family_name', 'Berg'],
          ['work_email', 'ole@company.example'],
          ['title', 'Assistant'],
          ['start_date', '2999-01-01'],
          ['~step', 'review'],
        ] as [string, string][]),
        ...more,
      ])
    const contractIn = (text: string) => /Contract<\/dt>\s*<dd>([^<]*)/.exec(text)?.[1]?.trim()
    expect(contractIn((await review()).text)).to.equal('Permanent')
    const asked = await review(['position_id', id])
    expect(contractIn(asked.text)).to.equal('Fixed term')
    expect(asked.text).to.include('for a fixed term but has no end date')
    const chosen = await review(['position_id', id], ['contract_type', 'temporary'])
    expect(contractIn(chosen.text)).to.equal('Temporary')
    // Back in the form, another position may be chosen, and its contract counts.
    const { values } = formWith(asked.text, 'Hire a person')
    const edited = await submitForm(server, hr, path, [...values, ['~step', 'edit']])
    expect(edited.text).to.match(/<option value selected>As the position says/)
    await submitForm(server, hr, path, [...values, ['~step', 'do']])
    const { people } = await hr.call('org_people_list', { q: 'Ole Berg', status: 'all' })
    const { next_job: job } = await hr.call('org_people_get', { person_id: people[0]!.id })
    expect(job!.contract_type).to.equal('fixed_term')
  })
  it('begin a change with what the position says, and name one that is filled before it is opened again', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: boss } = await company.person({ given_name: 'Grace' })
    const position = { title: 'Assistant', reports_to_person_id: boss, contract_type: 'temporary' as const }
    const { id } = await hr.call('org_positions_create', position)
    const path = `/${company.slug}/manage/do/org`
    const { text } = await openPage(server, hr, `${path}/positions.update?position_id=${id}`)
    expect(text)
      .to.match(/name="title"[^>]*value="Assistant"/)
      .and.match(/<option value="temporary"[^>]* selected/)
      .and.match(new RegExp(`name="reports_to_person_id"[^>]*value="${boss}"[^>]* checked`))
    await hr.call('org_people_hire', {
      ...{ given_name: 'Ole', family_name: 'Berg', work_email: 'ole@company.example' },
      ...{ title: 'Assistant', start_date: '2999-01-01', position_id: id },
    })
    const asked = await submitForm(server, hr, `${path}/positions.reopen`, [
      ['position_id', id],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('>Assistant<').and.include('stays hired').and.not.include(`>${id}<`)
  })
})
