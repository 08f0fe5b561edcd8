import { expect } from 'chai'
import type { Input } from '../../../../src/actions/action.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

type Status = 'draft' | 'open' | 'on_hold' | 'filled' | 'cancelled'

describe('org.positions.update: a position', () => {
  const server = useServer()
  const codes = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map((one) => one.code)

  it('changes in what is given, tells that, and is left alone by what it is already', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id } = await hr.call('org_positions_create', { title: 'Cook', notes: 'Quiet.' })
    const change = (given: Omit<Input<'org_positions_update'>, 'position_id'>) =>
      hr.call('org_positions_update', { position_id: id, ...given })
    const changed = await change({ title: 'Chef', notes: null, weekly_hours: 20 })
    expect(changed).to.deep.include({ title: 'Chef', notes: null, weekly_hours: 20 })
    await change({ title: 'Chef' })
    const events = (await readEvents(server.db, company)).filter(({ type }) => type === 'position.updated')
    expect(events).to.have.length(1)
    expect((events[0]!.payload as { changed: string[] }).changed.toSorted()).to.deep.equal([
      'notes',
      'title',
      'weekly_hours',
    ])
  })

  it('reports to a person or to a position: who names one takes the other away', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const boss = await company.person()
    const above = await hr.call('org_positions_create', { title: 'Head', reports_to_person_id: boss.id })
    const { id } = await hr.call('org_positions_create', { title: 'Cook', reports_to_position_id: above.id })
    const change = (given: Omit<Input<'org_positions_update'>, 'position_id'>) =>
      hr.call('org_positions_update', { position_id: id, ...given })
    const byPerson = await change({ reports_to_person_id: boss.id })
    expect([byPerson.reports_to_person!.id, byPerson.reports_to_position]).to.deep.equal([boss.id, null])
    const byPosition = await change({ reports_to_position_id: above.id })
    expect([byPosition.reports_to_person, byPosition.reports_to_position]).to.deep.equal([
      null,
      { id: above.id, title: 'Head' },
    ])
    for (const [position_id, over] of [
      [above.id, id],
      [id, id],
    ] as const)
      expect(
        await codes(
          hr.call('org_positions_update', { position_id, reports_to_position_id: over }),
          'conflict',
        ),
      ).to.deep.equal(['positions_in_a_circle'])
  })

  it('is never above itself, when two are put above each other at the same moment', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const [one, other] = [
      await hr.call('org_positions_create', { title: 'One' }),
      await hr.call('org_positions_create', { title: 'Other' }),
    ]
    const both = await Promise.allSettled(
      [
        [one.id, other.id],
        [other.id, one.id],
      ].map(([position_id, reports_to_position_id]) =>
        hr.call('org_positions_update', {
          position_id: position_id!,
          reports_to_position_id: reports_to_position_id!,
        }),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
  })

  it('goes from state to state as the rules say, and in no other way', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const ways: Record<string, (position_id: string) => Promise<{ status: string }>> = {
      draft: (position_id) => hr.call('org_positions_update', { position_id, status: 'draft' }),
      open: (position_id) => hr.call('org_positions_update', { position_id, status: 'open' }),
      on_hold: (position_id) => hr.call('org_positions_update', { position_id, status: 'on_hold' }),
      filled: (position_id) => hr.call('org_positions_fill', { position_id, person_id }),
      cancelled: (position_id) => hr.call('org_positions_cancel', { position_id }),
      reopened: (position_id) => hr.call('org_positions_reopen', { position_id }),
    }
    const inState = async (status: Status) => {
      const first = status === 'draft' ? 'draft' : 'open'
      const { id } = await hr.call('org_positions_create', { title: 'Cook', status: first })
      if (status !== first) await ways[status]!(id)
      return id
    }
    const table: string[] = []
    for (const from of ['draft', 'open', 'on_hold', 'filled', 'cancelled'] as const)
      for (const [way, go] of Object.entries(ways)) {
        const id = await inState(from)
        const outcome = await go(id).then(
          ({ status }) => status,
          (error: { body?: { error: { details?: { code: string }[] } } }) =>
            error.body?.error.details?.[0]?.code ?? String(error),
        )
        table.push(`${from} ${way}: ${outcome}`)
      }
    expect(table).to.deep.equal([
      'draft draft: draft',
      'draft open: open',
      'draft on_hold: position_status_refused',
      'draft filled: position_is_draft',
      'draft cancelled: cancelled',
      'draft reopened: position_cannot_reopen',
      'open draft: position_status_refused',
      'open open: open',
      'open on_hold: on_hold',
      'open filled: filled',
      'open cancelled: cancelled',
      'open reopened: position_cannot_reopen',
      'on_hold draft: position_status_refused',
      'on_hold open: open',
      'on_hold on_hold: on_hold',
      'on_hold filled: filled',
      'on_hold cancelled: cancelled',
      'on_hold reopened: position_cannot_reopen',
      'filled draft: position_closed',
      'filled open: position_closed',
      'filled on_hold: position_closed',
      'filled filled: position_closed',
      'filled cancelled: position_closed',
      'filled reopened: position_cannot_reopen',
      'cancelled draft: position_closed',
      'cancelled open: position_closed',
      'cancelled on_hold: position_closed',
      'cancelled filled: position_closed',
      'cancelled cancelled: position_closed',
      'cancelled reopened: position_cannot_reopen',
    ])
  })
})
