import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { applyPeople, emailOf, entry, jobsOf, personOf, problemsOf } from '../../../../support/bulk.ts'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { readEvents } from '../../../../support/events.ts'
import { race } from '../../../../support/race.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply and org.people.import_csv: names, numbers and phones of people', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const columns = 'given_name;family_name;work_email;title;preferred_name;employee_number;work_phone;fte'
  const send = (...rows: string[]) => hr.call('org_people_import_csv', { csv: [columns, ...rows].join('\n') })
  const row = (name: string, ...cells: string[]) =>
    [name, 'Example', emailOf(name), 'Engineer', ...cells].join(';')
  const numbersOf = (...names: string[]) =>
    Promise.all(names.map(async (name) => (await personOf(server, company, hr, name)).employee_number))
  const shown = async (name: string) => {
    const { preferred_name, employee_number, work_phone, job } = await personOf(server, company, hr, name)
    return [preferred_name, employee_number, work_phone, job!.fte]
  }

  it('are set, kept where nothing is said, and changed, by a file', async () => {
    const more = ['Annie', 'A-1', '+49 (0)30 1234567', '0,8'] as const
    expect(await send(row('Anna', ...more), row('Bert', '', '', '', ''))).to.deep.include({ created: 2 })
    expect(await shown('Anna')).to.deep.equal(['Annie', 'A-1', '+49301234567', 0.8])
    expect(await shown('Bert')).to.deep.equal([null, null, null, 1])
    expect(await send(row('Anna', ...more), row('Bert'))).to.deep.include({ updated: 0, unchanged: 2 })
    server.now = new Date('2026-06-16T12:00:00Z')
    expect(await send(row('Anna', 'Ann', '', '', '0.5'), row('Bert', '', 'B-2', ''))).to.deep.include({
      updated: 2,
      unchanged: 0,
    })
    expect(await shown('Anna')).to.deep.equal(['Ann', 'A-1', '+49301234567', 0.5])
    expect(await shown('Bert')).to.deep.equal([null, 'B-2', null, 1])
    expect((await jobsOf(server, company, hr, 'Anna')).map(({ fte }) => fte)).to.deep.equal([0.8, 0.5])
    expect((await hr.call('org_people_list', { q: 'ann example' })).people).to.have.length(1)
  })

  it('are set by setup.apply, told in the event, and named without values in the log', async () => {
    const anna = entry('Anna', {
      preferred_name: 'Annie',
      employee_number: 'A-1',
      work_phone: '+49301234567',
      fte: 0.8,
    })
    await applyPeople(hr, anna)
    expect(await shown('Anna')).to.deep.equal(['Annie', 'A-1', '+49301234567', 0.8])
    await applyPeople(hr, { ...anna, preferred_name: 'Ann', employee_number: 'A-2' })
    const [event] = (await readEvents(server.db, company)).slice(-1)
    expect(event).to.deep.nested.include({
      type: 'person.updated',
      'payload.changed': ['preferred_name', 'employee_number'],
    })
    const line = (await activityOf(server, company, 'org.setup.apply')).at(-1)!
    expect(line.changes).to.deep.equal([
      { field: 'preferred_name', before: null, after: null },
      { field: 'employee_number', before: null, after: null },
    ])
  })

  it('are refused cell by cell', async () => {
    const { row_errors } = await send(row('Anna', 'x'.repeat(101), 'y'.repeat(41), '030 1234567', '1,5'))
    expect(row_errors.map(({ column, code }) => `${column} ${code}`)).to.have.members([
      ...['preferred_name too_long', 'employee_number too_long', 'work_phone bad_format', 'fte out_of_range'],
    ])
    const wrong = await send(row('Anna', '', '', '', '80%'))
    expect(wrong.row_errors.map(({ column, code }) => `${column} ${code}`)).to.deep.equal(['fte wrong_type'])
  })

  it('a number that somebody keeps, or that is given twice, is refused, whatever the case', async () => {
    const other = await company.person({ last_day: '2026-01-31' })
    await server.db.query(`update people set employee_number = 'x1' where id = $1`, [other.id])
    const people = [
      entry('Anna', { employee_number: 'X1' }),
      entry('Bert', { employee_number: 'b' }),
      entry('Carl', { employee_number: 'B' }),
    ]
    expect(await problemsOf(applyPeople(hr, ...people))).to.deep.equal([
      'people[0].employee_number employee_number_taken',
      'people[2].employee_number given_twice',
    ])
    const { row_errors } = await send(row('Anna', '', 'X1'), row('Bert', '', 'b'), row('Carl', '', 'B'))
    expect(row_errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).to.deep.equal([
      '2 employee_number employee_number_taken',
      '4 employee_number given_twice',
    ])
    expect(row_errors[1]!.message).to.include('Row 3')
  })

  it('numbers change hands within a call, also to somebody new', async () => {
    await applyPeople(
      hr,
      ...['Anna', 'Bert', 'Carl'].map((name, at) => entry(name, { employee_number: `N${at}` })),
    )
    await send(row('Bert', '', 'N0'), row('Anna', '', 'N1'), row('Carl', '', 'n9'), row('Dora', '', 'N2'))
    expect(await numbersOf('Anna', 'Bert', 'Carl', 'Dora')).to.deep.equal(['N1', 'N0', 'n9', 'N2'])
    await send(row('Carl', '', 'N9'))
    expect(await numbersOf('Carl'), 'another spelling of their own').to.deep.equal(['N9'])
  })

  it('one of two calls at the same moment gets a number', async () => {
    const { won, lost } = await race([
      applyPeople(hr, entry('Anna', { employee_number: 'same' })),
      applyPeople(hr, entry('Bert', { employee_number: 'SAME' })),
    ])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })
})
