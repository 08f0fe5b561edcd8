import { expect } from 'chai'
import { parse } from 'csv-parse/sync'
import type { Result } from '../../../../src/actions/action.ts'
import { asGiven } from '../../../../src/domain/csv.ts'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { addJobRow } from '../../../support/job-rows.ts'
import { McpClient } from '../../../support/mcp.ts'
import { connectedApp } from '../../../support/oauth.ts'
import { inUndoneTransaction, untilBlocked } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

type File = Result<'org_people_export_csv'>

/** The rows of a file, as a spreadsheet reads it. */
const read = ({ csv }: File, delimiter = ','): Record<string, string>[] =>
  parse(csv, { columns: true, delimiter }) as Record<string, string>[]

const hopper = {
  given_name: 'Grace',
  family_name: 'Hopper',
  preferred_name: 'Amazing "Grace"',
  employee_number: '007',
  work_email: 'grace@acme.example',
  work_phone: '+493012345607',
  title: 'Head, Research;\u{1F680}',
  start_date: '2024-09-01',
  weekly_hours: 37.5,
  notice_period_days: 90,
}

describe('org.people.export_csv', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-11-22T12:00:00Z')))

  it('tells one moment: who changes while it is written is in it as they were, in all columns', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { key } = await owner.call('org_fields_create', { label: 'Size', type: 'text', tier: 'public' })
    const { id: person_id } = await company.person({ family_name: 'Before' })
    await owner.call('org_people_update_profile', { person_id, custom: { [key]: 'before' } })
    const { exporting } = await inUndoneTransaction(server.db, async (other) => {
      // Names are read before values.
      await other.query('lock table custom_values in access exclusive mode')
      const call = owner.call('org_people_export_csv', {})
      await untilBlocked(server.db, call)
      const own = 'where org_id = $1 and'
      await other.query(`update people set family_name = 'After' ${own} id = $2`, [company.id, person_id])
      await other.query(`update custom_values set value = '"after"' ${own} person_id = $2`, [
        company.id,
        person_id,
      ])
      await other.query('commit')
      return { exporting: call }
    })
    const [row] = read(await exporting).filter(({ family_name: name }) => name !== 'Person')
    expect([row!['family_name'], row![key]]).to.deep.equal(['Before', 'before'])
  })

  it('has a row for everybody who works here or starts later, with their job and custom fields', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    await owner.call('org_fields_create', { label: 'T-shirt', type: 'text', tier: 'public' })
    await owner.call('org_fields_create', { label: 'First aid', type: 'boolean', tier: 'job' })
    await owner.call('org_fields_create', { label: 'Locker', type: 'number', tier: 'private' })
    await owner.call('org_fields_create', { label: 'Badge', type: 'file' })
    const { person: boss } = await owner.call('org_people_hire', {
      ...{ given_name: 'Ada', family_name: 'Lovelace', work_email: 'ada@acme.example', title: 'Director' },
      start_date: '2024-01-01',
    })
    await owner.call('org_people_hire', {
      ...hopper,
      manager_id: boss.id,
      location_id: company.location,
      unit_id: company.root,
      custom: { t_shirt: 'M', first_aid: true, locker: 7 },
    })
    await company.person({ last_day: '2026-11-21' })
    const file = await owner.call('org_people_export_csv', {})
    expect(file.columns).to.deep.equal([
      ...[
        'given_name',
        'family_name',
        'preferred_name',
        'employee_number',
        'work_email',
        'work_phone',
        'status',
        'title',
        'team',
      ],
      ...['manager', 'manager_email', 'location', 'start_date', 'employment_type', 'fte', 'contract_type'],
      ...['contract_end_date', 'probation_end_date', 'weekly_hours', 'notice_period_days', 'legal_entity'],
      ...['t_shirt', 'first_aid'],
    ])
    expect(file.filename).to.equal(`${company.slug}-people-2026-11-22.csv`)
    expect(file.rows).to.equal(2)
    expect(file.csv.split('\r\n')).to.have.length(4)
    const [grace, ada] = read(file)
    expect(grace).to.deep.equal({
      ...{ given_name: 'Grace', family_name: 'Hopper', preferred_name: 'Amazing "Grace"' },
      ...{ employee_number: '007' },
      ...{ work_email: 'grace@acme.example', work_phone: "'+493012345607", status: 'active' },
      ...{ title: 'Head, Research;\u{1F680}', team: 'Company', manager: 'Ada Lovelace' },
      ...{ manager_email: 'ada@acme.example', location: 'Head office', start_date: '2024-09-01' },
      ...{ employment_type: 'full_time', fte: '1', contract_type: 'permanent', contract_end_date: '' },
      ...{
        probation_end_date: '',
        weekly_hours: '37.5',
        notice_period_days: '90',
        legal_entity: 'Company GmbH',
      },
      ...{ t_shirt: 'M', first_aid: 'true' },
    })
    expect(ada).to.include({ manager: '', manager_email: 'none', t_shirt: '', first_aid: '' })
  })

  it('has a decimal comma where the delimiter is a semicolon', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await owner.call('org_people_hire', hopper)
    const [grace] = read(await owner.call('org_people_export_csv', { delimiter: ';' }), ';')
    expect(grace).to.include({ weekly_hours: '37,5', title: hopper.title })
  })

  it('quotes a text with line breaks, which have no carriage return', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await owner.call('org_fields_create', { label: 'Note', type: 'text', tier: 'public' })
    await owner.call('org_people_hire', { ...hopper, custom: { note: 'two\nlines' } })
    const file = await owner.call('org_people_export_csv', {})
    expect(file.csv).to.include('"two\nlines"')
    expect(read(file)).to.have.length(1)
    expect(read(file)[0]).to.include({ note: 'two\nlines' })
  })

  it('runs nothing in a spreadsheet, and what it puts before a value can be taken off again', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''=1", "'plain", 'Q=A', 'Eve;=A1', 'a, "＝1"']
    for (const [index, title] of titles.entries())
      await company.person({ title, family_name: `P${index}`, given_name: '=cmd()' })
    const rows = read(await owner.call('org_people_export_csv', {}))
    expect(rows.map(({ title }) => title)).to.deep.equal([
      ...["'=1+1", "'+1", "'-1", "'@SUM(A1)", "''=1", "'''=1", "'plain", 'Q=A', "Eve;'=A1", `a, "'＝1"`],
    ])
    expect(rows.map(({ title }) => asGiven(title!))).to.deep.equal(titles)
    expect(rows[0]!['given_name']).to.equal("'=cmd()")
  })

  it('has private details in the web app only, and says so in the log', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const key = await company.as('hr')
    await web.call('org_fields_create', { label: 'Locker', type: 'number' })
    const { person } = await web.call('org_people_hire', {
      ...hopper,
      contact: {
        personal_email: 'grace@home.example',
        address: { line1: 'Oak 1', city: 'Bonn', country: 'DE' },
      },
      birthday: '1986-12-09',
      custom: { locker: 7.5 },
    })
    await web.call('org_people_update_profile', { person_id: person.id, iban: 'DE89370400440532013000' })
    const file = await web.call('org_people_export_csv', { include_private: true, delimiter: ';' })
    expect(read(file, ';').find(({ given_name }) => given_name === 'Grace')).to.include({
      ...{
        personal_email: 'grace@home.example',
        personal_phone: '',
        line1: 'Oak 1',
        line2: '',
        city: 'Bonn',
      },
      ...{ country: 'DE', birthday: '1986-12-09', tax_id: '', iban: 'DE89370400440532013000', locker: '7,5' },
    })
    const { body } = await refused(key.call('org_people_export_csv', { include_private: true }), 'forbidden')
    expect(body.error.details![0]).to.include({ code: 'private_export_needs_web', path: 'include_private' })
    const plain = await key.call('org_people_export_csv', {})
    expect(plain.csv).not.to.contain('grace@home.example').and.not.contain('1986-').and.not.contain('DE89')
    const lines = await activityOf(server, company, 'org.people.export_csv')
    expect(lines.map(({ summary }) => summary)).to.deep.equal([
      `Exported ${file.rows} people as CSV, with private details`,
      `Exported ${plain.rows} people as CSV`,
    ])
  })

  it('is that of the day that is asked for: who is here then, their job, and managers who have not left by then', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const boss = await company.person({ family_name: 'Boss', last_day: '2026-12-31' })
    const { id } = await company.person({ family_name: 'Below', manager_id: boss.id, title: 'Cook' })
    await company.person({ family_name: 'Later', start_date: '2027-03-01' })
    await addJobRow(server, company.id, id, '2027-01-01', { title: 'Head', manager_id: boss.id })
    const told = async (input: object) => {
      const file = await owner.call('org_people_export_csv', input)
      const rows = read(file).map((row) =>
        [row['family_name'], row['title'], row['status'], row['manager_email'] !== ''].join(' '),
      )
      return [file.filename.slice(-14), file.rows, ...rows]
    }
    expect(await told({})).to.deep.equal([
      ...['2026-11-22.csv', 3, 'Below Cook active true', 'Boss Engineer active true'],
      'Later Engineer pre_hire true',
    ])
    expect(await told({ as_of: '2027-01-01' })).to.deep.equal([
      ...['2027-01-01.csv', 2, 'Below Head active false', 'Later Engineer pre_hire true'],
    ])
    expect(await told({ as_of: '2027-01-01', status: 'terminated' })).to.deep.equal([
      ...['2027-01-01.csv', 1, 'Boss Engineer terminated true'],
    ])
  })

  it('has no column of an archived field, and rows by family name, given name', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { id } = await owner.call('org_fields_create', { label: 'Old', type: 'text', tier: 'public' })
    await owner.call('org_fields_update', { field_id: id, archived: true })
    for (const [family_name, given_name] of [
      ['Berg', 'Zoe'],
      ['adler', 'Mia'],
      ['Berg', 'Ada'],
    ])
      await company.person({ family_name: family_name!, given_name: given_name! })
    const file = await owner.call('org_people_export_csv', {})
    expect(file.columns).not.to.include('old')
    expect(read(file).map(({ family_name, given_name }) => `${family_name} ${given_name}`)).to.deep.equal([
      ...['adler Mia', 'Berg Ada', 'Berg Zoe'],
    ])
  })

  it('has no private details for apps, is for owners, admins and HR, and logs as many people as it has', async () => {
    const company = await server.company()
    await company.person({ erased: true, last_day: '2020-12-31' })
    const member = await company.member('hr')
    const { client } = await connectedApp(server, company, member)
    const app = new McpClient(client)
    const { answer } = await app.call('org_people_export_csv', { include_private: true })
    expect([answer.error.code, answer.error.details[0].code]).to.deep.equal([
      ...['validation_failed', 'unknown_property'],
    ])
    await refused((await company.as('viewer')).call('org_people_export_csv', {}), 'forbidden')
    await company.person()
    const key = await company.key(member)
    const { rows } = await key.call('org_people_export_csv', { status: 'all' })
    const lines = await activityOf(server, company, 'org.people.export_csv')
    expect([rows, ...lines.map(({ summary }) => summary)]).to.deep.equal([
      ...[rows, `Exported ${rows} people as CSV`],
    ])
    expect(rows).to.be.greaterThan(1)
  })

  it('names nobody as manager who has left, and leaves erased people out', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const left = await company.person({ last_day: '2026-11-21' })
    await company.person({ manager_id: left.id, family_name: 'Below' })
    await company.person({ erased: true, last_day: '2020-12-31', family_name: 'Erased' })
    const rows = read(await owner.call('org_people_export_csv', { status: 'all' }))
    expect(
      rows.map(({ family_name, manager, manager_email }) => [family_name, manager, manager_email]),
    ).to.deep.equal([
      ['Below', '', ''],
      ['Person', '', 'none'],
    ])
  })

  it('is whole also when there are more people than are read at once', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    await Promise.all(Array.from({ length: 600 }, (_, index) => company.person({ family_name: `P${index}` })))
    const file = await owner.call('org_people_export_csv', {})
    expect(file.rows).to.equal(600)
    expect(new Set(read(file).map(({ family_name }) => family_name)).size).to.equal(600)
  })
})
