import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { cellsOf, emailOf, jobsOf, personOf, requiredColumns } from '../../../../support/bulk.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.people.import_csv: cells', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  /** One column after those of everybody, with one cell for each person, who are called P0 … */
  const column = (name: string, cells: string[], client = hr) => {
    const rows = [[...requiredColumns, name], ...cells.map((cell, at) => [...cellsOf(`P${at}`), cell])]
    return client.call('org_people_import_csv', { csv: rows.map((row) => row.join(';')).join('\n') })
  }
  const wrong = async (name: string, cells: string[]) => {
    const { row_errors } = await column(name, cells)
    return row_errors.map(({ row, column, code, message }) => `${row} ${column} ${code} ${message}`)
  }

  it('days in the one form; of others the message shows it where there is no doubt', async () => {
    const write = (right: string, text: string) => `bad_format Write this day as ${right} and not as ${text}.`
    const any = 'bad_format Write a day as YYYY-MM-DD, such as 2026-12-31.'
    const none = 'bad_format No calendar has this day. Check it.'
    const noneOther = `${none} Write a day as YYYY-MM-DD, such as 2026-12-31.`
    const expected: [cell: string, message: string][] = [
      ['31.12.2026', write('2026-12-31', '31.12.2026')],
      ['3.4.2026', write('2026-04-03', '3.4.2026')],
      ['2026/4/3', write('2026-04-03', '2026/4/3')],
      ['2026-4-3', write('2026-04-03', '2026-4-3')],
      ['31/12/2026', write('2026-12-31', '31/12/2026')],
      ['12/31/2026', write('2026-12-31', '12/31/2026')],
      ['05/05/2026', write('2026-05-05', '05/05/2026')],
      ['03/04/2026', any],
      ['03-04-2026', any],
      ['31.12.26', any],
      ['123.1.2026', any],
      ['2026-1-2026', any],
      ['2022-02-30', none],
      ['2023-02-29', none],
      ['2022-13-01', none],
      ['0000-01-01', none],
      ['31.02.2026', noneOther],
      ['31/02/2026', noneOther],
      ['2026-2-30', noneOther],
      ['46387', any],
      ['tomorrow', any],
    ]
    for (const name of ['start_date', 'probation_end_date', 'contract_end_date'])
      expect(
        await wrong(
          name,
          expected.map(([cell]) => cell),
        ),
        name,
      ).to.deep.equal(expected.map(([, message], at) => `${at + 2} ${name} ${message}`))
    await hr.call('org_fields_create', { label: 'Medical', type: 'date', tier: 'public' })
    expect(await wrong('medical', ['31.12.2026'])).to.deep.equal([
      `2 medical ${write('2026-12-31', '31.12.2026')}`,
    ])
    expect(await wrong('medical', ['2026-02-30'])).to.deep.equal([`2 medical ${none}`])
    await hr.call('org_fields_create', { label: 'Operation', type: 'date', tier: 'private' })
    const web = await company.as('hr', 'web')
    const { row_errors: ofPrivate } = await column('operation', ['31.12.2026', '2026-02-30'], web)
    expect(ofPrivate.map(({ message }) => `bad_format ${message}`)).to.deep.equal([any, none])
    expect((await column('medical', ['2026-12-31'])).row_errors).to.deep.equal([])
    expect((await personOf(server, company, hr, 'P0')).custom).to.deep.equal({ medical: '2026-12-31' })
  })

  it('numbers with a decimal point or comma', async () => {
    expect((await column('weekly_hours', ['37,5', '37.25', '40', '0', ''])).row_errors).to.deep.equal([])
    const hours = async (at: number) => (await jobsOf(server, company, hr, `P${at}`))[0]!.weekly_hours
    expect(await Promise.all([0, 1, 2, 3, 4].map(hours))).to.deep.equal([37.5, 37.25, 40, 0, null])
    const codes = async (name: string, cells: string[]) =>
      (await wrong(name, cells)).map((text) => text.split(' ')[2])
    expect(
      await codes('weekly_hours', [
        'forty',
        '40 h',
        '1 000',
        '37,5,1',
        ',5',
        '99',
        '-1',
        '1,234',
        '0x10',
        'Infinity',
      ]),
    ).to.deep.equal([
      ...['wrong_type', 'wrong_type', 'wrong_type', 'wrong_type', 'wrong_type'],
      ...['out_of_range', 'out_of_range', 'out_of_range', 'wrong_type', 'wrong_type'],
    ])
    expect(await codes('notice_period_days', ['30', '30,0', '1,5'])).to.deep.equal(['wrong_type'])
    expect(await wrong('notice_period_days', ['-1', '366'])).to.deep.equal([
      '2 notice_period_days out_of_range This must be at least 0.',
      '3 notice_period_days out_of_range This must be at most 365.',
    ])
    await hr.call('org_fields_create', { label: 'Size', type: 'number', tier: 'public' })
    expect(
      (await column('size', ['-1,5', "'-1", '0.0000001', '1e-7', '1,5E-7', '123456789012345'])).row_errors,
    ).to.deep.equal([])
    const size = async (at: number) => (await personOf(server, company, hr, `P${at}`)).custom!['size']
    expect(await Promise.all([0, 1, 2, 3, 4, 5].map(size))).to.deep.equal([
      ...[-1.5, -1, 1e-7, 1e-7, 1.5e-7, 123456789012345],
    ])
    expect(
      await codes('size', ['1234567890123456', '12345678,12345678', '1e400', '9'.repeat(400)]),
    ).to.deep.equal([...['out_of_range', 'custom_number_inexact', 'wrong_type', 'wrong_type']])
  })

  it('yes and no in six words, whatever the case', async () => {
    await hr.call('org_fields_create', { label: 'Keys', type: 'boolean', tier: 'public' })
    const cells = ['true', 'FALSE', 'Yes', 'no', '1', '0', '']
    expect((await column('keys', cells)).row_errors).to.deep.equal([])
    const keys = async (at: number) => (await personOf(server, company, hr, `P${at}`)).custom!['keys']
    expect(await Promise.all(cells.map((_, at) => keys(at)))).to.deep.equal([
      ...[true, false, true, false, true, false, null],
    ])
    expect(await wrong('keys', ['ja', '2', 'x', 'constructor'])).to.deep.equal(
      [2, 3, 4, 5].map(
        (row) => `${row} keys wrong_type Write true or false; yes, no, 1 and 0 are understood, too.`,
      ),
    )
  })

  it('options of a select whatever the case, and texts as they are', async () => {
    await hr.call('org_fields_create', {
      label: 'Colour',
      type: 'select',
      tier: 'public',
      options: ['Dark Red', '-5%'],
    })
    await hr.call('org_fields_create', { label: 'Note', type: 'text', tier: 'public' })
    expect((await column('colour', ['dark  RED', "'-5%", '-5%'])).row_errors).to.deep.equal([])
    const colour = async (at: number) => (await personOf(server, company, hr, `P${at}`)).custom!['colour']
    expect(await Promise.all([0, 1, 2].map(colour))).to.deep.equal(['Dark Red', '-5%', '-5%'])
    expect((await wrong('colour', ['Green'])).map((text) => text.split(' ')[2])).to.deep.equal([
      'custom_value_no_option',
    ])
    await column('note', ['true', '1', '2026-12-31', 'none'])
    const note = async (at: number) => (await personOf(server, company, hr, `P${at}`)).custom!['note']
    expect(await Promise.all([0, 1, 2, 3].map(note))).to.deep.equal(['true', '1', '2026-12-31', 'none'])
  })

  it('a length counts as the cell is in the file, without its outer spaces; the value is in NFC', async () => {
    const accented = (count: number) => 'e\u0301'.repeat(count)
    const told = async (text: string) => {
      const csv = [requiredColumns, [...cellsOf('P0').slice(0, 3), `${' '.repeat(50)}${text}  `]]
      const { row_errors } = await hr.call('org_people_import_csv', {
        csv: csv.map((row) => row.join(';')).join('\r\n'),
      })
      return row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)
    }
    const most = 120
    expect(await told(accented(most / 2))).to.deep.equal([])
    expect((await personOf(server, company, hr, 'P0')).title).to.equal('\u00e9'.repeat(most / 2))
    expect(await told(accented(most / 2 + 1)), 'shorter than that in NFC').to.deep.equal(['2 title too_long'])
    expect(await told(accented(most + 1)), 'told once').to.deep.equal(['2 title too_long'])
    await hr.call('org_fields_create', { label: 'Note', type: 'text', tier: 'public' })
    expect(await wrong('note', [accented(1000), accented(1001)])).to.deep.equal([
      '3 note too_long This may have at most 2000 characters.',
    ])
  })

  it('names of columns are read in any form of Unicode', async () => {
    const message = async (name: string) => (await wrong(name, ['x']))[0]
    expect(await message('t\u00e9l\u00e9phone')).to.include('Did you mean work_phone?')
    expect(await message('te\u0301le\u0301phone')).to.equal(await message('t\u00e9l\u00e9phone'))
  })

  it('apostrophes before what would be a formula are taken off, one each', async () => {
    const given = ["'=SUM(1)", "'+1", "'-1", "'@x", "''=1", "'plain", '=1', "O'Neil"]
    const csv = [requiredColumns, ...given.map((title, at) => [...cellsOf(`P${at}`).slice(0, 3), title])]
    await hr.call('org_people_import_csv', { csv: csv.map((row) => row.join(',')).join('\n') })
    const title = async (at: number) => (await personOf(server, company, hr, `P${at}`)).title
    expect(await Promise.all(given.map((_, at) => title(at)))).to.deep.equal([
      ...['=SUM(1)', '+1', '-1', '@x', "'=1", "'plain", '=1', "O'Neil"],
    ])
  })

  it('a character that was lost is told, with a hint; not in columns that are left alone', async () => {
    expect(await wrong('manager_email', ['none', 'm\ufffdller@company.example'])).to.deep.equal([
      '3 manager_email bad_encoding A character is lost here: the file was not read as UTF-8. It may be in Windows-1252; ' +
        'save it as "CSV UTF-8" and send it again.',
    ])
    expect(await wrong('manager', ['M\ufffdller'])).to.deep.equal([])
  })

  it('an empty cell leaves everything as it is', async () => {
    await hr.call('org_fields_create', { label: 'Note', type: 'text', tier: 'public' })
    const columns = ['team', 'manager_email', 'location', 'start_date', 'employment_type', 'contract_type']
    const more = [
      'contract_end_date',
      'probation_end_date',
      'weekly_hours',
      'notice_period_days',
      'legal_entity',
    ]
    const header = [...requiredColumns, ...columns, ...more, 'note'].join(';')
    const send = (...cells: string[]) =>
      hr.call('org_people_import_csv', { csv: [header, cells.join(';')].join('\n') })
    await company.person({ work_email: emailOf('Boss') })
    const full = [
      ...cellsOf('Anna'),
      ...['Care', emailOf('Boss'), 'Head office', '2026-01-01', 'part_time', 'fixed_term'],
      ...['2027-01-01', '2026-12-31', '20', '30', 'Company GmbH', 'said'],
    ]
    expect(await send(...full)).to.deep.include({ created: 1, row_errors: [], warnings: [] })
    const before = await personOf(server, company, hr, 'Anna')
    expect(
      await send(...cellsOf('Anna'), ...columns.map(() => ''), ...more.map(() => ' '), ''),
    ).to.deep.equal({
      ...{ created: 0, updated: 0, unchanged: 1, row_errors: [], warnings: [], team_lead_managers: 0 },
      rows: [{ row: 2, outcome: 'unchanged', person_id: before.id }],
    })
    expect(await personOf(server, company, hr, 'Anna')).to.deep.equal(before)
    expect(before.job).to.deep.include({
      ...{ employment_type: 'part_time', contract_type: 'fixed_term', contract_end_date: '2027-01-01' },
      ...{
        probation_end_date: '2026-12-31',
        weekly_hours: 20,
        notice_period_days: 30,
        valid_from: '2026-01-01',
      },
    })
    expect([before.unit?.name, before.location?.name, before.custom]).to.deep.equal([
      ...['Care', 'Head office', { note: 'said' }],
    ])
  })
})
