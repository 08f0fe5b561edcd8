import { expect } from 'chai'
import type { TestClient } from '../../../../support/client.ts'
import type { Company } from '../../../../support/company.ts'
import { applyPeople, emailOf, entry, problemsOf, someone } from '../../../../support/bulk.ts'
import { refused } from '../../../../support/expect.ts'
import { addJobRow } from '../../../../support/job-rows.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.setup.apply: circles', () => {
  const server = useServer()
  let company: Company
  let hr: TestClient
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await company.as('hr')
  })

  const below = (name: string, manager: string | null) =>
    entry(name, { manager_email: manager && emailOf(manager) })
  const details = async (...people: object[]) => {
    const { body } = await refused(applyPeople(hr, ...people), 'validation_failed')
    return body.error.details!.map(({ path, message }) => `${path} ${message}`)
  }
  const sentence = (day: string, through: string) =>
    `On ${day} this person would be above themselves, by way of ${through}. Give one of them another manager.`

  it('are refused by several new people together, each with the way', async () => {
    expect(await details(below('A', 'B'), below('B', 'C'), below('C', 'A'), below('D', 'A'))).to.deep.equal([
      `people[0].manager_email ${sentence('2026-06-15', 'people[1], people[2]')}`,
      `people[1].manager_email ${sentence('2026-06-15', 'people[2], people[0]')}`,
      `people[2].manager_email ${sentence('2026-06-15', 'people[0], people[1]')}`,
    ])
    expect(await details(below('A', 'A'))).to.deep.equal([
      `people[0].manager_email ${sentence('2026-06-15', 'nobody else')}`,
    ])
  })

  it('are refused with people who are not in the input', async () => {
    const a = await someone(company, 'A')
    const b = await someone(company, 'B', { manager_id: a })
    await someone(company, 'C', { manager_id: b })
    expect(await details(below('A', 'C'))).to.deep.equal([
      `people[0].manager_email ${sentence('2026-06-15', 'their managers')}`,
    ])
  })

  it('are not there when the same input takes them apart: A and B change places', async () => {
    const a = await someone(company, 'A')
    await someone(company, 'B', { manager_id: a })
    const { updated } = await applyPeople(hr, below('A', 'B'), below('B', null))
    expect(updated.people).to.equal(2)
  })

  it('are refused on a later day, by scheduled rows', async () => {
    const a = await someone(company, 'A')
    const b = await someone(company, 'B')
    await addJobRow(server, company.id, b, '2026-09-01', { title: 'Head', manager_id: a })
    expect(await details(below('A', 'B'))).to.deep.equal([
      `people[0].manager_email ${sentence('2026-09-01', 'their managers')}`,
    ])
    expect(
      await details(below('A', 'B'), below('B', null)),
      'a scheduled row sets its own manager',
    ).to.deep.equal([`people[0].manager_email ${sentence('2026-09-01', 'people[1]')}`])
  })

  it('are refused for each of two people, one of whom has the other as manager only until a scheduled row', async () => {
    const a = await someone(company, 'A')
    await someone(company, 'B')
    await addJobRow(server, company.id, a, '2026-09-01', { title: 'Head', manager_id: null })
    await server.db.query(
      `update job_rows set own_terms = '{title,manager_id}' where org_id = $1 and person_id = $2 and title = 'Head'`,
      [company.id, a],
    )
    expect(await problemsOf(applyPeople(hr, below('A', 'B'), below('B', 'A')))).to.deep.equal([
      'people[0].manager_email managers_in_a_circle',
      'people[1].manager_email managers_in_a_circle',
    ])
  })

  it('are refused for a single day, which is the last one of the manager of another, in the input or not', async () => {
    const a = await someone(company, 'A')
    const b = await someone(company, 'B', { manager_id: a })
    await addJobRow(server, company.id, b, '2026-06-16', { title: 'Head', manager_id: null })
    const starter = entry('Starter', { manager_email: emailOf('D'), start_date: '2026-10-01' })
    for (const people of [
      [below('A', 'B')],
      [below('A', 'B'), entry('B')],
      [below('A', 'B'), entry('B'), starter, below('D', null)],
    ])
      expect(await problemsOf(applyPeople(hr, ...people)), `${people.length} people`).to.deep.equal([
        'people[0].manager_email managers_in_a_circle',
      ])
  })

  it('are refused when a start date that moves makes them', async () => {
    const [a, b] = [await someone(company, 'A'), await someone(company, 'B', { start_date: '2026-10-01' })]
    await addJobRow(server, company.id, a, '2026-07-01', { title: 'Head', manager_id: b })
    await addJobRow(server, company.id, a, '2026-09-01', { title: 'Head', manager_id: null })
    await server.db.query(`update job_rows set manager_id = $3 where org_id = $1 and person_id = $2`, [
      company.id,
      b,
      a,
    ])
    const b2 = entry('B', { start_date: '2026-08-01', title: 'Engineer' })
    expect((await details(b2))[0]).to.include('On 2026-08-01 this person would be above themselves')
  })

  it('by leads of units are refused, too', async () => {
    const lia = await someone(company, 'Lia')
    await company.unit({ name: 'Sales', head_person_id: lia })
    const problems = await problemsOf(
      applyPeople(hr, entry('Lia', { manager_email: emailOf('New') }), entry('New', { unit: 'Sales' })),
    )
    expect(problems).to.deep.equal([
      'people[0].manager_email managers_in_a_circle',
      'people[1].manager_email managers_in_a_circle',
    ])
  })

  it('of units are refused: several together, below themselves, and with units that stay', async () => {
    const up = await company.unit({ name: 'Up' })
    await company.unit({ name: 'Mid', parent_id: up })
    const { body } = await refused(
      hr.call('org_setup_apply', {
        units: [
          { name: 'Up', kind: 'team', parent: 'Mid' },
          { name: 'X', kind: 'team', parent: 'Y' },
          { name: 'Y', kind: 'team', parent: 'Z' },
          { name: 'Z', kind: 'team', parent: 'X' },
          { name: 'Self', kind: 'team', parent: 'SELF' },
          { name: 'Fine', kind: 'team', parent: 'X' },
        ],
      }),
      'validation_failed',
    )
    const way = (through: string) =>
      `This unit would be below itself, by way of ${through}. Choose another parent for one of them.`
    expect(body.error.details!.map(({ path, message }) => `${path} ${message}`)).to.deep.equal([
      `units[0].parent ${way('Mid')}`,
      `units[1].parent ${way('Y, Z')}`,
      `units[2].parent ${way('Z, X')}`,
      `units[3].parent ${way('X, Y')}`,
      `units[4].parent ${way('itself')}`,
    ])
  })

  it('of units are not there when two change places', async () => {
    const up = await company.unit({ name: 'Up' })
    await company.unit({ name: 'Mid', parent_id: up })
    const { updated } = await hr.call('org_setup_apply', {
      units: [
        { name: 'Up', kind: 'team', parent: 'Mid' },
        { name: 'Mid', kind: 'team', parent: 'Company' },
      ],
    })
    expect(updated.units).to.equal(2)
  })
})
