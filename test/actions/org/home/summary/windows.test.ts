import { expect } from 'chai'
import { addDays, type Day } from '../../../../../src/domain/day.ts'
import { companyWithHome, type Need } from '../../../../support/home.ts'
import { useServer } from '../../../../support/server.ts'

const today: Day = '2026-06-15'

describe('org.home.summary: what is near enough', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date(`${today}T12:00:00Z`)))

  async function companyOf() {
    const { hr, hire, needs } = await companyWithHome(server)
    const end = (person_id: string, last_day: Day) => hr.call('org_people_terminate', { person_id, last_day })
    /** Who a kind of need is about. */
    const about = async (kind: Need['kind']) => (await needs(kind)).map(({ person }) => person!.id)
    return { hire, end, about }
  }

  it('a probation is looked at in its last 30 days, and no day before', async () => {
    const { hire, about } = await companyOf()
    const near = await hire({ probation_end_date: addDays(today, 30) })
    await hire({ probation_end_date: addDays(today, 31) })
    expect(await about('probation_ends')).to.deep.equal([near])
  })

  it('a last day is prepared in the 14 days before, and no day earlier', async () => {
    const { hire, end, about } = await companyOf()
    const near = await hire()
    await end(near, addDays(today, 14))
    await end(await hire(), addDays(today, 15))
    expect(await about('offboard')).to.deep.equal([near])
  })

  it('people who are left behind are told of from 60 days before the last day until 30 days after it', async () => {
    const { hire, end, about } = await companyOf()
    const aboveSomebody = async (last: Day) => {
      const leaver = await hire()
      await hire({ manager_id: leaver })
      await end(leaver, last)
      return leaver
    }
    await aboveSomebody(addDays(today, -31))
    const gone = await aboveSomebody(addDays(today, -30))
    const going = await aboveSomebody(addDays(today, 60))
    await aboveSomebody(addDays(today, 61))
    expect(await about('move_roles')).to.deep.equal([gone, going])
  })
})
