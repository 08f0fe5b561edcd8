import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { refused } from '../support/expect.ts'
import { sendInstead } from '../support/sent-statements.ts'
import { useServer } from '../support/server.ts'

/** PostgreSQL's codes for a transaction that it ends so that another one can continue. */
const losses = { 'a deadlock': '40P01', 'a serialization failure': '40001' }

describe('a transaction that PostgreSQL ended because of another one', () => {
  const server = useServer({})
  let attempts = 0
  let stop: (() => void) | undefined
  afterEach(() => stop?.())

  async function story() {
    const company = await server.company()
    return { company, hr: await company.as('hr') }
  }

  for (const [loss, code] of Object.entries(losses)) {
    it(`is tried again, at most twice, and has one effect: ${loss}`, async () => {
      const { company, hr } = await story()
      lose(code, 2)
      const unit = await hr.call('org_units_create', { name: 'Third time', kind: 'team' })
      expect(attempts).to.equal(3)
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ id }) => id)).to.deep.equal([company.root, unit.id])
      expect(await activityOf(server, company, 'org.units.create')).to.have.length(1)
    })

    it(`fails after three attempts, keeps nothing and says when to try again: ${loss}`, async () => {
      const { company, hr } = await story()
      lose(code, Infinity)
      const error = await refused(hr.call('org_units_create', { name: 'Never', kind: 'team' }), 'conflict')
      expect(error.headers.get('retry-after')).to.equal('1')
      expect(attempts).to.equal(3)
      expect(await hr.call('org_units_list', {})).to.have.length(1)
      expect(await activityOf(server, company, 'org.units.create')).to.deep.equal([])
    })
  }

  it('says that another change is under way when it has waited too long for it, whatever was sent with it', async () => {
    const { company, hr } = await story()
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from units where org_id = $1 for update', [company.id])
      const call = hr.call('org_units_create', { name: 'Waits in vain', kind: 'team' })
      expect((await refused(call, 'conflict')).headers.get('retry-after')).to.equal('1')
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  /** Makes the first attempts to write a unit fail. */
  function lose(code: string, times: number): void {
    attempts = 0
    stop = sendInstead('insert into "units" ', () =>
      attempts++ < times ? `do $$ begin raise exception 'lost' using errcode = '${code}'; end $$` : undefined,
    )
  }
})
