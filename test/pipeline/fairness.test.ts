import { expect } from 'chai'
import { unreadLimits } from '../../src/http/response-backpressure.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('calls of an organization that wait for locks', () => {
  const server = useServer({ DATABASE_POOL_SIZE: '6' })

  it('leave connections for the calls of others, and for credentials', async () => {
    const [busy, other] = [await server.company(), await server.company()]
    const keys = await Promise.all([busy.as('hr'), busy.as('admin'), busy.as('hr')])
    const viewer = await other.as('viewer')
    /** More than there are connections. */
    const count = 12
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from units where org_id = $1 for update', [busy.id])
      const waiting = Array.from({ length: count }, (_, index) =>
        keys[index % 3]!.post('/v1/org/units.update', { unit_id: busy.root, name: `Name ${index}` }),
      )
      await untilBlocked(server.db, Promise.all(waiting), 2)
      await until('the others wait for their turn', () => server.running.runtime.turns.waiting === count - 2)
      const first = Promise.race(waiting).then(() => 'a call that waits for the lock')
      const calls = Promise.all(Array.from({ length: 20 }, () => viewer.call('org_units_list', {})))
      expect(await Promise.race([first, calls.then(() => 'the other organization')])).to.equal(
        'the other organization',
      )
      await blocker.query('rollback')
      expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal(Array(count).fill(200))
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  for (const holder of ['credential', 'organization'] as const)
    it(`are refused when it is their turn, if answers of the ${holder} pile up meanwhile, and give the turn back`, async () => {
      const company = await server.company()
      const key = await company.as('hr')
      const { turns } = server.running.runtime
      const ends = await Promise.all([1, 2].map((n) => turns.take(company.id, `call ${n}`)))
      const usual = unreadLimits[holder]
      const call = key.post('/v1/org/units.list', {})
      try {
        await until('it waits for its turn', () => turns.waiting === 1)
        unreadLimits[holder] = 0
        for (const end of ends) end()
        const { status, body } = await call
        expect([status, body.error?.code]).to.deep.equal([429, 'rate_limited'])
        expect(body.error.message).to.include(`of ${holder === 'credential' ? 'this' : 'your'} ${holder}`)
      } finally {
        unreadLimits[holder] = usual
      }
      expect(turns.organizations).to.equal(0)
    })

  it('of one member with many credentials leave turns to the other members', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const keys = await Promise.all(Array.from({ length: 6 }, () => company.key(member)))
    const other = await company.as('viewer')
    const blocker = await server.db.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from units where org_id = $1 for update', [company.id])
      const waiting = keys.map((key, index) =>
        key.post('/v1/org/units.update', { unit_id: company.root, name: `Name ${index}` }),
      )
      await untilBlocked(server.db, Promise.all(waiting))
      await until('the others wait', () => server.running.runtime.turns.waiting === keys.length - 1)
      const first = Promise.race(waiting).then(() => 'a call that waits for the lock')
      const call = other.call('org_units_list', {}).then(() => 'the other member')
      expect(await Promise.race([first, call])).to.equal('the other member')
      await blocker.query('rollback')
      expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal(
        Array(keys.length).fill(200),
      )
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})
