import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { race } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'

describe('org.units.archive', () => {
  const server = useServer()

  it('keeps the people and the name, and records it once', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const team = await company.unit({ name: 'Closing' })
    await company.person({ unit_id: team })
    const unit = await hr.call('org_units_archive', { unit_id: team })
    expect(unit).to.include({ id: team, archived: true, member_count: 1 })
    expect(await hr.call('org_units_archive', { unit_id: team })).to.deep.equal(unit)
    await refused(hr.call('org_units_create', { name: 'CLOSING', kind: 'team' }), 'conflict')
    const entries = await activityOf(server, company, 'org.units.archive')
    expect(entries).to.have.length(1)
    expect(entries[0]).to.deep.include({
      subject_id: team,
      changes: [{ field: 'archived', before: false, after: true }],
    })
  })

  it('refuses a unit with active units below, and the root', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const parent = await company.unit()
    const child = await company.unit({ parent_id: parent })
    await refused(hr.call('org_units_archive', { unit_id: parent }), 'conflict')
    await hr.call('org_units_archive', { unit_id: child })
    await hr.call('org_units_archive', { unit_id: parent })
    await refused(hr.call('org_units_archive', { unit_id: company.root }), 'conflict')
  })

  it('never leaves an active unit below an archived one, in any order of two calls at once', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const parents = await Promise.all(Array.from({ length: 5 }, () => company.unit()))
    for (const [index, parent] of parents.entries()) {
      const { won, lost } = await race<unknown>([
        hr.call('org_units_archive', { unit_id: parent }),
        hr.call('org_units_create', { name: `Late ${index}`, kind: 'team', parent_id: parent }),
      ])
      expect(won).to.have.length(1)
      expect(lost).to.deep.equal(['conflict'])
    }
  })
})
