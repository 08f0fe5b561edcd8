import { expect } from 'chai'
import { useServer } from '../support/server.ts'

describe('a position that somebody filled whose data was erased', () => {
  const server = useServer()

  it('keeps its name in the activity log, which no longer tells who that was', async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    const company = await server.company()
    const owner = await company.as('owner')
    const { id: position_id } = await owner.call('org_positions_create', { title: 'Cook' })
    const { person } = await owner.call('org_people_hire', {
      ...{ given_name: 'Erna', family_name: 'Example', work_email: 'erna@company.example', title: 'Cook' },
      ...{ start_date: '2026-06-15', position_id },
    })
    await owner.call('org_people_terminate', { person_id: person.id!, last_day: '2026-07-31' })
    server.now = new Date('2026-08-03T12:00:00Z')
    await owner.call('org_people_erase', { person_id: person.id! })
    const { items } = await owner.call('platform_activity_list', { limit: 50 })
    expect(JSON.stringify(items)).to.not.include('Erna')
    const [filled, ...others] = items.filter(({ subject }) => subject?.id === position_id)
    expect(filled!.summary).to.equal('Filled the position Cook')
    expect(filled!.subject).to.deep.equal({ type: 'position', id: position_id, name: 'Cook' })
    expect(others.map(({ summary }) => summary)).to.deep.equal(['Added the position Cook'])
  })
})
