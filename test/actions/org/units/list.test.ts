import { expect } from 'chai'
import { addEmployment } from '../../../support/job-rows.ts'
import { useServer } from '../../../support/server.ts'

describe('org.units.list', () => {
  const server = useServer()

  it('answers the root first, then by depth and name', async () => {
    const company = await server.company()
    const b = await company.unit({ name: 'b' })
    const a = await company.unit({ name: 'A' })
    await company.unit({ name: 'aa', parent_id: b })
    await company.unit({ name: 'É', parent_id: a })
    const units = await (await company.as('member')).call('org_units_list', {})
    expect(units.map(({ name }) => name)).to.deep.equal(['Company', 'A', 'b', 'aa', 'É'])
  })

  it('shows a lead until their last day, and again when they come back', async () => {
    const company = await server.company()
    const lead = await company.person({ title: 'Head', last_day: '2026-06-15' })
    const coming = await company.person({ start_date: '2026-07-01' })
    const team = await company.unit({ head_person_id: lead.id })
    const next = await company.unit({ head_person_id: coming.id })
    const owner = await company.as('owner')
    const heads = async (day: string) => {
      server.now = new Date(`${day}T12:00:00Z`)
      const units = await owner.call('org_units_list', {})
      return [team, next].map((id) => units.find((unit) => unit.id === id)!.head?.id)
    }
    expect(await heads('2026-06-15')).to.deep.equal([lead.id, coming.id])
    expect(await heads('2026-06-16')).to.deep.equal([undefined, coming.id])
    await addEmployment(server, company.id, lead.id, '2027-01-01', { title: 'Head again' })
    expect(await heads('2026-12-31'), 'not before they are here').to.deep.equal([undefined, coming.id])
    expect(await heads('2027-01-01')).to.deep.equal([lead.id, coming.id])
  })

  it('shows archived units on request only, and counts who is assigned today', async () => {
    const company = await server.company()
    const old = await company.unit({ name: 'Old', archived: true })
    const team = await company.unit({ name: 'Team' })
    await company.person({ unit_id: team })
    await company.person({ unit_id: team, last_day: '2020-12-31' })
    await company.person({ unit_id: team, start_date: '2999-01-01' })
    await company.person({ unit_id: old })
    const viewer = await company.as('viewer')
    const shown = await viewer.call('org_units_list', {})
    expect(shown.map(({ name, member_count }) => [name, member_count])).to.deep.equal([
      ['Company', 0],
      ['Team', 1],
    ])
    const all = await viewer.call('org_units_list', { include_archived: true })
    expect(all.find(({ id }) => id === old)).to.include({ archived: true, member_count: 1 })
  })
})
