import { randomUUIDv7 } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { addDays, type Day } from '../../../../../src/domain/day.ts'
import { emailOf } from '../../../../support/bulk.ts'
import type { TestClient } from '../../../../support/client.ts'
import { lifeOf, storeLives } from '../../../../support/lives.ts'
import { useServer } from '../../../../support/server.ts'
import { told } from '../../../../support/warnings.ts'

/** So many people of one name take as many statements as so many of different names, and no sentence tells a number that is wrong. */
describe('org.people.import_csv: 250 new people of one name', () => {
  const server = useServer()
  let hr: TestClient
  before(async () => {
    const company = await server.company()
    // All of them are called Pat Person.
    const life = () => lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null }])
    await storeLives(server, company.id, Array.from({ length: 2500 }, life))
    hr = await company.as('hr')
  })
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  const today: Day = '2026-06-15'
  const sameDay = () => today

  /** Tries a file of new people, and counts what that takes. */
  async function tryFile(nameOf: (at: number) => string, startOf: (at: number) => Day) {
    const rows = Array.from({ length: 250 }, (_, at) =>
      [nameOf(at), 'Person', emailOf(`new${at}`), 'Engineer', 'none', startOf(at)].join(','),
    )
    const csv = ['given_name,family_name,work_email,title,manager_email,start_date', ...rows].join('\n')
    let statements = 0
    const note = () => void statements++
    subscribe('rollcall:statement', note)
    const { created, warnings } = await hr
      .call('org_people_import_csv', { csv }, { dryRun: true })
      .finally(() => unsubscribe('rollcall:statement', note))
    expect(created).to.equal(250)
    return { statements, warnings }
  }

  it('takes as many statements as 250 of different names, and names a few people in each row', async () => {
    const different = await tryFile((at) => `Pat${at}`, sameDay)
    const same = await tryFile(() => 'Pat', sameDay)
    expect(same.statements).to.equal(different.statements)
    // A sentence that named all namesakes would be 500 times as long.
    for (const one of same.warnings) expect(JSON.stringify(one).length).to.be.below(1000)
  })

  it('tells how many others were found, and that not all were compared', async () => {
    const warnings = told(await tryFile(() => 'Pat', sameDay))
    const [first, , third] = [2, 3, 251].map((row) => warnings.filter((one) => one.startsWith(`Row ${row}:`)))
    expect(first).to.have.length(2)
    expect(first![0]).to.match(/works here: (Pat Person \(id [-\w]+\)(, )?){3} and 1997 more\./)
    expect(first![1]).to.include('not all were compared')
    expect(third![2]).to.include('This has the same name as Row 2, Row 3, Row 4 and 246 more.')
    const pat = { given_name: 'Pat', family_name: 'Person', work_email: emailOf('one'), title: 'Cook' }
    const hired = await hr.call('org_people_hire', { ...pat, start_date: today }, { dryRun: true })
    const applied = await hr.call('org_setup_apply', { people: [pat] }, { dryRun: true })
    for (const notes of [hired.warnings, applied.notes])
      expect(notes.map(({ code }) => code)).to.include('namesakes_not_all_compared')
  })

  it('compares fewer with each of many days, and says so', async () => {
    const warnings = told(
      await tryFile(
        () => 'Pat',
        (at) => addDays(today, at),
      ),
    )
    expect(warnings.filter((one) => one.includes('Pat Person (id'))).to.have.length(250)
    for (const one of warnings.filter((text) => text.includes('works here')))
      expect(one).to.include(' and 7 more.')
    expect(warnings.filter((one) => one.includes('not all were compared'))).to.have.length(250)
  })
})
