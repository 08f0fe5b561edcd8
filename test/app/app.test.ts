import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { changesOf } from '../../src/app/forms/values.ts'
import { controls } from '../../src/app/forms/controls.ts'
import { readValues, Sent } from '../../src/app/forms/read.ts'
import { emptyState } from '../../src/app/forms/state.ts'
import { germanSections, germanTitles } from '../../src/app/texts/actions.ts'
import { germanEventGroups, germanEvents } from '../../src/app/texts/events.ts'
import { valueNames } from '../../src/app/texts/values.ts'
import { knownHelp } from '../../src/app/texts/help/help.ts'
import { fieldNames } from '../../src/app/texts/fields.ts'
import { choiceNames, forms, type FieldShape } from '../../src/generated/forms.ts'
import { actions } from '../../src/generated/actions.ts'
import { eventCatalogue } from '../../src/generated/events.ts'
import { render } from '../../src/html/html.ts'
import { html } from '../../src/pages/html.ts'
import { hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import { useServer } from '../support/server.ts'

const mainOf = (page: string): string => page.slice(page.indexOf('<main'))

describe('the app', () => {
  const server = useServer()

  it('asks strangers to sign in, and leads them to their page then', async () => {
    const { slug } = await server.company()
    const path = `/${slug}/manage/do/org/units.list?include_archived=true`
    const { status, headers } = await openPage(server, server.anonymous(), path)
    expect(status).to.equal(303)
    expect(headers.get('location')).to.equal(`/${slug}?return_to=${encodeURIComponent(path)}`)
  })

  it('begins with the administration for those who manage, and with the own workspace for others', async () => {
    const company = await server.company()
    for (const [role, place] of [
      ['hr', 'manage'],
      ['member', 'home'],
    ] as const) {
      const client = await company.as(role, 'web')
      const { headers } = await openPage(server, client, `/${company.slug}/start`)
      expect(headers.get('location')).to.equal(`/${company.slug}/${place}`)
    }
  })

  it('offers at home what the role may do, and nothing else', async () => {
    const company = await server.company()
    const links = async (role: 'hr' | 'viewer' | 'member', path: string) =>
      (await openPage(server, await company.as(role, 'web'), `/${company.slug}/${path}`)).text
    expect(await links('hr', 'manage'))
      .to.include('do/org/people.hire')
      .and.not.include('do/platform/members.set_role')
    expect(await links('viewer', 'manage'))
      .to.include('do/org/people.list')
      .and.not.include('do/org/people.hire')
    expect(await links('member', 'home'))
      .to.include('do/org/me.update_profile')
      .and.not.include('do/org/people.hire')
      .and.not.match(/class="shortcut[^]*do\/org\/people.change_job[^]*<details/)
  })

  it('says within its frame that a page does not exist, or is not for this role', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const member = await company.as('member', 'web')
    for (const path of ['manage/nowhere', 'manage/do/org/nothing.here']) {
      const { status, text } = await openPage(server, hr, `/${company.slug}/${path}`)
      expect(status, path).to.equal(404)
      expect(text).to.include('This page does not exist').and.include('<nav')
    }
    const { status, text } = await openPage(server, member, `/${company.slug}/manage`)
    expect(status).to.equal(403)
    expect(text).to.include('belongs to the administration')
    const refused = await openPage(server, hr, `/${company.slug}/manage/do/platform/members.set_role`)
    expect(refused.status).to.equal(403)
    expect(refused.text).to.include('This needs the role owner or admin (yours is hr).')
  })

  it('takes no form of another site, and changes nothing by GET', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/do/org/units.create`
    const controls: [string, string][] = [
      ['~values', '{"name":"Spies","kind":"team"}'],
      ['~step', 'do'],
    ]
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    expect((await submitForm(server, hr, path, controls, foreign)).status).to.equal(403)
    expect((await openPage(server, hr, `${path}?${new URLSearchParams(controls)}`)).status).to.equal(200)
    expect((await hr.call('org_units_list', {})).map(({ name }) => name)).to.not.include('Spies')
  })

  it('names what is wrong at its field, keeps what was typed, and refuses what no field has', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const path = `/${company.slug}/manage/do/org/people.hire`
    const typed: [string, string][] = [
      ['given_name', 'Ada <b>'],
      ['work_email', 'nonsense'],
      ['fte', 'half'],
      ['start_date', '2026-02-30'],
    ]
    const { status, text } = await submitForm(server, hr, path, [...typed, ['~step', 'review']])
    expect(status).to.equal(422)
    for (const at of ['family_name', 'work_email', 'fte', 'start_date']) {
      expect(text, at).to.include(`href="#f-${at}"`)
      expect(text, at).to.include(`id="f-${at}-error"`)
    }
    for (const [, value] of typed) expect(unescape(text)).to.include(`value="${value}"`)
    const odd = await submitForm(server, hr, path, [...typed, ['role', 'owner']])
    expect(odd.status).to.equal(400)
  })

  it('shows what there is, sends what differs, and comes back with a notice', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit_id = await company.unit({ name: 'Research' })
    const back = `/${company.slug}/manage`
    const path = `/${company.slug}/manage/do/org/units.update`
    const opened = await openPage(server, hr, `${path}?${new URLSearchParams({ unit_id, back })}`)
    expect(opened.text).to.include('value="Research"')
    const around = [...hiddenControls(opened.text)]
    const asked = await submitForm(server, hr, path, [
      ...around,
      ['name', 'Science'],
      ['kind', 'team'],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('<del>Research</del>').and.include('<ins>Science</ins>')
    expect(asked.text).to.not.include('>Kind<')
    const same: [string, string][] = [...around, ['name', 'Research'], ['kind', 'team'], ['~step', 'review']]
    const nothing = (await submitForm(server, hr, path, same)).text
    expect(nothing).to.include('Nothing would change.').and.not.include('value="do"')
    const done = await submitForm(server, hr, path, [...hiddenControls(asked.text), ['~step', 'do']])
    const there = done.headers.get('location')!
    expect(`${done.status} ${there}`).to.match(/^303 .*\?done=[0-9a-f-]{36}$/)
    expect((await openPage(server, hr, there)).text).to.include('Changed the unit Science.')
    expect((await openPage(server, hr, there, { 'Accept-Language': 'de' })).text).to.include('Science')
    const noticeOf = async (word: string, client = hr) =>
      /role="status"[^>]*>([^<]*)</.exec((await openPage(server, client, `${back}?done=${word}`)).text)?.[1]
    expect(await noticeOf('org_units_update')).to.equal('Done: Change a unit.')
    expect(await noticeOf(`org_units_update::${unit_id}`)).to.equal('Done: Change a unit: Science.')
    // Neither what does not exist, nor what the reader may not list, has a name.
    expect(await noticeOf(`org_units_update::${randomUUID()}`)).to.equal('Done: Change a unit.')
    const unlisted = await noticeOf(`webhooks_endpoints_update::${randomUUID()}`)
    expect(unlisted).to.equal('Done: Change a webhook endpoint.')
    // Of a way back that says what was done, only its last word is said.
    const forged = hiddenControls(asked.text)
    forged.set('~back', `${forged.get('~back')}?done=org_units_archive::${unit_id}`).set('~key', randomUUID())
    const again = await submitForm(server, hr, path, [...forged, ['~step', 'do']])
    expect(
      new URL(again.headers.get('location')!, server.baseUrl).searchParams.getAll('done'),
    ).to.have.length(1)
    const line = there.split('=')[1]!
    // A line of somebody else, and what is no line, say nothing.
    expect(await noticeOf(line, await company.as('hr', 'web'))).to.equal(undefined)
    for (const word of ['constructor', randomUUID(), '<b>']) expect(await noticeOf(word)).to.equal(undefined)
  })

  it('begins the correction of a row with what the row says, and keeps the row by its name', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const unit_id = await company.unit({ name: 'Research' })
    const { id, jobId } = await company.person({ title: 'Chemist', unit_id })
    const path = `/${company.slug}/manage/do/org/people.correct_job`
    const person = await openPage(server, hr, `/${company.slug}/manage/people/${id}`)
    const [, link = ''] = /href="([^"]*people\.correct_job[^"]*)"/.exec(person.text)!
    const opened = await openPage(server, hr, unescape(link))
    expect(opened.text)
      .to.match(/name="title"[^>]*value="Chemist"/)
      .and.include('<p>Chemist</p>')
    expect(opened.text).to.match(new RegExp(`value="${unit_id}" selected`))
    const asked = await submitForm(server, hr, path, [
      ...hiddenControls(opened.text),
      ['title', 'Physicist'],
      ['unit_id', unit_id],
      ['valid_from', '2020-01-01'],
      ['employment_type', 'full_time'],
      ['fte', '1'],
      ['contract_type', 'permanent'],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('<del>Chemist</del>').and.include('<ins>Physicist</ins>')
    const again = await submitForm(server, hr, path, [...hiddenControls(asked.text), ['~step', 'edit']])
    expect(again.text)
      .to.include('value="Physicist"')
      .and.include('<p>Chemist</p>')
      .and.not.include(`>${jobId}<`)
  })

  it('shows a private value that is changed to who types it, beside the one of now', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const work_email = 'gracie@company.example'
    const { id } = await company.person({ preferred_name: 'Gracie', work_email })
    const path = `/${company.slug}/manage/do/org/people.update_profile`
    const opened = await openPage(server, hr, `${path}?person_id=${id}`)
    const asked = await submitForm(server, hr, path, [
      ...hiddenControls(opened.text),
      ['given_name', 'Pat'],
      ['family_name', 'Person'],
      ['work_email', work_email],
      ['preferred_name', 'Ace'],
      ['~step', 'review'],
    ])
    expect(asked.text).to.include('<del>Gracie</del>').and.include('<ins>Ace</ins>')
    await hr.call('org_people_update_profile', { person_id: id, preferred_name: 'Ace' })
    const owner = await company.as('owner', 'web')
    const log = mainOf((await openPage(server, owner, `/${company.slug}/manage/activity`)).text)
    expect(log).to.include('private, not in the log').and.not.include('Gracie')
  })

  it('calls a custom field and a part of a setting by their names before they change', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    await hr.call('org_fields_create', { label: 'Desk', key: 'place_to_sit', type: 'text', tier: 'private' })
    const { id } = await company.person({ work_email: 'gracie@company.example' })
    await hr.call('org_people_update_profile', { person_id: id, custom: { place_to_sit: '4.09' } })
    const review = async (action: string, typed: Iterable<readonly [string, string]>, search = '') => {
      const path = `/${company.slug}/manage/do/org/${action}`
      const german = { 'Accept-Language': 'de' }
      const opened = await openPage(server, hr, path + search, german)
      const sent = [...hiddenControls(opened.text), ...typed, ['~step', 'review'] as const]
      return mainOf((await submitForm(server, hr, path, sent, german)).text)
    }
    const person = [['given_name', 'Pat'] as const, ['family_name', 'Person'] as const]
    const profile = await review(
      'people.update_profile',
      [...person, ['work_email', 'gracie@company.example'], ['custom.place_to_sit', '4.10']],
      `?person_id=${id}`,
    )
    expect(profile)
      .to.match(/>Desk<[^]*<del>(<span[^>]*>)?4\.09[^]*<ins>(<span[^>]*>)?4\.10/)
      .and.not.include('place to sit')
    const settings = await hr.call('org_reminders_settings_get', {})
    const days = Object.entries(settings.days_before).map(
      ([name, value]) => [`days_before.${name}`, name === 'start_soon' ? '9' : String(value)] as const,
    )
    const on = Object.entries(settings.enabled).map(
      ([name, value]) => [`enabled.${name}`, String(value)] as const,
    )
    expect(await review('reminders.settings.update', [...days, ...on]))
      .to.include('Tage vorher: Bald erster Tag')
      .and.not.include('Days before')
  })

  it('leads back to no other site', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    for (const back of ['https://evil.example', '//evil.example', '/other/manage']) {
      const query = new URLSearchParams({ back })
      const { text } = await openPage(server, hr, `/${company.slug}/manage/do/org/units.create?${query}`)
      expect(text, back).to.not.include(back)
    }
  })

  it('shows a secret once, and makes no second one of a second click', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const path = `/${company.slug}/manage/do/platform/api_keys.create`
    const typed: [string, string][] = [
      ['name', 'Payroll'],
      ['audience', 'manage'],
      ['~step', 'review'],
    ]
    const asked = await submitForm(server, owner, path, typed)
    expect(asked.text).to.not.include('hrk_')
    const carried: [string, string][] = [...hiddenControls(asked.text), ['~step', 'do']]
    const done = await submitForm(server, owner, path, carried)
    expect(done.text).to.match(/hrk_[A-Za-z0-9]{42}/)
    const again = await submitForm(server, owner, path, carried)
    expect(again.status).to.equal(409)
    expect(again.text).to.include('This was done already').and.not.include('hrk_')
    expect(await owner.call('platform_api_keys_list', {})).to.have.length(1)
  })

  it('finds people by a search, one of whom is chosen', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const path = `/${company.slug}/manage/do/org/people.hire`
    const find = (q: string) =>
      submitForm(server, hr, path, [
        ['~q:manager_id', q],
        ['title', 'Cook'],
        ['~step', 'find:manager_id'],
      ])
    const { text } = await find('hopp')
    expect(text).to.include('Grace Hopper').and.include(`value="${id}"`).and.include('value="Cook"')
    expect((await find('nobody has this')).text).to.include('Nobody was found')
    // Words that were typed and not searched for are searched for first.
    const asked = await submitForm(server, hr, path, [
      ['~q:manager_id', 'hopp'],
      ['~step', 'review'],
    ])
    expect([asked.status, asked.text.includes('Grace Hopper')]).to.deep.equal([200, true])
  })

  it('shows as hidden what the reader may not see', async () => {
    const company = await server.company()
    const viewer = await company.as('viewer', 'web')
    const { id } = await company.person()
    const { text } = await openPage(
      server,
      viewer,
      `/${company.slug}/manage/do/org/people.get?person_id=${id}`,
    )
    expect(text).to.match(/IBAN<\/dt><dd><span class="badge plain">Hidden from you/)
    const state = { ...emptyState, hidden: new Set(['iban']), values: { iban: 'DE89' } }
    const field: FieldShape = { name: 'iban', kind: 'text' }
    const lookups = { lists: new Map(), picks: new Map(), people: '/acme' }
    const form = render(html`<p>${controls({ language: 'en', state, lookups }, [field])}</p>`)
    expect(form).to.include('Hidden from you').and.not.include('<input').and.not.include('DE89')
  })

  it('is read in the language that its button chooses', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const back = `/${company.slug}/manage/do/org/people.hire`
    const sent = await submitForm(server, hr, `/${company.slug}/language`, [
      ['language', 'de'],
      ['back', back],
    ])
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, back])
    const { text } = await openPage(server, hr, back)
    expect(text).to.include('<html lang="de"').and.include('Person einstellen').and.include('Eintrittsdatum')
  })
})

describe('values of forms', () => {
  const read = (field: FieldShape, ...controls: [string, string][]) =>
    readValues([field], new Sent(controls))[field.name]

  it('are numbers as people type them, and never smaller than they meant', () => {
    const amount: FieldShape = { name: 'amount', kind: 'number', decimals: 2 }
    const typed = (text: string) => read(amount, ['amount', text])
    expect([typed('64000'), typed('37,5'), typed('19.99'), typed('-1'), typed(' ')]).to.deep.equal([
      64000,
      37.5,
      19.99,
      -1,
      undefined,
    ])
    for (const text of ['64.000', '64,000', '1.000,00', '1e3', 'many']) expect(typed(text)).to.equal(text)
  })

  it('are lists by lines, boxes and rows, without empty ones', () => {
    const texts: FieldShape = { name: 'a', kind: 'list', item: { name: '', kind: 'text' }, max: 9 }
    expect(read(texts, ['a', 'One\r\n\r\n Two '])).to.deep.equal(['One', 'Two'])
    const kinds: FieldShape = {
      name: 'a',
      kind: 'list',
      item: { name: '', kind: 'choice', values: ['x', 'y'] },
      max: 9,
    }
    expect(read(kinds, ['a', 'x'], ['a', 'y'])).to.deep.equal(['x', 'y'])
    const item: FieldShape = { name: '', kind: 'object', fields: [{ name: 'n', kind: 'text' }] }
    const rows: FieldShape = { name: 'a', kind: 'list', item, max: 3 }
    expect(read(rows, ['~rows:a', '99'], ['a[0].n', ''], ['a[1].n', 'B'])).to.deep.equal([{ n: 'B' }])
  })

  it('are only what differs from what was shown; what was emptied is cleared', () => {
    const fields: FieldShape[] = [
      { name: 'id', kind: 'id', record: 'unit', required: true },
      { name: 'name', kind: 'text' },
      { name: 'phone', kind: 'text', nullable: true },
      {
        name: 'contact',
        kind: 'object',
        fields: [
          { name: 'a', kind: 'text', nullable: true },
          { name: 'b', kind: 'text' },
        ],
      },
    ]
    const before = { name: 'X', phone: '1', contact: { a: 'A', b: 'B' } }
    expect(
      changesOf(fields, { id: '1', name: 'X', phone: '1', contact: { a: 'A', b: 'B' } }, before),
    ).to.deep.equal({ id: '1' })
    expect(changesOf(fields, { id: '1', contact: { b: 'C' } }, before)).to.deep.equal({
      id: '1',
      name: '',
      phone: null,
      contact: { a: null, b: 'C' },
    })
  })
})

describe('the words of the app', () => {
  it('are there in German for the help of each field of a form, and for no other help', () => {
    const helps = (fields: readonly FieldShape[]): string[] =>
      fields.flatMap((field) => [
        ...(field.help ? [field.help] : []),
        ...(field.kind === 'object' ? helps(field.fields) : field.kind === 'list' ? helps([field.item]) : []),
      ])
    const all = new Set(Object.values(forms).flatMap(({ fields }) => helps(fields)))
    expect(
      {
        missing: [...all].filter((one) => !knownHelp.has(one)),
        unused: [...knownHelp].filter((one) => !all.has(one)),
      },
      'see src/app/texts/help/help.ts',
    ).to.deep.equal({ missing: [], unused: [] })
  })

  it('are there in German for each action, section and field of a form', () => {
    const names = (fields: readonly FieldShape[]): string[] =>
      fields.flatMap((field) => [
        ...(field.name ? [field.name] : []),
        ...(field.kind === 'object' ? names(field.fields) : field.kind === 'list' ? names([field.item]) : []),
      ])
    const all = Object.values(forms)
    const missing = {
      titles: Object.keys(actions).filter((id) => !Object.hasOwn(germanTitles, id)),
      sections: [...new Set(all.map(({ section }) => section))].filter(
        (one) => !Object.hasOwn(germanSections, one),
      ),
      events: Object.keys(eventCatalogue).filter((type) => !Object.hasOwn(germanEvents, type)),
      eventGroups: [...new Set(Object.values(eventCatalogue).map(({ group }) => group))].filter(
        (one) => !Object.hasOwn(germanEventGroups, one),
      ),
      fields: [...new Set(all.flatMap(({ fields }) => names(fields)))].filter(
        (one) => !Object.hasOwn(fieldNames, one),
      ),
    }
    expect(missing, 'add them in src/app/texts').to.deep.equal({
      titles: [],
      sections: [],
      events: [],
      eventGroups: [],
      fields: [],
    })
    expect(choiceNames.has('status')).to.equal(true)
  })

  it('are there for each value that a form offers', () => {
    const values = (fields: readonly FieldShape[]): string[] =>
      fields.flatMap((field) => [
        ...(field.kind === 'choice' ? field.values.map(String) : []),
        ...(field.kind === 'object'
          ? values(field.fields)
          : field.kind === 'list'
            ? values([field.item])
            : []),
      ])
    const all = new Set(Object.values(forms).flatMap(({ fields }) => values(fields)))
    expect(
      [...all].filter((one) => !Object.hasOwn(valueNames, one)),
      'add them in src/app/texts/values.ts',
    ).to.deep.equal([])
  })
})
