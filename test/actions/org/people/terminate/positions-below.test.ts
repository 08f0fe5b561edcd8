import { expect } from 'chai'
import { useServer } from '../../../../support/server.ts'
import { told } from '../../../../support/warnings.ts'

describe('org.people.terminate: positions below whoever leaves', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date('2026-06-15T12:00:00Z')))

  it('are counted, as far as everybody above them sees them, until they report to somebody else', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [leaver, next] = [await company.person(), await company.person()]
    const seat = (status: 'open' | 'on_hold' | 'draft', more: object = { reports_to_person_id: leaver.id }) =>
      hr.call('org_positions_create', { title: 'Cook', status, ...more })
    const warned = async () => {
      const input = { person_id: leaver.id, last_day: '2026-09-30' }
      const { warnings } = await hr.call('org_people_terminate', input, { dryRun: true })
      return [warnings.map(({ code, params }) => [code, params]), told({ warnings }).join()] as const
    }
    await seat('draft')
    await seat('open', { reports_to_person_id: next.id })
    const { id: filled } = await seat('open')
    await hr.call('org_positions_fill', { position_id: filled, person_id: next.id })
    const { id: cancelled } = await seat('open')
    await hr.call('org_positions_cancel', { position_id: cancelled })
    // What reports to a position of theirs is below whoever is above that, once they have left.
    await seat('open', { reports_to_position_id: (await seat('open', { reports_to_person_id: next.id })).id })
    expect((await warned())[0]).to.deep.equal([])

    const two = [await seat('open'), await seat('on_hold')]
    const [codes, sentence] = await warned()
    expect(codes).to.deep.equal([['positions_left_behind', { count: 2 }]])
    expect(sentence).to.include('2 positions').and.include('org/positions.update')
    for (const { id: position_id } of two)
      await hr.call('org_positions_update', { position_id, reports_to_person_id: next.id })
    expect((await warned())[0]).to.deep.equal([])
  })
})
