import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { activityOf } from '../../../../support/activity.ts'
import { applyPeople, emailOf, entry, idOf, problemsOf } from '../../../../support/bulk.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { useServer } from '../../../../support/server.ts'

const iban = 'DE89 3704 0044 0532 0130 00'
const otherIban = 'GB82 WEST 1234 5698 7654 32'

describe('org.setup.apply: custom fields and payroll details', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  let web: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
    web = await company.as('hr', 'web')
  })

  const makeFields = async () => {
    const make = (label: string, more: object) =>
      web.call('org_fields_create', { label, tier: 'public', ...more } as never)
    await make('Shirt', { type: 'text' })
    await make('Desk', { type: 'number' })
    await make('Medical', { type: 'date' })
    await make('Colour', { type: 'select', options: ['Dark Red', 'Blue'] })
    await make('Keys', { type: 'boolean', tier: 'job' })
    await make('Badge', { type: 'file' })
    await make('Locker', { type: 'text', tier: 'private' })
    const { id } = await make('Old', { type: 'text' })
    await web.call('org_fields_update', { field_id: id, archived: true })
  }
  /** The values that somebody has. */
  const customOf = async (name: string) => {
    const person_id = await idOf(server, company, name)
    const { custom } = await web.call('org_people_get', { person_id })
    return Object.fromEntries(Object.entries(custom!).filter(([, value]) => value !== null))
  }
  const set = (client: TestClient, name: string, custom: object) =>
    applyPeople(client, entry(name, { custom }))
  const all = { shirt: 'M', desk: 7.5, medical: '2026-01-31', colour: 'dark  RED', keys: false }
  const stored = { ...all, colour: 'Dark Red' }

  it('sets values of all types for new people, changes what differs, keeps what is left out, and null clears', async () => {
    await makeFields()
    await applyPeople(hr, entry('Anna', { manager_email: null, custom: all }))
    expect(await customOf('Anna')).to.deep.equal(stored)
    expect((await set(hr, 'Anna', all)).updated.people, 'the same again').to.equal(0)
    expect((await set(hr, 'Anna', { desk: 8 })).updated.people).to.equal(1)
    expect(await customOf('Anna')).to.deep.equal({ ...stored, desk: 8 })
    expect((await set(hr, 'Anna', { desk: null, keys: null })).updated.people).to.equal(1)
    const { desk: _desk, keys: _keys, ...left } = stored
    expect(await customOf('Anna')).to.deep.equal(left)
    expect((await set(hr, 'Anna', { desk: null })).updated.people, 'nothing to clear').to.equal(0)
  })

  it('refuses unknown and archived fields, files, wrong types, unknown options and numbers with too many digits', async () => {
    await makeFields()
    const wrong = [
      { nothing: 1 },
      { old: 'x' },
      { badge: 'x' },
      { shirt: 1 },
      { desk: '7' },
      { medical: '31.01.2026' },
      { colour: 'Green' },
      { keys: 'yes' },
      { desk: 123456789.12345678 },
    ]
    expect(
      await problemsOf(applyPeople(hr, ...wrong.map((custom, at) => entry(`P${at}`, { custom })))),
    ).to.deep.equal([
      'people[0].custom.nothing custom_field_unknown',
      'people[1].custom.old custom_field_archived',
      'people[2].custom.badge custom_file_takes_no_value',
      'people[3].custom.shirt custom_value_wrong_type',
      'people[4].custom.desk custom_value_wrong_type',
      'people[5].custom.medical custom_value_wrong_type',
      'people[6].custom.colour custom_value_no_option',
      'people[7].custom.keys custom_value_wrong_type',
      'people[8].custom.desk custom_number_inexact',
    ])
  })

  it('sets private values in the web app only; over a key neither a right nor an equal nor an empty one', async () => {
    await makeFields()
    await applyPeople(web, entry('Anna', { manager_email: null, custom: { locker: 'A1', shirt: 'M' } }))
    expect(await customOf('Anna')).to.deep.equal({ locker: 'A1', shirt: 'M' })
    const { rows } = await server.db.query(
      `select v.value is null as hidden, v.sealed is not null as sealed from custom_values v
         join custom_fields f on f.org_id = v.org_id and f.id = v.field_id
        where v.org_id = $1 and f.key = 'locker'`,
      [company.id],
    )
    expect(rows).to.deep.equal([{ hidden: true, sealed: true }])
    for (const locker of ['A1', 'B2', null])
      expect(await problemsOf(set(hr, 'Anna', { locker }))).to.deep.equal([
        'people[0].custom.locker private_field_needs_web',
      ])
    expect((await set(web, 'Anna', { locker: 'A1' })).updated.people).to.equal(0)
    expect((await set(web, 'Anna', { locker: 'B2' })).updated.people).to.equal(1)
    expect((await customOf('Anna'))['locker']).to.equal('B2')
    expect((await set(web, 'Anna', { locker: null })).updated.people).to.equal(1)
    expect(await customOf('Anna')).to.deep.equal({ shirt: 'M' })
  })

  it('takes payroll details in the web app only, of new and of known people', async () => {
    await company.person({ work_email: emailOf('Known') })
    for (const [field, value] of Object.entries({ tax_id: '1', social_security_number: '2', iban }))
      expect(
        await problemsOf(
          applyPeople(hr, entry('New', { [field]: value }), entry('Known', { [field]: value })),
        ),
      ).to.deep.equal([`people[0].${field} payroll_needs_web`, `people[1].${field} payroll_needs_web`])
  })

  it('stores them, keeps what is left out, and tells the person and HR of a change, not of first ones of somebody new', async () => {
    const details = async () => {
      const id = await idOf(server, company, 'Anna')
      const { tax_id, social_security_number, iban } = (await web.call('org_people_get', {
        person_id: id,
      })) as any
      return { tax_id, social_security_number, iban }
    }
    await applyPeople(web, entry('Anna', { manager_email: null, tax_id: '12/345', iban }))
    expect(await details()).to.deep.equal({
      ...{ tax_id: '12/345', social_security_number: null, iban: 'DE89370400440532013000' },
    })
    expect(await noticesOf(server, company)).to.deep.equal([])
    const before = await readContents(server.db, company)
    const same = entry('Anna', { tax_id: '12/345', iban: 'DE89370400440532013000' })
    expect((await applyPeople(web, same)).updated.people).to.equal(0)
    await expectUnchanged(server.db, before, 'the same again', company)
    await applyPeople(
      web,
      entry('Anna', { iban: otherIban, social_security_number: 'S 1', tax_id: '12/345' }),
    )
    expect(await details()).to.deep.equal({
      ...{ tax_id: '12/345', social_security_number: 'S 1', iban: 'GB82WEST12345698765432' },
    })
    const person_id = await idOf(server, company, 'Anna')
    const about = ['social_security_number', 'iban']
    expect(await noticesOf(server, company)).to.have.deep.members([
      { kind: 'payroll_changed', person_id, recipient: 'person', about },
      { kind: 'payroll_changed', person_id, recipient: 'administration', about },
    ])
    const [, line] = (await activityOf(server, company, 'org.setup.apply')).slice(-2)
    expect(line!.summary).to.equal('Updated the profile of {subject}')
    expect(JSON.stringify(line)).not.to.include('GB82').and.not.to.include('S 1')
  })

  it('refuses own payroll details, but only those that change', async () => {
    const { id: personId } = await company.person({
      work_email: emailOf('Me'),
      given_name: 'Me',
      family_name: 'Example',
    })
    const own = await company.web(await company.member('hr', { personId }))
    await applyPeople(web, entry('Me', { iban, tax_id: '1' }))
    expect(
      (await applyPeople(own, entry('Me', { iban, tax_id: '1', title: 'Head' }))).updated.people,
    ).to.equal(1)
    expect(await problemsOf(applyPeople(own, entry('Me', { iban: otherIban, tax_id: '1' })))).to.deep.equal([
      'people[0].iban own_payroll_needs_me',
    ])
    expect((await applyPeople(own, entry('Other', { manager_email: null, iban }))).created.people).to.equal(1)
  })

  it('changes payroll details of people who have left', async () => {
    await company.person({ work_email: emailOf('Gone'), last_day: '2026-06-14' })
    const { updated, warnings } = await applyPeople(
      web,
      entry('Gone', { given_name: 'Pat', family_name: 'Person', iban }),
    )
    expect([updated.people, warnings]).to.deep.equal([1, []])
    expect(await noticesOf(server, company)).to.have.length(2)
  })
})
