import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'
import { told } from '../../../support/warnings.ts'

describe('org.people.import_csv', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('adds people from a file with semicolons, a byte order mark and decimal commas', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const csv = [
      '\ufeffGiven_Name;FAMILY_NAME;work_email;title;team;manager_email;start_date;weekly_hours',
      'Barbara;Liskov;barbara@acme.example;"Head; Quality";Quality;none;2026-06-01;40',
      'Niklaus;Wirth;niklaus@acme.example;Tester;quality;barbara@acme.example;;37,5',
      '',
    ].join('\r\n')
    const result = await hr.call('org_people_import_csv', { csv })
    const idOf = async (q: string) => (await hr.call('org_people_list', { q })).people[0]!.id
    const ids = [await idOf('Barbara'), await idOf('Niklaus')]
    expect(result).to.deep.equal({
      created: 2,
      updated: 0,
      unchanged: 0,
      rows: ids.map((person_id, index) => ({ row: index + 2, outcome: 'created', person_id })),
      row_errors: [],
      warnings: [],
      team_lead_managers: 0,
    })
    const { people } = await hr.call('org_people_list', { q: 'Niklaus' })
    expect(people[0]?.unit?.name).to.equal('Quality')
    expect(people[0]?.manager?.name).to.equal('Barbara Liskov')
    expect(people[0]?.job?.weekly_hours).to.equal(37.5)
    const again = await hr.call('org_people_import_csv', { csv })
    expect(again).to.include({ created: 0, updated: 0, unchanged: 2 })
  })

  it('tells of each row what came of its person, also before it is done', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const row = (name: string, title: string) => `${name},Example,${name}@acme.example,${title}`
    const send = (titles: Record<string, string>, dry_run = false) => {
      const rows = Object.entries(titles).map(([name, title]) => row(name, title))
      const csv = ['given_name,family_name,work_email,title', ...rows.flatMap((one) => [one, ''])].join('\n')
      return hr.call('org_people_import_csv', { csv }, { dryRun: dry_run })
    }
    const { rows } = await send({ anna: 'Cook', bert: 'Cook' })
    const [anna, bert] = rows.map(({ person_id }) => person_id)
    const next = { bert: 'Baker', carl: 'Cook', anna: 'Cook' }
    const expected = (carl: string) => [
      { row: 2, outcome: 'updated', person_id: bert },
      { row: 4, outcome: 'created', person_id: carl },
      { row: 6, outcome: 'unchanged', person_id: anna },
    ]
    expect((await send(next, true)).rows).to.deep.equal(expected('00000000-0000-0000-0000-000000000000'))
    const done = (await send(next)).rows
    expect(done).to.deep.equal(expected(done[1]!.person_id))
    const refused = await send({ ...next, dora: '' })
    expect(refused.row_errors).to.have.length(1)
    expect(refused.rows).to.deep.equal([])
  })

  it('tells every problem by row and column, and does nothing', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const csv = [
      'given_name,family_name,work_email,title,start_date,colour,iban',
      'Barbara,Liskov,barbara,Head,31.12.2026,red,',
      'Niklaus,,niklaus@acme.example,Tester,2026-02-30,,',
    ].join('\n')
    const { row_errors, created } = await hr.call('org_people_import_csv', { csv })
    expect(created).to.equal(0)
    expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '1 colour unknown_column',
      '1 iban payroll_needs_web',
      '2 start_date bad_format',
      '2 work_email bad_format',
      '3 start_date bad_format',
      '3 family_name required',
    ])
    expect(row_errors[2]?.message).to.equal('Write this day as 2026-12-31 and not as 31.12.2026.')
  })

  it('reads no row to its end that has far too many cells, wherever it is', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const head = 'given_name,family_name,work_email,title'
    for (const csv of [
      ','.repeat(1_000_000),
      `${head}\n${','.repeat(1_000_000)}`,
      `"\n"${',a'.repeat(1000)}`,
    ]) {
      const { status, body } = await hr.post('/v1/org/people.import_csv', { csv })
      expect(status).to.equal(400)
      expect(body.error.details[0].code).to.equal('csv_too_long')
      expect(body.error.message).to.include('a row of more than 1000 cells')
    }
    // So wide a row is a mistake in the row, and is told as one.
    const wide = await hr.call('org_people_import_csv', {
      csv: `${head}\nAda,Lovelace,ada@x.example,t${',a'.repeat(996)}`,
    })
    expect(wide.row_errors.map(({ row, code }) => [row, code])).to.deep.equal([[2, 'too_many_cells']])
  })

  it('reads 200,000 cells, and no file that has more', async () => {
    const hr = await (await server.company()).as('hr')
    const head = `given_name,family_name,work_email,title${','.repeat(996)}`
    const most = [head, ...Array.from({ length: 199 }, () => ','.repeat(999))].join('\n')
    expect(await hr.call('org_people_import_csv', { csv: `${most}\n` })).to.include({ created: 0 })
    const { body } = await refused(
      hr.call('org_people_import_csv', { csv: `${most}\n,` }),
      'validation_failed',
    )
    expect(body.error.details![0]).to.include({ path: 'csv', code: 'csv_too_long' })
    expect(body.error.message).to.include('more than 200000 cells')
  })

  it('says what is in the way where a spreadsheet has written something else than the names of the columns', async () => {
    const hr = await (await server.company()).as('hr')
    for (const [first, why] of [
      ['sep=;', 'hint for a spreadsheet'],
      ['given_name\tfamily_name\twork_email\ttitle', 'separated by tabs'],
    ] as const) {
      const { body } = await refused(
        hr.call('org_people_import_csv', { csv: `\ufeff${first}\nAda\n` }),
        'validation_failed',
      )
      expect(body.error.details![0]).to.include({ path: 'csv', code: 'csv_unreadable' })
      expect(body.error.details![0]!.message).to.include(why)
    }
  })

  it('warns of letters that were read in another encoding', async () => {
    const hr = await (await server.company()).as('hr')
    const send = (name: string) =>
      hr.call('org_people_import_csv', {
        csv: `given_name;family_name;work_email;title;manager_email\nJo;${name};jo@acme.example;Head;none\n`,
      })
    expect(told(await send('MÃ¼ller'))[0]).to.include('look misread')
    expect(told(await send('Müller'))).to.deep.equal([])
  })
})
