import { expect } from 'chai'
import type { Input, Result } from '../../../../../src/actions/action.ts'
import { addDays, type Day } from '../../../../../src/domain/day.ts'
import { unique, useServer } from '../../../../support/server.ts'

type Need = Result<'org_home_summary'>['needs'][number]
const today: Day = '2026-06-15'

describe('org.home.summary: what is near enough', () => {
  const server = useServer()
  beforeEach(() => (server.now = new Date(`${today}T12:00:00Z`)))

  async function companyOf() {
    const company = await server.company()
    const hr = await company.web(await company.member('hr'))
    const hire = async (terms: Partial<Input<'org_people_hire'>> = {}) => {
      const { person } = await hr.call('org_people_hire', {
        given_name: 'Pat',
        family_name: unique('Person'),
        work_email: `${unique('p')}@company.example`,
        title: 'Cook',
        start_date: '2020-01-01',
        ...terms,
      })
      return person.id
    }
    const end = (person_id: string, last_day: Day) => hr.call('org_people_terminate', { person_id, last_day })
    /** Who a kind of need is about. */
    const about = async (kind: Need['kind']) => {
      const { needs } = await hr.call('org_home_summary', {})
      return needs.filter((one) => one.kind === kind).map(({ person }) => person!.id)
    }
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
