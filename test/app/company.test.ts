import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { Day } from '../../src/domain/day.ts'
import { actor, givePassword, setRules } from '../support/approvals.ts'
import { hiddenControls, openPage, submitForm, unescape } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { useServer } from '../support/server.ts'

const hostile = '<svg onload=alert(1)>'

describe('the pages of a company', () => {
  const server = useServer()
  let company: Company
  beforeEach(async () => {
    company = await server.company()
  })
  const open = (client: TestClient, path: string, language = 'en') =>
    openPage(server, client, `/${company.slug}/${path}`, { 'Accept-Language': language })

  it('begin with what is missing, until the company is set up', async () => {
    const hr = await company.as('hr', 'web')
    const status = await hr.call('org_setup_status', {})
    const { text } = await open(hr, 'manage')
    expect(text).to.include('Set up your company').and.include('class="checklist"')
    const done = [
      status.entity,
      status.location,
      status.units,
      status.people,
      status.invited,
      status.ai_connected,
    ]
    expect(text.match(/<li class="done">/g)).to.have.length(done.filter(Boolean).length)
    expect((await open(hr, 'manage', 'de')).text).to.include('Unternehmen einrichten')
    const viewer = await open(await company.as('viewer', 'web'), 'manage')
    expect(viewer.text).to.include('Viewer at').and.not.include('do/org/setup.init')
  })

  it('fold what comes after the first ones, and leave out nobody', async () => {
    const hr = await company.as('hr', 'web')
    const start_date = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
    const names = Array.from({ length: 10 }, (_, index) => `Newcomer${index}`)
    for (const family_name of names) await company.person({ family_name, start_date })
    const { text } = await open(hr, 'manage')
    const coming = text.slice(text.indexOf('id="coming"'))
    expect(names.filter((name) => !coming.includes(name))).to.deep.equal([])
    expect(coming).to.include('and 2 more')
  })

  it('name at home what is late of positions and checklists, and lead there', async () => {
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person({ given_name: 'Grace', family_name: 'Hopper' })
    const before = (await open(hr, 'manage')).text
    expect(before).to.not.include('Show: 1 position').and.not.include('Checklists under way')
    await hr.call('org_positions_create', { title: 'Cook', target_start_date: '2026-01-01' })
    const { templates } = await hr.call('org_checklists_templates_list', {})
    const { id, tasks } = await hr.call('org_checklists_runs_start', {
      ...{ template_id: templates[0]!.id, person_id, anchor_date: '2020-01-01' },
    })
    const { text } = await open(hr, 'manage')
    const base = `/${company.slug}/manage`
    expect(text.replace(/\s+/g, ' '))
      .to.match(new RegExp(`href="${base}/positions"[^>]*>Show`))
      .and.match(new RegExp(`href="${base}/checklists"[^>]*>Show`))
      .and.include('1 position is not filled, and the day to start is over')
      .and.include(`${tasks.length} tasks of checklists are overdue`)
      .and.match(new RegExp(`href="${base}/checklists/${id}">Grace Hopper</a>`))
      .and.include(`Onboarding, 0 of ${tasks.length}`)
      .and.match(/<dt>Open positions<\/dt> ?<dd>1</)
    expect((await open(hr, 'manage', 'de')).text).to.include('Laufende Checklisten')
  })

  it('lead from the count of people with nobody above to as many, of those who work here', async () => {
    await server.db.query('update units set head_person_id = $2 where org_id = $1 and id = $3', [
      company.id,
      (await company.person({ manager_id: (await company.person()).id })).id,
      company.root,
    ])
    await company.person({ start_date: '2999-01-01' })
    const hr = await company.as('hr', 'web')
    const { text } = await open(hr, 'manage')
    const [, number, path] = /(\d+) people have nobody above[^]*?href="([^"]*)"[^>]*>Show/.exec(text)!
    const list = await openPage(server, hr, unescape(path!))
    expect(list.text.match(/class="list-name"/g)).to.have.length(Number(number))
  })

  it('lead from the number of people at a location to as many, and from that of a legal entity nowhere', async () => {
    const here = { location_id: company.location, legal_entity_id: company.legalEntity }
    await company.person({ ...here, family_name: 'Here' })
    await company.person({ ...here, family_name: 'Later', start_date: '2999-01-01' })
    await company.person({ family_name: 'Elsewhere' })
    const hr = await company.as('hr', 'web')
    const { text } = await open(hr, 'manage/locations')
    const [, path, number] = /href="([^"]*people[^"]*)"[^>]*>(\d+)</.exec(text)!
    const list = await openPage(server, hr, unescape(path!))
    expect([
      number,
      list.text.match(/class="list-name"[^>]*>[^<]*/g)!.map((name) => name.split('>')[1]),
    ]).to.deep.equal(['1', ['Pat Here']])
    // No list of people has a filter for it.
    expect((await open(hr, 'manage/legal_entities')).text)
      .to.match(/<td[^>]*>1<\/td>/)
      .and.not.match(/href="[^"]*people[^"]*legal_entity_id/)
  })

  it('say that more join than the summary names', async () => {
    const from = new Date().toISOString().slice(0, 10) as Day
    const lives = Array.from({ length: 101 }, () => lifeOf(randomUUIDv7(), [{ from, to: null }]))
    await storeLives(server, company.id, lives)
    const { text } = await open(await company.as('hr', 'web'), 'manage')
    expect(text).to.match(/<dt>Join this month<\/dt>\s*<dd>100\+</)
  })

  it('lead from the count of people without private details to them, and on to their form', async () => {
    const hr = await company.as('hr', 'web')
    const { id: known } = await company.person({ given_name: 'Known' })
    const { id } = await company.person({ given_name: hostile, family_name: 'Hopper' })
    const path = `/${company.slug}/manage/people/without_details`
    expect((await open(hr, 'manage/people/without_details')).text).to.include('has recorded some')
    for (const personId of [known, id])
      await givePassword(server, await company.member('member', { personId }))
    await hr.call('org_people_update_profile', {
      person_id: known,
      contact: { personal_phone: '+4930123456' },
    })
    expect((await open(hr, 'manage')).text).to.match(
      new RegExp(`1 person has recorded no private details[^]*?href="${path}"[^>]*>Show`),
    )
    const { text } = await open(hr, 'manage/people/without_details')
    const main = text.slice(text.indexOf('<main'))
    expect(main.match(/<th scope="row"/g)).to.have.length(1)
    expect(unescape(main)).to.include(`${hostile} Hopper</a>`)
    expect(main).to.not.include('<svg onload').and.not.include('Known')
    const query = new URLSearchParams({ person_id: id, back: path })
    expect(unescape(main)).to.include(`do/org/people.update_profile?${query}`)
    expect((await open(hr, 'manage/people/without_details', 'de')).text).to.include('Angaben eintragen')
    expect((await open(await company.as('viewer', 'web'), 'manage/people/without_details')).status).to.equal(
      403,
    )
  })

  it('offer the roles that the reader may give, and show a member the one that they have', async () => {
    const clients = {
      hr: await company.as('hr', 'web'),
      admin: await company.as('admin', 'web'),
      owner: await company.as('owner', 'web'),
    }
    const { hr, admin, owner } = clients
    const { id } = await company.person({ given_name: 'Grace', work_email: 'g@acme.example' })
    const rolesIn = (text: string) =>
      [
        ...text.matchAll(
          /<(?:input|option)[^>]*?value="(owner|admin|hr|viewer|member)"( (?:checked|selected))?/g,
        ),
      ].map(([, role, chosen]) => `${role}${chosen ? '!' : ''}`)
    const form = async (client: TestClient, action: string, query: Record<string, string>) =>
      (await open(client, `manage/do/${action}?${new URLSearchParams(query)}`)).text
    // Who is invited is asked first.
    const first = await form(hr, 'org/invites.create', {})
    expect(rolesIn(first)).to.deep.equal([])
    expect(first).to.include('name="~q:person_id"').and.include('Continue')
    const invites = async (client: TestClient) =>
      rolesIn(await form(client, 'org/invites.create', { person_id: id }))
    expect(await invites(hr)).to.deep.equal(['member', 'viewer'])
    for (const client of [admin, owner])
      expect(await invites(client)).to.deep.equal(['member', 'hr', 'admin', 'viewer'])
    // It stays so when the form is shown again.
    const path = `/${company.slug}/manage/do/org/invites.create`
    const asked = await submitForm(server, hr, path, [
      ['person_id', id],
      ['role', 'admin'],
      ['~step', 'review'],
    ])
    expect([asked.status, rolesIn(asked.text)]).to.deep.equal([403, ['member', 'viewer']])
    await admin.call('org_invites_create', { person_id: id, role: 'admin' })
    const again = /invites\.create\?person_id/
    expect((await open(admin, 'manage/members')).text).to.match(again)
    expect((await open(hr, 'manage/members')).text).to.not.match(again)

    const members = await owner.call('platform_members_list', {})
    const roles = async (client: TestClient, role: string) => {
      const { membership_id } = members.find((member) => member.roles[0] === role)!
      return rolesIn(await form(client, 'platform/members.set_role', { membership_id }))
    }
    expect(await roles(owner, 'hr')).to.deep.equal(['owner', 'admin', 'hr!', 'viewer', 'member'])
    expect(await roles(admin, 'hr')).to.deep.equal(['admin', 'hr!', 'viewer', 'member'])
    expect(await roles(admin, 'owner')).to.deep.equal(['owner!'])
    const { membership_id } = members.find((member) => member.roles[0] === 'hr')!
    const change = `/${company.slug}/manage/do/platform/members.set_role`
    const send = (role: string) =>
      submitForm(server, owner, change, [...hiddenControls(page), ['role', role], ['~step', 'review']])
    const page = await form(owner, 'platform/members.set_role', { membership_id })
    expect((await send('hr')).text).to.include('Nothing would change')
    expect((await send('viewer')).text)
      .to.include('Viewer')
      .and.not.include('Nothing would change')
  })

  it('show the headcount as it is answered, as a graph and as numbers', async () => {
    const hr = await company.as('hr', 'web')
    const unit = await company.unit({ name: hostile })
    await company.person({ unit_id: unit })
    await company.person({ unit_id: unit })
    const { months } = await hr.call('org_reports_headcount', { by: 'unit' })
    const { text } = await open(hr, 'manage/headcount?by=unit')
    expect(text.match(/<rect /g)).to.have.length(months.length)
    expect(text)
      .to.include(`<dd>${months.at(-1)!.headcount}</dd>`)
      .and.not.include('<svg onload')
    expect(unescape(text)).to.include(hostile)
    const wrong = await open(hr, 'manage/headcount?from=2026-05&to=2026-01')
    expect([wrong.status, wrong.text.includes('These months cannot be shown')]).to.deep.equal([422, true])
    expect(wrong.text).to.match(/id="f-from"[^>]*aria-invalid="true"/)
    for (const [language, told] of [
      ['en', 'This must be a month such as 2026-11.'],
      ['de', 'Das muss ein Monat wie 2026-11 sein.'],
    ] as const) {
      const path = `/${company.slug}/manage/headcount?to=${encodeURIComponent('11/2026')}`
      const { text } = await openPage(server, hr, path, { 'Accept-Language': language })
      expect(text)
        .to.match(new RegExp(`id="f-to-error">${told}<`))
        .and.include('value="11/2026"')
    }
    expect((await open(await company.as('viewer', 'web'), 'manage/headcount')).status).to.equal(403)
  })

  it('show members and open invites, whose link is shown once', async () => {
    const owner = await company.as('owner', 'web')
    const { id } = await company.person({
      given_name: 'Grace',
      family_name: 'Hopper',
      work_email: 'g@acme.example',
    })
    const path = `/${company.slug}/manage/do/org/invites.create`
    const back = `/${company.slug}/manage/members`
    const asked = await submitForm(server, owner, path, [
      ['person_id', id],
      ['~back', back],
      ['~step', 'review'],
    ])
    const made = await submitForm(server, owner, path, [...hiddenControls(asked.text), ['~step', 'do']])
    const [link] = /https?:\/\/[^"<]*\/invite\/[^"<]+/.exec(unescape(made.text)) ?? []
    expect(link, 'the link is shown').to.be.a('string')
    expect(made.text).to.include('Link: Shown this once')
    expect(unescape(made.text)).to.match(/<p class="lead">[^<]*Grace/)
    expect(made.text).to.include('This server sends no mail: hand the link over yourself.')
    expect(made.text).to.not.include('>Skipped<')
    const { text } = await open(owner, 'manage/members')
    expect(text).to.include('g@acme.example').and.include('invites.revoke?').and.not.include('/invite/')
    const members = await owner.call('platform_members_list', {})
    for (const { email } of members) expect(text).to.include(email)
    expect(text).to.include('members.set_role?')
    const hr = await open(await company.as('hr', 'web'), 'manage/members', 'de')
    expect(hr.text).to.include('Mitglieder und Einladungen').and.not.include('members.set_role?')
    expect((await open(await company.as('viewer', 'web'), 'manage/members')).status).to.equal(403)
  })

  it('show many members and invites in pages, and find them by name or address', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    for (let member = 0; member < 100; member += 1) await company.member('viewer')
    const named = await company.person({ given_name: 'Zoë', family_name: 'Østergård' })
    const { membershipId } = await company.member('member', { personId: named.id })
    await server.db.query(
      `update users set display_name = 'Zoë Østergård' where id = (select user_id from memberships where id = $1)`,
      [membershipId],
    )
    for (let invite = 0; invite < 101; invite += 1) {
      const { id: person_id } = await company.person()
      await server.db.query(
        `insert into invites (org_id, id, person_id, email, role, token_hash, created_at, expires_at)
         values ($1, gen_random_uuid(), $2, 'guest' || $3::text || '@example.com', 'member', sha256($3::text::bytea), now(),
                 now() + interval '1 day')`,
        [company.id, person_id, String(invite)],
      )
    }
    const page = async (query: string) => {
      const { text } = await openPage(server, owner, `/${company.slug}/manage/members${query}`)
      const [members = '', invites = ''] = text.slice(text.indexOf('<main')).split('id="invites"')
      const rows = (part: string) => (part.match(/<tr/g) ?? []).length - 1
      return { rows: [rows(members), rows(invites)], text: unescape(text) }
    }
    const first = await page('')
    expect(first.rows).to.deep.equal([100, 100])
    expect(first.text).to.include('members?from=100').and.include('members?invites=100#invites')
    const second = await page('?from=100')
    expect(second.rows).to.deep.equal([2, 100])
    expect(second.text).to.include(`back=${encodeURIComponent(`/${company.slug}/manage/members?from=100`)}`)
    expect((await page('?invites=100')).rows).to.deep.equal([100, 1])
    const found = await page('?q=zoe+oster')
    expect(found.text).to.include('Zoë Østergård').and.include('Show all')
    expect(found.rows[0]).to.equal(1)
    expect((await page('?q=guest7@')).rows[1]).to.equal(1)
    expect((await page('?q=xyz')).text).to.include('Nobody is called that.')
  })

  it('offer nobody to shut themselves out', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const hr = await company.member('hr')
    const { text } = await openPage(server, owner, `/${company.slug}/manage/members`)
    expect(text.match(/members\.disable\?/g)).to.have.length(1)
    expect(text).to.include(`members.disable?membership_id=${hr.membershipId}`)
  })

  it('show the settings that a role may read, with ways to change those that it may', async () => {
    const owner = await company.as('owner', 'web')
    await owner.call('org_fields_create', { key: 'shirt', label: hostile, type: 'text', tier: 'private' })
    await setRules(server, company, { job_change: 'manager_then_hr' })
    const general = (await open(owner, 'manage/settings')).text
    for (const shown of ['Emerald', 'Terracotta', 'Ways to sign in', 'appearance.set?palette=rose'])
      expect(general).to.include(shown)
    const fields = (await open(owner, 'manage/settings/fields')).text
    expect(unescape(fields)).to.include(hostile).and.include('The person and HR')
    expect(fields).to.not.include('<svg onload')
    expect((await open(owner, 'manage/settings/approvals')).text)
      .to.include('The manager, then HR')
      .and.include('Nobody has to agree')
    const viewer = await company.as('viewer', 'web')
    const seen = await open(viewer, 'manage/settings')
    expect(seen.text)
      .to.include('Emerald')
      .and.not.match(/Ways to sign in|appearance\.set\?|settings\/approvals/)
    expect((await open(viewer, 'manage/settings/approvals')).status).to.equal(403)
  })

  it('tell what was done by day, with filters and further pages', async () => {
    const owner = await company.as('owner', 'web')
    const hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    for (let index = 0; index < 51; index++)
      await hr.web.call('org_units_create', { name: `Unit ${index} ${hostile}`, kind: 'team' })
    const { text } = await open(owner, 'manage/activity')
    expect(unescape(text)).to.include(`Unit 50 ${hostile}`).and.not.include(`Unit 0 ${hostile}`)
    expect(text).to.not.include('<svg onload')
    const [, older] = /href="([^"]*before=[^"]*)"/.exec(text) ?? []
    const next = await openPage(server, owner, unescape(older!))
    expect(unescape(next.text)).to.include(`Unit 0 ${hostile}`)
    const none = await open(owner, 'manage/activity?action=org.people.hire', 'de')
    expect(none.text).to.include('Nichts dergleichen')
    const person = hr.personId
    await owner.call('org_people_update_profile', { person_id: person, employee_number: 'A-7' })
    const { user } = await hr.web.call('platform_whoami', {})
    const ofHr = await open(owner, `manage/activity?actor_id=${user.id}`)
    expect(unescape(ofHr.text)).to.include('Unit 50').and.not.include('Updated the profile')
    expect(ofHr.text).to.match(new RegExp(`<option value="${user.id}" selected`))
    const found = await open(owner, 'manage/activity?~q:person_id=Hana')
    expect(found.text).to.include(`value="${person}"`)
    const ofPerson = await open(owner, `manage/activity?person_id=${person}`)
    expect(unescape(ofPerson.text)).to.include('Updated the profile of Hana Ray').and.not.include('Unit 50')
    // HR sees what they did themselves, and no more.
    await owner.call('org_units_create', { name: 'Secret plans', kind: 'team' })
    expect((await open(owner, 'manage/activity')).text).to.include('Secret plans')
    for (const path of ['manage/activity', 'activity'])
      expect((await open(hr.web, path)).text, path)
        .to.include('Unit 50')
        .and.not.include('Secret plans')
  })
})
