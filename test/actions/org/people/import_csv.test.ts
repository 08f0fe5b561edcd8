import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

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
    expect(result).to.deep.equal({
      created: 2,
      updated: 0,
      unchanged: 0,
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
})
