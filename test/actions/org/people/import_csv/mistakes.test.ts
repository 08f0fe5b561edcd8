import { expect } from 'chai'
import { addEmployment } from '../../../../support/job-rows.ts'
import { emailOf } from '../../../../support/bulk.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { useServer } from '../../../../support/server.ts'

const columns = [
  ...['given_name', 'family_name', 'work_email', 'title', 'team', 'manager_email', 'location', 'start_date'],
  ...['employment_type', 'contract_type', 'contract_end_date', 'probation_end_date', 'weekly_hours'],
  ...['notice_period_days', 'legal_entity', 'shirt', 'desk', 'medical', 'colour', 'keys', 'badge', 'old'],
]

describe('org.people.import_csv: a file with 45 mistakes', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('tells each of them with row, column and code, and changes nothing', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const web = await company.as('hr', 'web')
    for (const [label, type, more] of [
      ['Shirt', 'text', {}],
      ['Desk', 'number', {}],
      ['Medical', 'date', {}],
      ['Colour', 'select', { options: ['Red', 'Blue'] }],
      ['Keys', 'boolean', {}],
      ['Badge', 'file', {}],
      ['Old', 'text', {}],
      ['Locker', 'text', { tier: 'private' }],
    ] as const) {
      const { id } = await web.call('org_fields_create', { label, type, tier: 'public', ...more } as never)
      if (label === 'Old') await web.call('org_fields_update', { field_id: id, archived: true })
    }
    await company.unit({ name: 'Archive', archived: true })
    await company.person({ work_email: emailOf('Gone'), last_day: '2026-06-14' })
    await company.person({ work_email: emailOf('Erased'), erased: true })
    const a = await company.person({ work_email: emailOf('Circle') })
    await company.person({ work_email: emailOf('Below'), manager_id: a.id })
    const back = await company.person({ work_email: emailOf('Back'), last_day: '2026-03-31' })
    await addEmployment(server, company.id, back.id, '2026-08-01', { title: 'Cook' })

    const expected: string[] = []
    const rows: string[][] = [[...columns, 'locker', 'tax_id', 'salary', 'title']]
    for (const problem of [
      ...['locker private_field_needs_web', 'tax_id payroll_needs_web', 'salary unknown_column'],
      'title repeated_column',
    ])
      expected.push(`1 ${problem}`)
    /** A row that is right but for these cells, and the codes of these by column. */
    const add = (name: string, cells: Record<string, string>, ...codes: string[]) => {
      const all: Record<string, string> = {
        given_name: name,
        family_name: 'Example',
        title: 'Cook',
        ...cells,
      }
      all['work_email'] ??= emailOf(name)
      rows.push(columns.map((column) => all[column] ?? ''))
      expected.push(...codes.map((code) => `${rows.length} ${code}`))
    }
    add('A', { given_name: '' }, 'given_name required')
    add('B', { family_name: '', location: 'Atlantis' }, 'family_name required', 'location location_unknown')
    add('C', { work_email: '' }, 'work_email required')
    add('D', { work_email: 'not an e-mail' }, 'work_email bad_format')
    add('E', { title: '', team: 'Archive' }, 'title required', 'team unit_archived')
    add('F', { title: 'x'.repeat(121) }, 'title too_long')
    add('G', { title: '"two\nlines"' }, 'title bad_character')
    add('H', { title: 'lost \ufffd' }, 'title bad_encoding')
    add('I', { team: 'x'.repeat(101) }, 'team too_long')
    add('J', { manager_email: 'nobody at home' }, 'manager_email bad_format')
    add('K', { manager_email: emailOf('Unknown') }, 'manager_email manager_unknown')
    add('L', { manager_email: emailOf('Gone') }, 'manager_email manager_has_left')
    add('M', { manager_email: emailOf('M') }, 'manager_email managers_in_a_circle')
    add('Circle', { manager_email: emailOf('Below') }, 'manager_email managers_in_a_circle')
    add('N', { start_date: '1.2.2026' }, 'start_date bad_format')
    add('Back', { start_date: '2026-03-01' }, 'start_date date_crosses_neighbor')
    add('O', { employment_type: 'Full time' }, 'employment_type not_allowed')
    add('P', { contract_type: 'unbefristet' }, 'contract_type not_allowed')
    add('Q', { contract_end_date: '2026-06-14' }, 'contract_end_date before_start_date')
    add('R', { probation_end_date: '2026-06-14' }, 'probation_end_date before_start_date')
    add(
      'S',
      { contract_end_date: '2026-13-01', probation_end_date: 'soon' },
      'contract_end_date bad_format',
      'probation_end_date bad_format',
    )
    add(
      'T',
      { weekly_hours: '40 h', notice_period_days: 'a month' },
      'weekly_hours wrong_type',
      'notice_period_days wrong_type',
    )
    add(
      'U',
      { weekly_hours: '81', notice_period_days: '366' },
      'weekly_hours out_of_range',
      'notice_period_days out_of_range',
    )
    add('V', { notice_period_days: '1.5' }, 'notice_period_days wrong_type')
    add('W', { legal_entity: 'Nobody Ltd' }, 'legal_entity legal_entity_unknown')
    add('X', { shirt: 'x'.repeat(2001), desk: 'low' }, 'shirt too_long', 'desk wrong_type')
    add(
      'Y',
      { desk: '1234567.123456789', medical: '2026-02-30' },
      'desk custom_number_inexact',
      'medical bad_format',
    )
    add('Z', { colour: 'Green', keys: 'perhaps' }, 'colour custom_value_no_option', 'keys wrong_type')
    add('AA', { badge: 'me.png', old: 'x' }, 'badge custom_file_takes_no_value', 'old custom_field_archived')
    add('Erased', {}, 'work_email person_erased')
    add('BB', { work_email: emailOf('a').toUpperCase() }, 'work_email given_twice')
    rows.push([
      ...columns.map((column) => (column === 'work_email' ? emailOf('CC') : 'x')).slice(0, 4),
      ...Array.from({ length: 30 }, () => ''),
      'y',
    ])
    expected.push(`${rows.length} null too_many_cells`)

    const before = await readContents(server.db, company)
    const csv = rows.map((row) => row.join(';')).join('\r\n')
    for (const dryRun of [true, false]) {
      const result = await hr.call('org_people_import_csv', { csv }, { dryRun })
      const told = result.row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)
      expect(told).to.have.members(expected)
      expect(result.row_errors.map(({ row }) => row)).to.deep.equal(
        expected.map((text) => Number(text.split(' ')[0])),
      )
      expect(result).to.deep.include({
        created: 0,
        updated: 0,
        unchanged: 0,
        warnings: [],
        team_lead_managers: 0,
      })
      expect(result.row_errors.every(({ message }) => message.length > 10)).to.equal(true)
    }
    expect(expected.length).to.be.greaterThan(40)
    await expectUnchanged(server.db, before, 'a file with mistakes', company)
  })
})
