import { expect } from 'chai'
import { originOfService } from '../../src/events/origin.ts'
import type { DomainEvent } from '../../src/events/domain-event.ts'
import { on, react, type RowsDb } from '../../src/reactions/reaction.ts'

const left = (id: string): DomainEvent => ({
  activity: [],
  event: { type: 'person.left', subjectId: id, personId: id, data: {} as never },
})
const moved: DomainEvent = { activity: [], signals: [{ type: 'today.moved', data: {} }] }

describe('reacting', () => {
  const db = { orgId: 'o' } as RowsDb
  const where = {
    origin: originOfService('service.test', new Date('2026-11-23T00:00:00Z')),
    orgId: 'o',
    activityId: null,
    newId: () => 'n',
  }

  it('calls a reaction once with all that has happened of its type, and others not at all', async () => {
    const seen: unknown[] = []
    const note = (all: readonly { subjectId: string }[]) =>
      Promise.resolve(void seen.push(all.map(({ subjectId }) => subjectId)))
    const reactions = [
      on('person.left', { does: '', rows: (given, all) => (expect(given).to.equal(db), note(all)) }),
      on('person.hired', { does: '', rows: (_db, all) => note(all) }),
    ]
    const { jobs, written } = react(reactions, db, [left('a'), moved, left('b')], where)
    await Promise.all(written)
    expect([seen, jobs]).to.deep.equal([[['a', 'b']], []])
  })

  it('queues the same job once, and each other one', () => {
    const reactions = [
      on('person.left', {
        does: '',
        jobs: (all) => all.map(() => ({ task: 'tell_effective', payload: {} })),
      }),
      on('today.moved', {
        does: '',
        jobs: () => [
          { task: 'tell_effective', payload: {} },
          { task: 'expire_requests', payload: {} },
        ],
      }),
    ]
    const { jobs } = react(reactions, db, [left('a'), left('b'), moved], where)
    expect(jobs.map(({ task }) => task)).to.deep.equal(['tell_effective', 'expire_requests'])
  })
})
