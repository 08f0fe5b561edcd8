import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { McpClient } from '../../../support/mcp.ts'
import { noticesOf } from '../../../support/notices.ts'
import { useServer } from '../../../support/server.ts'

const payroll = {
  tax_id: '12/345/67890',
  social_security_number: '15 070649 C 103',
  iban: 'DE89370400440532013000',
}

describe('org.people.update_profile', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  async function story(kind: 'key' | 'web' = 'web') {
    const company = await server.company()
    const hr = await company.as('hr', kind)
    const { id } = await company.person({ given_name: 'Mary', family_name: 'Greig' })
    return { company, hr, id }
  }
  const logged = async (company: Company) =>
    (await activityOf(server, company, 'org.people.update_profile')).map(({ changes }) => changes)

  it('changes what is given and keeps the rest, tells the event public fields alone, and logs no value', async () => {
    const { company, hr, id } = await story()
    const changed = await hr.call('org_people_update_profile', {
      person_id: id,
      family_name: 'Somerville',
      preferred_name: 'May',
      employee_number: '12',
      work_email: 'Mary@Company.example',
      work_phone: '+49 (0)30 123456-12',
      contact: { personal_email: 'mary@home.example', address: { city: 'Jedburgh', country: 'GB' } },
      birthday: '1980-12-26',
      gender: 'female',
      nationality: 'GB',
    })
    expect(changed).to.deep.include({
      given_name: 'Mary',
      family_name: 'Somerville',
      name: 'May Somerville',
      employee_number: '12',
      work_email: 'Mary@Company.example',
      work_phone: '+493012345612',
      birthday: '1980-12-26',
      gender: 'female',
      nationality: 'GB',
      tax_id: null,
      updated_at: '2026-06-15T12:00:00.000Z',
      hidden_fields: [],
    })
    expect(changed.contact).to.deep.include({ personal_email: 'mary@home.example', emergency_contacts: [] })
    expect(await hr.call('org_people_get', { person_id: id })).to.deep.equal(changed)

    const [line] = await activityOf(server, company, 'org.people.update_profile')
    expect(line).to.include({ summary: 'Updated the profile of {subject}', subject_id: id, person_id: id })
    const names = ['family_name', 'preferred_name', 'employee_number', 'work_email', 'work_phone']
    const details = ['contact', 'birthday', 'gender', 'nationality']
    expect(line!.changes).to.deep.equal(
      [...names, ...details].map((field) => ({ field, before: null, after: null })),
    )
    const events = await readEvents(server.db, company)
    expect(events).to.have.length(1)
    expect(events[0]).to.deep.nested.include({
      type: 'person.updated',
      person_id: id,
      'payload.changed': names,
      'payload.person.name': 'May Somerville',
    })
    expect(JSON.stringify(events)).to.not.match(/home\.example|Jedburgh|1980-|female/)
  })

  it('is found by the new name and the new e-mail, and not by the old ones', async () => {
    const { company, hr, id } = await story()
    await hr.call('org_people_update_profile', { person_id: id, family_name: 'Somerville' })
    await hr.call('org_people_update_profile', { person_id: id, work_email: 'science@bücher.example' })
    const found = async (q: string) => (await hr.call('org_people_list', { q })).people.map((one) => one.id)
    for (const q of ['somerville', 'science', 'xn--bcher-kva.example'])
      expect(await found(q), q).to.deep.equal([id])
    expect(await found('greig')).to.deep.equal([])
    const other = await company.person()
    const taken = { person_id: other.id, work_email: 'SCIENCE@xn--bcher-kva.example' }
    await refused(hr.call('org_people_update_profile', taken), 'conflict')
  })

  it('keeps each part of the contact that is left out, clears what is null, and replaces address and list as a whole', async () => {
    const { hr, id } = await story()
    const change = async (contact: object) =>
      (await hr.call('org_people_update_profile', { person_id: id, contact })).contact
    const bob = { name: 'Bob', relationship: null, phone: '+4930901820', email: null }
    await change({
      personal_email: 'a@home.example',
      personal_phone: '+44 131 496 0123',
      address: { line1: 'High Street 1', city: 'Leith' },
      emergency_contacts: [{ name: 'Ann' }, { name: 'Bob', phone: '+49 30 901820' }],
    })
    expect(await change({})).to.deep.equal({
      personal_email: 'a@home.example',
      personal_phone: '+441314960123',
      address: {
        line1: 'High Street 1',
        line2: null,
        city: 'Leith',
        region: null,
        postal_code: null,
        country: null,
      },
      emergency_contacts: [{ name: 'Ann', relationship: null, phone: null, email: null }, bob],
    })
    expect(await change({ personal_email: null, emergency_contacts: [{ ...bob }] })).to.deep.include({
      personal_email: null,
      personal_phone: '+441314960123',
      emergency_contacts: [bob],
    })
    expect((await change({ address: { city: 'Jedburgh' } }))?.address).to.include({
      line1: null,
      city: 'Jedburgh',
    })
    expect(await change({ address: null, emergency_contacts: null, personal_phone: null })).to.deep.equal({
      personal_email: null,
      personal_phone: null,
      address: null,
      emergency_contacts: [],
    })
  })

  it('clears what is null', async () => {
    const { hr, id } = await story()
    const all = {
      preferred_name: 'May',
      employee_number: '7',
      work_phone: '+49 30 901820',
      birthday: '1980-01-01',
    }
    const more = { gender: 'x', nationality: 'FR', ...payroll }
    await hr.call('org_people_update_profile', { person_id: id, ...all, ...more })
    const nothing = Object.fromEntries(Object.keys({ ...all, ...more }).map((field) => [field, null]))
    expect(await hr.call('org_people_update_profile', { person_id: id, ...nothing })).to.deep.include(nothing)
  })

  it('writes and records nothing when nothing differs', async () => {
    const { company, hr, id } = await story()
    const given = { contact: { personal_phone: '+4930901820' }, preferred_name: 'May', ...payroll }
    const before = await hr.call('org_people_update_profile', { person_id: id, ...given })
    server.now = new Date('2026-06-16T12:00:00Z')
    const same = {
      ...given,
      contact: { personal_phone: '+49 30 90 18 20', emergency_contacts: [], address: { city: null } },
      iban: 'de89 3704 0044 0532 0130 00',
    }
    expect(await hr.call('org_people_update_profile', { person_id: id, ...same })).to.deep.equal(before)
    expect(await hr.call('org_people_update_profile', { person_id: id })).to.deep.equal(before)
    expect(await logged(company)).to.have.length(1)
    expect(await readEvents(server.db, company)).to.have.length(1)
    expect(await noticesOf(server, company)).to.have.length(2)
  })

  it('sends no event when only private details change', async () => {
    const { company, hr, id } = await story()
    await hr.call('org_people_update_profile', { person_id: id, birthday: '1980-01-01', iban: payroll.iban })
    expect(await readEvents(server.db, company)).to.deep.equal([])
    expect((await logged(company))[0]!.map(({ field }) => field)).to.deep.equal(['birthday', 'iban'])
  })

  it('stores payroll details in their form, and leaves a notice for the person and one for HR that name them', async () => {
    const { company, hr, id } = await story()
    const person = await hr.call('org_people_update_profile', {
      person_id: id,
      ...payroll,
      iban: 'de89 3704 0044 0532 0130 00',
    })
    expect(person).to.include(payroll)
    const notice = { kind: 'payroll_changed', person_id: id, about: Object.keys(payroll) }
    expect(await noticesOf(server, company)).to.deep.equal([
      { ...notice, recipient: 'person' },
      { ...notice, recipient: 'administration' },
    ])
    await hr.call('org_people_update_profile', { person_id: id, tax_id: null, gender: 'x' })
    expect((await noticesOf(server, company)).at(-1)).to.deep.include({ about: ['tax_id'] })
    expect(JSON.stringify(await logged(company))).to.not.match(/DE89|12\/345|070649/)
  })

  it('says in org/pay.list when payroll details changed last, and other details do not count', async () => {
    const { hr, id } = await story()
    const changedAt = async () => (await hr.call('org_pay_list', { person_id: id })).payroll_changed_at
    await hr.call('org_people_update_profile', { person_id: id, gender: 'x' })
    expect(await changedAt()).to.equal(null)
    await hr.call('org_people_update_profile', { person_id: id, tax_id: '1' })
    server.now = new Date('2026-06-16T12:00:00Z')
    await hr.call('org_people_update_profile', { person_id: id, gender: 'y', tax_id: '1' })
    expect(await changedAt()).to.equal('2026-06-15T12:00:00.000Z')
    await hr.call('org_people_update_profile', { person_id: id, tax_id: null })
    expect(await changedAt()).to.equal('2026-06-16T12:00:00.000Z')
  })

  it('refuses what is no IBAN, and other characters in the numbers, without repeating them', async () => {
    const { hr, id } = await story()
    const wrong = { tax_id: '12_345', social_security_number: 'ü1', iban: 'DE88370400440532013000' }
    for (const [field, value] of Object.entries(wrong)) {
      const error = await refused(
        hr.call('org_people_update_profile', { person_id: id, [field]: value }),
        'validation_failed',
      )
      expect(error.paths).to.deep.equal([field])
      expect(JSON.stringify(error.body)).to.not.include(value)
    }
  })

  it('takes payroll details in the web app alone: not from keys, not even to clear them, and not from assistants', async () => {
    const { company, id } = await story()
    const key = await company.as('owner')
    for (const [field, value] of Object.entries({ ...payroll, iban: null })) {
      const { body } = await refused(
        key.call('org_people_update_profile', { person_id: id, [field]: value }),
        'forbidden',
      )
      expect(body.error.details).to.have.length(1)
      expect(body.error.details![0]).to.include({ path: field, code: 'payroll_needs_web' })
    }
    const tool = await new McpClient(key).call('org_people_update_profile', { person_id: id, ...payroll })
    expect(tool.isError).to.equal(true)
    expect(JSON.stringify(tool)).to.include('Only the web app takes this').and.not.include(payroll.iban)
    expect(await logged(company)).to.deep.equal([])
  })

  it('shows a key that changes private details only that they are hidden', async () => {
    const { hr, id } = await story('key')
    const person = await hr.call('org_people_update_profile', { person_id: id, birthday: '1980-01-01' })
    expect(person.birthday).to.equal(null)
    expect(person.hidden_fields).to.include.members(['contact', 'birthday', 'iban'])
  })

  it('leaves own payroll details to org/me.update_profile', async () => {
    const company = await server.company()
    const member = await company.member('hr', { person: true })
    const web = await company.web(member)
    const own = { person_id: member.personId!, iban: payroll.iban }
    const { body } = await refused(web.call('org_people_update_profile', own), 'forbidden')
    expect(body.error.details![0]).to.include({ path: 'iban', code: 'own_payroll_needs_me' })
    const changed = await web.call('org_people_update_profile', { person_id: member.personId!, gender: 'x' })
    expect(changed.gender).to.equal('x')
  })

  it('refuses a work e-mail and an employee number that somebody has, even one who has left, and a birthday to come', async () => {
    const { company, hr, id } = await story()
    const gone = await company.person({ work_email: 'gone@company.example', last_day: '2021-01-01' })
    await hr.call('org_people_update_profile', { person_id: gone.id, employee_number: 'A7' })
    const { body } = await refused(
      hr.call('org_people_update_profile', {
        person_id: id,
        work_email: 'GONE@company.example',
        employee_number: 'a7',
        birthday: '2026-06-16',
      }),
      'validation_failed',
    )
    expect(body.error.details!.map(({ code }) => code)).to.deep.equal([
      'birthday_in_future',
      'work_email_taken',
      'employee_number_taken',
    ])
    expect(body.error.details!.slice(1).map((one) => one.record_id)).to.deep.equal([gone.id, gone.id])
    // Their own are not taken.
    await hr.call('org_people_update_profile', { person_id: gone.id, work_email: 'Gone@company.example' })
  })

  it('gives one e-mail to one of two people, when both get it at the same moment', async () => {
    const { company, hr, id } = await story()
    const other = await company.person()
    const change = (person_id: string) => () =>
      hr.call('org_people_update_profile', { person_id, work_email: 'one@company.example' })
    const results = await Promise.allSettled([change(id)(), change(other.id)()])
    expect(results.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
    const [lost] = results.filter((one) => one.status === 'rejected')
    expect(lost!.reason.body.error.details[0].code).to.equal('work_email_taken')
  })

  it('gives one e-mail to one of two, when somebody is hired with it at the same moment', async () => {
    const { hr, id } = await story()
    const work_email = 'one@company.example'
    const ada = { given_name: 'Ada', family_name: 'Lovelace', title: 'Engineer', start_date: '2024-01-01' }
    const results = await Promise.allSettled([
      hr.call('org_people_update_profile', { person_id: id, work_email }),
      hr.call('org_people_hire', { ...ada, work_email }),
    ])
    expect(results.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'rejected'])
  })

  it('loses neither of two changes of one person at the same moment', async () => {
    const { hr, id } = await story()
    const changes: object[] = [
      { birthday: '1980-01-01' },
      { gender: 'x' },
      payroll,
      { contact: { personal_email: 'a@b.example' } },
    ]
    await Promise.all(
      changes.map((change) => hr.call('org_people_update_profile', { person_id: id, ...change })),
    )
    const person = await hr.call('org_people_get', { person_id: id })
    expect(person).to.include({ birthday: '1980-01-01', gender: 'x', ...payroll })
    expect(person.contact?.personal_email).to.equal('a@b.example')
  })

  it('leaves the login as it is when the work e-mail changes', async () => {
    const { company, hr } = await story()
    const member = await company.member('member', { person: true })
    const client: TestClient = await company.web(member)
    const { email } = (await client.call('platform_whoami', {})).user
    await hr.call('org_people_update_profile', {
      person_id: member.personId!,
      work_email: 'new@company.example',
    })
    expect((await client.call('platform_whoami', {})).user.email).to.equal(email)
  })

  it('stores nothing about a person who was erased', async () => {
    const { company, hr } = await story()
    const { id } = await company.person({ erased: true, last_day: '2020-02-02' })
    const { body } = await refused(
      hr.call('org_people_update_profile', { person_id: id, gender: 'x' }),
      'conflict',
    )
    expect(body.error.details![0]).to.include({ code: 'profile_erased', record_id: id })
  })

  it('does not let a key find out private values by trying: each one that is given counts as changed', async () => {
    const { company, id } = await story()
    const web = await company.as('hr', 'web')
    await web.call('org_fields_create', { label: 'Locker', type: 'number' })
    const kept = {
      birthday: '1980-12-26',
      contact: { personal_email: 'mary@home.example' },
      custom: { locker: 7 },
    }
    await web.call('org_people_update_profile', { person_id: id, ...kept })
    const key = await company.as('hr', 'key')
    const rehearse = async (given: object) => {
      const { body } = await key.post('/v1/org/people.update_profile?dry_run=true', {
        person_id: id,
        ...given,
      })
      return body.dry_run.activity.map(({ changes }: { changes: unknown }) => changes)
    }
    for (const wrong of [
      { birthday: '1980-12-27' },
      { contact: { personal_email: 'm@home.example' } },
      { custom: { locker: 8 } },
    ]) {
      const [field] = Object.keys(wrong) as ['birthday' | 'contact' | 'custom']
      expect(await rehearse({ [field]: kept[field] }), field).to.deep.equal(await rehearse(wrong))
    }
    await key.call('org_people_update_profile', { person_id: id, custom: { locker: null } })
    const seen = await web.call('org_people_get', { person_id: id })
    expect(seen.custom['locker'], 'null still clears').to.equal(null)
    expect(seen.birthday).to.equal(kept.birthday)
  })

  describe('values of custom fields', () => {
    async function fieldsOf(hr: TestClient) {
      await hr.call('org_fields_create', {
        label: 'Size',
        type: 'select',
        options: ['S', 'M'],
        tier: 'public',
      })
      await hr.call('org_fields_create', { label: 'Locker', type: 'number' })
      const { id: field_id } = await hr.call('org_fields_create', { label: 'Old', type: 'text' })
      await hr.call('org_fields_update', { field_id, archived: true })
      await hr.call('org_fields_create', { label: 'Badge', type: 'file' })
    }

    it('are set, kept and cleared; the log names the fields that have another value, an event those that are not private', async () => {
      const { company, hr, id } = await story()
      await fieldsOf(hr)
      const update = async (custom: Record<string, string | number | null>) =>
        (await hr.call('org_people_update_profile', { person_id: id, custom })).custom
      expect(await update({ size: 'm', locker: 0.1 })).to.deep.equal({ size: 'M', locker: 0.1, badge: null })
      expect(await update({ size: 'M', locker: null })).to.deep.equal({
        size: 'M',
        locker: null,
        badge: null,
      })
      expect(await update({ size: 'M' })).to.deep.equal({ size: 'M', locker: null, badge: null })
      const named = (await logged(company)).map((changes) => changes.map(({ field }) => field).toSorted())
      expect(named.toSorted((a, b) => b.length - a.length)).to.deep.equal([
        ['custom.locker', 'custom.size'],
        ['custom.locker'],
      ])
      const events = await readEvents(server.db, company)
      const sent = events.filter(({ type }) => type === 'person.updated')
      expect(sent).to.have.length(1)
      expect(sent[0]).to.deep.nested.include({ 'payload.changed': ['custom.size'] })
      expect(JSON.stringify(sent)).to.not.include('locker').and.not.include('"M"')
    })

    it('of the private tier are in no event; with others, they are left out of it', async () => {
      const { company, hr, id } = await story()
      await hr.call('org_fields_create', { label: 'Locker', type: 'number', tier: 'job' })
      await hr.call('org_fields_create', { label: 'Allergies', type: 'text', tier: 'private' })
      const update = (input: object) => hr.call('org_people_update_profile', { person_id: id, ...input })
      const sent = async () =>
        (await readEvents(server.db, company)).filter(({ type }) => type === 'person.updated')
      await update({ custom: { allergies: 'nuts' } })
      expect(await sent()).to.deep.equal([])
      await update({ work_phone: '+4930901820', custom: { allergies: 'none', locker: 7 } })
      expect(await sent()).to.have.length(1)
      expect((await sent())[0]).to.deep.nested.include({ 'payload.changed': ['work_phone', 'custom.locker'] })
      const fields = (await logged(company)).flat().map(({ field }) => field)
      expect(fields).to.include.members(['custom.allergies', 'custom.locker'])
    })

    it('are refused by path, all at once, and then nothing is changed', async () => {
      const { hr, id } = await story()
      await fieldsOf(hr)
      const custom = { size: 'XL', locker: 1e-17, old: 'x', badge: 'x', nope: 1 }
      const input = { person_id: id, given_name: 'Other', custom }
      const { body } = await refused(hr.call('org_people_update_profile', input), 'validation_failed')
      expect(body.error.details!.map(({ path, code }) => `${path} ${code}`)).to.have.members([
        'custom.size custom_value_no_option',
        'custom.locker custom_number_inexact',
        'custom.old custom_field_archived',
        'custom.badge custom_file_takes_no_value',
        'custom.nope custom_field_unknown',
      ])
      const wrong = { person_id: id, custom: { locker: 'seven' } }
      const { body: type } = await refused(hr.call('org_people_update_profile', wrong), 'validation_failed')
      expect(type.error.details![0]).to.include({ path: 'custom.locker', code: 'custom_value_wrong_type' })
      expect((await hr.call('org_people_get', { person_id: id })).given_name).to.equal('Mary')
    })
  })
})
