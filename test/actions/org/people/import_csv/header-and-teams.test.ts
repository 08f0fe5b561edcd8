import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { activityOf } from '../../../../support/activity.ts'
import {
  cellsOf,
  emailOf,
  idOf,
  personOf,
  problemsOf,
  requiredColumns,
  someone,
} from '../../../../support/bulk.ts'
import { expectUnchanged, readContents } from '../../../../support/contents.ts'
import { readEvents } from '../../../../support/events.ts'
import { refused } from '../../../../support/expect.ts'
import { McpClient } from '../../../../support/mcp.ts'
import { connectedApp } from '../../../../support/oauth.ts'
import { useServer } from '../../../../support/server.ts'
import { told } from '../../../../support/warnings.ts'

describe('org.people.import_csv: columns and teams', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const send = (rows: string[][], client = hr, dryRun = false) =>
    client.call('org_people_import_csv', { csv: rows.map((row) => row.join(',')).join('\n') }, { dryRun })

  it('refuses columns that are unknown, there twice or missing; columns without a name are skipped', async () => {
    const { row_errors } = await send([
      [
        'given_name',
        'work_email',
        'WORK_EMAIL',
        'colour',
        'unit',
        'x'.repeat(5000),
        '',
        ' ',
        'colour',
        '__proto__',
      ],
      ['Anna', emailOf('Anna'), emailOf('Bert'), 'red', 'Sales', '', 'skipped'],
    ])
    expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '1 work_email repeated_column',
      '1 colour unknown_column',
      '1 unit column_misnamed',
      `1 ${'x'.repeat(200)} unknown_column`,
      '1 colour repeated_column',
      '1 __proto__ unknown_column',
      '1 family_name missing_column',
      '1 title missing_column',
    ])
  })

  it('repeats no number of a person where the first row has no names', async () => {
    const rows = [
      [
        'Anna',
        'Example',
        emailOf('Anna'),
        'Cook',
        'DE89 3704 0044 0532 0130 00',
        '12/345',
        'DE89370400440532013000',
      ],
    ]
    const { row_errors } = await send(rows)
    expect(
      row_errors.filter(({ code }) => code === 'unknown_column').map(({ column }) => column),
    ).to.deep.equal(['anna', 'example', emailOf('Anna').toLowerCase(), 'cook', '#5', '#6', '#7'])
  })

  it('leaves the other columns of an export alone, with one warning', async () => {
    const alone = ['status', 'manager', 'personal_email', 'line1', 'birthday']
    const before = await send([
      [...requiredColumns, ...alone],
      [...cellsOf('Anna'), ...alone.map(() => 'x')],
    ])
    expect(told(before)).to.deep.equal([
      `These columns are read and left alone: ${alone.join(', ')}.`,
      'Row 2: No manager and no unit were given: nobody is above this person.',
    ])
  })

  it('says which column is meant by the name that another system has for it, and guesses nothing', async () => {
    await hr.call('org_fields_create', { label: 'Position', type: 'text', tier: 'public' })
    const { created, row_errors } = await send([
      ['Vorname', 'Last Name', 'E-Mail', 'Job Title', 'position', 'Office', 'Salary'],
      ['', 'Example', emailOf('Anna'), 'Cook', 'x', 'Rome', '1'],
    ])
    expect(created).to.equal(0)
    const unknown = 'No column of an import has this name, and no custom field this key.'
    const required = (column: string) =>
      `${unknown} Did you mean ${column}, which is required? Then call it that in the first row; else take it out, and add ${column}.`
    expect(row_errors).to.deep.equal(
      [
        ['vorname', 'required_column_misnamed', { column: 'given_name' }, required('given_name')],
        ['last name', 'required_column_misnamed', { column: 'family_name' }, required('family_name')],
        ['e-mail', 'required_column_misnamed', { column: 'work_email' }, required('work_email')],
        ['job title', 'required_column_misnamed', { column: 'title' }, required('title')],
        [
          'office',
          'column_misnamed',
          { column: 'location' },
          `${unknown} Did you mean location? Then call it that in the first row; else take it out.`,
        ],
        ['salary', 'unknown_column', {}, `${unknown} Check its spelling, or take it out.`],
      ].map(([column, code, params, message]) => ({ row: 1, column, code, message, params })),
    )
  })

  it('tells of columns that may mean the same once, and of what they mean not at all', async () => {
    const told = async (...names: string[]) => {
      const { row_errors } = await send([names, names.map(() => 'x')])
      return row_errors
        .filter(({ row }) => row === 1)
        .map(({ column, code, message }) => `${column} ${code} ${message}`)
    }
    expect(await told(...requiredColumns, 'team', 'Department')).to.deep.equal([
      'department columns_alike team and department may mean the same. Keep the right one, call it team in the first row, and take the other out.',
    ])
    expect(
      await told('title', 'work_email', 'Vorname', 'First name', 'Abteilung', 'Nachname', 'Division', 'Team'),
    ).to.deep.equal([
      'vorname columns_alike vorname and first name may mean the same. Keep the right one, call it given_name in the first row, and take the other out.',
      'abteilung columns_alike team, abteilung and division may mean the same. Keep the right one, call it team in the first row, and take the others out.',
      'nachname required_column_misnamed No column of an import has this name, and no custom field this key. Did you mean family_name, which is required? Then call it that in the first row; else take it out, and add family_name.',
    ])
    const unknown = 'No column of an import has this name, and no custom field this key.'
    expect(await told('title', 'work_email', 'Name')).to.deep.equal([
      `name column_of_two ${unknown} Did you mean given_name and family_name, which are required? Then make these two columns of it; else take it out, and add these.`,
    ])
    expect(await told('title', 'work_email', 'Name', 'Full name')).to.deep.equal([
      'name columns_of_two_alike name and full name may mean the same. Keep the right one, make given_name and family_name of it, and take the other out.',
    ])
    expect(await told(...requiredColumns, 'Name')).to.deep.equal([
      `name column_given_otherwise ${unknown} What it may mean has columns of its own in this file: take it out.`,
    ])
  })

  it('tells of at most 1000 problems, those of the first rows', async () => {
    const { row_errors } = await send([
      [...requiredColumns, ...Array.from({ length: 900 }, (_, at) => `c${at}`)],
    ])
    expect(row_errors).to.have.length(900)
    const rows = Array.from({ length: 250 }, (_, at) => [...cellsOf(`P${at}`), 'x', 'x', 'x', 'x', 'x'])
    const days = [
      'start_date',
      'contract_end_date',
      'probation_end_date',
      'weekly_hours',
      'notice_period_days',
    ]
    const many = await send([[...requiredColumns, ...days], ...rows])
    expect([many.row_errors.length, many.row_errors.at(-1)!.row]).to.deep.equal([1000, 201])
  })

  it('tells of each of 200 rows with a control character', async () => {
    const rows = Array.from({ length: 200 }, (_, at) => [...cellsOf(`P${at}`).slice(0, 3), 'x'.repeat(121)])
    const { row_errors } = await send([requiredColumns, ...rows])
    expect(row_errors.map(({ row }) => row)).to.deep.equal(rows.map((_, at) => at + 2))
    const marks = rows.map((row) => [
      ...row.slice(0, 3),
      `a${'\u0301'.repeat(20)}\u0302${'\u0301'.repeat(20)}`,
    ])
    expect(
      (await send([requiredColumns, ...marks.map((row) => [...row.slice(0, 3), '"two\nlines"'])])).row_errors,
    ).to.have.length(200)
  })

  it('payroll details and private fields are columns in the web app only', async () => {
    const web = await company.as('hr', 'web')
    await web.call('org_fields_create', { label: 'Locker', type: 'text', tier: 'private' })
    const rows = [
      [...requiredColumns, 'tax_id', 'social_security_number', 'iban', 'locker'],
      [...cellsOf('Anna'), '12/3', 'S1', 'DE89 3704 0044 0532 0130 00', 'A1'],
    ]
    const { row_errors } = await send(rows)
    expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '1 tax_id payroll_needs_web',
      '1 social_security_number payroll_needs_web',
      '1 iban payroll_needs_web',
      '1 locker private_field_needs_web',
    ])
    const { client } = await connectedApp(server, company, await company.member('hr'))
    const { answer } = await new McpClient(client).call('org_people_import_csv', {
      csv: rows.map((row) => row.join(',')).join('\n'),
    })
    const withoutParams = row_errors.map(({ params: _, ...one }) => one)
    expect(answer.data.row_errors, 'over an app').to.deep.equal(withoutParams)
    expect(await send(rows, web)).to.deep.include({ created: 1, row_errors: [] })
    const person_id = await idOf(server, company, 'Anna')
    expect(await web.call('org_people_get', { person_id })).to.deep.include({
      ...{
        tax_id: '12/3',
        social_security_number: 'S1',
        iban: 'DE89370400440532013000',
        custom: { locker: 'A1' },
      },
    })
    expect(await send(rows, web)).to.include({ unchanged: 1 })
    const wrong = await send([rows[0]!, [...cellsOf('Anna'), '#', '#', 'DE00 3704', 'A1']], web)
    expect(wrong.row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '2 tax_id bad_format',
      '2 social_security_number bad_format',
      '2 iban bad_format',
    ])
  })

  it('makes teams that nobody has, once each, as the first row spells them and below the company', async () => {
    await company.unit({ name: 'Known' })
    const rows = [
      [...requiredColumns, 'team', 'manager_email'],
      [...cellsOf('Anna'), 'New  Team', 'none'],
      [...cellsOf('Bert'), ' NEW TEAM', 'none'],
      [...cellsOf('Carl'), 'known', 'none'],
      [...cellsOf('Dora'), 'Company', 'none'],
    ]
    expect(await send(rows)).to.deep.include({ created: 4, warnings: [] })
    const units = await hr.call('org_units_list', {})
    expect(units.map(({ name, kind }) => `${name} ${kind}`).sort()).to.deep.equal([
      ...['Company company', 'Known team', 'New  Team team'],
    ])
    expect(units.find(({ name }) => name === 'New  Team')!.parent_id).to.equal(company.root)
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types.filter((type) => type === 'unit.created')).to.have.length(1)
    const lines = await activityOf(server, company, 'org.people.import_csv')
    expect(lines[0]!.summary).to.equal('Imported people from CSV: 4 created, 0 changed; 1 team created')
  })

  it('makes no team for people who have left, refuses archived ones, and changes nobody to those', async () => {
    await someone(company, 'Gone', { last_day: '2026-06-14' })
    const old = await company.unit({ name: 'Old' })
    await someone(company, 'There', { unit_id: old })
    await server.db.query('update units set archived_at = now() where org_id = $1 and id = $2', [
      company.id,
      old,
    ])
    const rows = [
      [...requiredColumns, 'team'],
      [...cellsOf('Gone'), 'Nowhere'],
      [...cellsOf('There'), 'Old'],
      [...cellsOf('Anna'), 'Old'],
    ]
    const { row_errors } = await send(rows)
    expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '4 team unit_archived',
    ])
    expect(await send(rows.slice(0, 3))).to.deep.include({ unchanged: 2, row_errors: [], warnings: [] })
    expect((await hr.call('org_units_list', {})).map(({ name }) => name)).not.to.include('Nowhere')
  })

  it('an empty manager_email is the lead of the team for new people and who moves, and else keeps; none and - are nobody', async () => {
    const [lia, old] = [await someone(company, 'Lia'), await someone(company, 'Old')]
    const sales = await company.unit({ name: 'Sales', head_person_id: lia })
    for (const name of ['Mover', 'NoneA', 'NoneB']) await someone(company, name, { manager_id: old })
    await someone(company, 'Stayer', { manager_id: old, unit_id: sales })
    const result = await send([
      [...requiredColumns, 'team', 'manager_email'],
      [...cellsOf('Newbie'), 'Sales', ''],
      [...cellsOf('Mover'), 'Sales', ''],
      [...cellsOf('Stayer'), 'Sales', ''],
      [...cellsOf('NoneA'), 'Sales', 'NONE'],
      [...cellsOf('NoneB'), 'Sales', '-'],
      [...cellsOf('Given'), 'Sales', emailOf('Old').toUpperCase()],
    ])
    expect(result).to.deep.include({ created: 2, updated: 3, unchanged: 1, team_lead_managers: 2 })
    expect(told(result)).to.deep.equal([
      `Row 3: No manager was given: the lead of Sales, Lia Example (id ${lia}), becomes the manager.`,
    ])
    const managerOf = async (name: string) => (await personOf(server, company, hr, name)).manager?.id ?? null
    expect(
      await Promise.all(['Newbie', 'Mover', 'Stayer', 'NoneA', 'NoneB', 'Given'].map(managerOf)),
    ).to.deep.equal([lia, lia, old, null, null, old])
  })

  it('a manager_email that only begins like a word for nobody is one, also after an apostrophe', async () => {
    const emails = ['none@company.example', '-x@company.example', '+x@company.example']
    const ids: string[] = []
    for (const work_email of emails) ids.push((await company.person({ work_email })).id)
    const cells = [...emails, ...emails.slice(1).map((email) => `'${email}`)]
    const rows = cells.map((cell, at) => [...cellsOf(`P${at}`), cell])
    expect(await send([[...requiredColumns, 'manager_email'], ...rows])).to.deep.include({
      ...{ created: 5, row_errors: [] },
    })
    const managerOf = async (at: number) => (await personOf(server, company, hr, `P${at}`)).manager?.id
    expect(await Promise.all(cells.map((_, at) => managerOf(at)))).to.deep.equal([...ids, ...ids.slice(1)])
  })

  it('a dry run answers the same, with problems and without, and writes nothing', async () => {
    await someone(company, 'Known')
    for (const title of ['Head', '']) {
      const rows = [
        [...requiredColumns, 'team'],
        [...cellsOf('Known').slice(0, 3), title, 'T'],
        [...cellsOf('New'), 'T'],
      ]
      const before = await readContents(server.db, company)
      const dry = await send(rows, hr, true)
      await expectUnchanged(server.db, before, 'a dry run', company)
      const done = await send(rows)
      // Nobody new has an id yet.
      const known = done.rows.map((one) =>
        one.outcome === 'created' ? { ...one, person_id: '00000000-0000-0000-0000-000000000000' } : one,
      )
      expect({ ...done, rows: known }).to.deep.equal(dry)
      expect(dry.row_errors.length).to.equal(title === '' ? 1 : 0)
    }
  })

  it('keeps no answer, which may have personal data: a file that was refused has used its key, as setup.apply has', async () => {
    const csv = [requiredColumns, [...cellsOf('Anna').slice(0, 3), '']].map((row) => row.join(',')).join('\n')
    const used = async (again: () => Promise<unknown>) => {
      const { body } = await refused(again(), 'conflict')
      return body.error.details![0]!.code
    }
    const file = () => hr.call('org_people_import_csv', { csv }, { idempotencyKey: 'a-file' })
    expect((await file()).row_errors).to.have.length(1)
    expect(await used(file)).to.equal('idempotency_key_used')
    const units = [{ name: 'Care', kind: 'team' as const }]
    const setup = () => hr.call('org_setup_apply', { units }, { idempotencyKey: 'a-setup' })
    expect((await setup()).created.units).to.equal(1)
    expect(await used(setup)).to.equal('idempotency_key_used')
  })

  it('is for owners, admins and HR, and needs a company', async () => {
    await refused(send([requiredColumns], await company.as('viewer')), 'forbidden')
    await server.db.query('delete from units where org_id = $1', [company.id])
    expect(await problemsOf(send([requiredColumns, cellsOf('Anna')]))).to.deep.equal([
      ' company_root_missing',
    ])
  })
})
