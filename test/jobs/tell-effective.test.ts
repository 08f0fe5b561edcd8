import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { emitDueEvents } from '../../src/services/effective/announce.ts'
import { withOrganization } from '../../src/db/transaction.ts'
import type { Day } from '../../src/domain/day.ts'
import { end as endTimeline } from '../../src/domain/timeline.ts'
import { findDueOrganizations } from '../../src/queries/system/unannounced-organizations.ts'
import { lockPerson } from '../../src/queries/org/timelines.ts'
import { readEvents, type StoredEvent } from '../support/events.ts'
import { makeRequest } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { tellEffective } from '../support/tell-effective.ts'
import { addEmployment, addJobRow } from '../support/job-rows.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { countBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

const effective = ['person.started', 'person.job_started', 'person.left']
const ofDay = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`)

describe('what takes effect on its day', () => {
  const server = useServer({})

  const told = async (company: Company): Promise<StoredEvent[]> =>
    (await readEvents(server.db, company)).filter(({ type }) => effective.includes(type))
  const days = async (company: Company) =>
    (await told(company)).map(({ type, effective_date: day }) => `${day} ${type}`)

  /** The last day of somebody who was hired with an open end. */
  const end = async (company: Company, person: string, lastDay: string | null) => {
    await server.db.query(
      `with ended as (update employments e set last_day = $3 where e.org_id = $1 and e.person_id = $2
                        and e.start_date = (select max(start_date) from employments where org_id = $1 and person_id = $2)
                      returning e.id, e.last_day)
       update job_rows j set valid_to = ended.last_day from ended
        where j.org_id = $1 and j.employment_id = ended.id
          and j.valid_from = (select max(valid_from) from job_rows where org_id = $1 and employment_id = ended.id)`,
      [company.id, person, lastDay],
    )
  }

  /** Starts on 4 March 2030, is promoted on the 8th, and leaves on the 11th. */
  const shortLife = async (company: Company): Promise<string> => {
    server.now = ofDay('2030-03-01')
    const hr = await company.as('hr')
    const { person } = await hr.call('org_people_hire', {
      given_name: 'Ada',
      family_name: 'Lovelace',
      work_email: 'ada@company.example',
      title: 'Analyst',
      start_date: '2030-03-04',
    })
    await addJobRow(server, company.id, person.id, '2030-03-08', { title: 'Head of Analysis' })
    await end(company, person.id, '2030-03-11')
    return person.id
  }
  const whole = ['2030-03-04 person.started', '2030-03-08 person.job_started', '2030-03-11 person.left']

  it('is told on that day, once, and a last day when it is over', async () => {
    const company = await server.company()
    const person = await shortLife(company)
    const seen: Record<string, number> = {}
    for (let day = 1; day <= 14; day++)
      for (const time of ['00:00', '00:05', '23:55']) {
        await tellEffective(server, ofDay(`2030-03-${String(day).padStart(2, '0')}`, time))
        seen[`${day} ${time}`] = (await told(company)).length
      }
    expect(await days(company)).to.deep.equal(whole)
    expect(seen).to.include({
      '3 23:55': 0,
      '4 00:00': 1,
      '7 23:55': 1,
      '8 00:00': 2,
      '11 23:55': 2,
      '12 00:00': 3,
    })

    const [started, changed, left] = await told(company)
    expect(started).to.deep.include({ subject_id: person, person_id: person, effective_date: '2030-03-04' })
    expect(started!.payload).to.deep.include({ person_id: person, effective_date: '2030-03-04' })
    expect(started!.payload).to.have.nested.include({ 'person.status': 'active', 'job.reason': 'hire' })
    expect(changed!.payload).to.have.nested.include({
      'person.title': 'Head of Analysis',
      'job.reason': 'change',
    })
    expect(left!.payload).to.deep.include({ person_id: person, effective_date: '2030-03-11' })
    expect(left!.payload).to.have.nested.include({
      'person.status': 'terminated',
      'person.title': 'Head of Analysis',
      'person.end_date': '2030-03-11',
    })
  })

  it('is told after days without a worker, with everybody as on the day itself', async () => {
    const company = await server.company()
    await shortLife(company)
    await tellEffective(server, ofDay('2030-04-20'))
    await tellEffective(server, ofDay('2030-04-21'))
    expect(await days(company)).to.deep.equal(whole)
    const [started, changed, left] = await told(company)
    expect(started!.payload).to.have.nested.include({ 'person.status': 'active', 'person.title': 'Analyst' })
    expect(changed!.payload).to.have.nested.include({
      'person.status': 'active',
      'job.title': 'Head of Analysis',
    })
    expect(left!.payload).to.have.nested.include({ 'person.status': 'terminated' })
  })

  it('of somebody who works for one day is told on that day and on the next one', async () => {
    const company = await server.company()
    await company.person({ start_date: '2030-03-04', last_day: '2030-03-04' })
    await tellEffective(server, ofDay('2030-03-04'))
    expect(await days(company)).to.deep.equal(['2030-03-04 person.started'])
    await tellEffective(server, ofDay('2030-03-05'))
    expect(await days(company)).to.deep.equal(['2030-03-04 person.started', '2030-03-04 person.left'])
  })

  it('is told when the day begins in the time zone of the organization', async () => {
    const [auckland, honolulu] = [
      await server.company({ timeZone: 'Pacific/Auckland' }),
      await server.company({ timeZone: 'Pacific/Honolulu' }),
    ]
    for (const company of [auckland, honolulu]) await shortLife(company)
    const counts = async (at: Date) => {
      await tellEffective(server, at)
      return [(await told(auckland)).length, (await told(honolulu)).length]
    }
    // Midnight of Auckland in March is 11:00 UTC of the day before; that of Honolulu is 10:00 UTC.
    expect(await counts(ofDay('2030-03-03', '10:59'))).to.deep.equal([0, 0])
    expect(await counts(ofDay('2030-03-03', '11:00'))).to.deep.equal([1, 0])
    expect(await counts(ofDay('2030-03-04', '09:59'))).to.deep.equal([1, 0])
    expect(await counts(ofDay('2030-03-04', '10:00'))).to.deep.equal([1, 1])
    expect(await counts(ofDay('2030-03-20'))).to.deep.equal([3, 3])
  })

  it('is told once when a day comes twice, or is skipped, because the time zone is changed', async () => {
    const directions = [
      ['Pacific/Auckland', 'Pacific/Honolulu'],
      ['Pacific/Honolulu', 'Pacific/Auckland'],
    ] as const
    const moves = ['2030-03-04', '2030-03-05', '2030-03-08', '2030-03-11', '2030-03-12']
    const companies: { company: Company; to: string; on: string }[] = []
    for (const [from, to] of directions)
      for (const on of moves) {
        const company = await server.company({ timeZone: from })
        await shortLife(company)
        companies.push({ company, to, on })
      }
    for (let hours = 0; hours < 24 * 14; hours += 2) {
      const at = new Date(ofDay('2030-03-02', '00:30').getTime() + hours * 3_600_000)
      for (const { company, to, on } of companies)
        if (at.toISOString().startsWith(`${on}T10`))
          await server.db.query('update organizations set time_zone = $2 where org_id = $1', [company.id, to])
      await tellEffective(server, at)
    }
    for (const { company, to, on } of companies)
      expect(await days(company), `to ${to} on ${on}`).to.deep.equal(whole)
  })

  it('is not told again by a job when the change was recorded on its day or later', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    server.now = ofDay('2030-03-04')
    for (const start_date of ['2030-03-04', '2030-02-01'])
      await hr.call('org_people_hire', {
        given_name: 'Late',
        family_name: start_date,
        work_email: `${start_date}@company.example`,
        title: 'Analyst',
        start_date,
      })
    await tellEffective(server, ofDay('2030-03-04'))
    await tellEffective(server, ofDay('2030-03-05'))
    expect(await days(company)).to.have.members(['2030-03-04 person.started', '2030-02-01 person.started'])
    const { rows } = await server.db.query(
      `select 1 from job_rows where org_id = $1 and start_announced_at is null and valid_from < '2030-03-05'`,
      [company.id],
    )
    expect(rows, 'the first rows are told with the employment').to.deep.equal([])
  })

  it('tells a second employment, too; and in a leaver who begins again the next day, that they are there', async () => {
    const company = await server.company()
    const { id } = await company.person({ last_day: '2030-03-31' })
    await addEmployment(server, company.id, id, '2030-04-01', { title: 'Advisor', to: '2030-05-31' })
    await tellEffective(server, ofDay('2030-06-15'))
    expect(await days(company)).to.deep.equal([
      '2030-03-31 person.left',
      '2030-04-01 person.started',
      '2030-05-31 person.left',
    ])
    const [first, , second] = await told(company)
    expect(first!.payload).to.have.nested.include({
      'person.status': 'active',
      'person.end_date': '2030-03-31',
    })
    expect(second!.payload).to.have.nested.include({
      'person.status': 'terminated',
      'person.title': 'Advisor',
    })
  })

  it('is told again when a change moves it ahead, and not when it stays in the past', async () => {
    const company = await server.company()
    const person = await shortLife(company)
    await tellEffective(server, ofDay('2030-03-20'))
    const change = (lastDay: Day) =>
      withOrganization(server.running.runtime.pool, company.id, { mode: 'write' }, async (db) => {
        const { timeline: before } = (await lockPerson(db, person))!
        const { effect } = endTimeline(before, { lastDay, today: '2030-03-20' })
        const changes = [{ personId: person, before, after: effect!.timeline }]
        await emitDueEvents({ db, now: ofDay('2030-03-20'), today: '2030-03-20' }, changes, new Map())
      })
    await change('2030-03-10')
    await tellEffective(server, ofDay('2030-03-21'))
    expect(await days(company)).to.deep.equal(whole)
    await change('2030-03-25')
    await tellEffective(server, ofDay('2030-03-25'))
    expect(await days(company)).to.deep.equal(whole)
    await tellEffective(server, ofDay('2030-03-26'))
    expect(await days(company)).to.deep.equal([...whole, '2030-03-25 person.left'])
  })

  it('goes on in other organizations when one has a time zone that does not exist', async () => {
    const [broken, sound] = [await server.company(), await server.company()]
    for (const company of [broken, sound]) await shortLife(company)
    await server.db.query(`update organizations set time_zone = 'No/Where' where org_id = $1`, [broken.id])
    const failure = await tellEffective(server, ofDay('2030-03-20')).catch((error: Error) => error)
    expect(failure).to.be.instanceOf(RangeError)
    expect(await days(sound)).to.deep.equal(whole)
    await server.db.query(`update organizations set time_zone = 'UTC' where org_id = $1`, [broken.id])
    await tellEffective(server, ofDay('2030-03-20'))
    expect(await days(broken)).to.deep.equal(whole)
  })

  describe('with a thousand leavers on one day', () => {
    const crowd = async (): Promise<Company> => {
      const company = await server.company()
      const lives = Array.from({ length: 1000 }, () =>
        lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: '2030-03-31' as Day }]),
      )
      await storeLives(server, company.id, lives)
      await server.db.query(
        'update employments set left_announced_at = null, login_settled_at = null where org_id = $1',
        [company.id],
      )
      return company
    }

    it('it is a few statements in bounded transactions', async () => {
      const company = await crowd()
      const statements: string[] = []
      const watch = (client: { on: unknown; query: (...args: never[]) => unknown }) => {
        const { query } = client
        client.query = function (...args: never[]) {
          const [given] = args as unknown as [string | { text: string }]
          statements.push(typeof given === 'string' ? given : given.text)
          return query.apply(this, args)
        }
      }
      const connect = server.db.connect.bind(server.db)
      const watched = {
        connect: async () => {
          const client = await connect()
          if (!Object.hasOwn(client, 'query')) watch(client as never)
          return client
        },
      }
      await tellEffective({ db: watched as never }, ofDay('2030-04-01'))
      expect(await days(company)).to.deep.equal(Array(1000).fill('2030-03-31 person.left'))
      const { rows } = await server.db.query<{ people: number }>(
        `select count(*)::int as people from events where org_id = $1 group by xmin::text`,
        [company.id],
      )
      expect(
        rows.map(({ people }) => people),
        'people in each transaction',
      ).to.deep.equal([500, 500])
      expect(statements.length).to.be.lessThan(60)
    })

    it('two workers at the same moment tell each of them once', async () => {
      const company = await crowd()
      const at = ofDay('2030-04-01')
      await Promise.all([tellEffective(server, at), tellEffective(server, at), tellEffective(server, at)])
      await tellEffective(server, at)
      const events = await told(company)
      expect(events).to.have.length(1000)
      expect(new Set(events.map(({ person_id: id }) => id)).size).to.equal(1000)
    })

    it('a worker that is killed in the middle repeats nothing, and the next one tells the rest', async () => {
      const company = await crowd()
      const { rows } = await server.db.query<{ person_id: string }>(
        'select person_id from employments where org_id = $1 order by person_id offset 700 limit 1',
        [company.id],
      )
      // Somebody of the second batch has a login that somebody else just changes, so the worker waits after it has marked.
      const member = await company.member('hr', { personId: rows[0]!.person_id })
      const other = await server.db.connect()
      await other.query('begin')
      await other.query('select 1 from memberships where org_id = $1 and id = $2 for update', [
        company.id,
        member.membershipId,
      ])
      const killed = tellEffective(server, ofDay('2030-04-01')).catch((error: Error) => error)
      await until('it waits', async () => (await countBlocked(server.db)) === 1)
      await server.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(await killed).to.be.instanceOf(Error)
      expect(await told(company), 'the first batch').to.have.length(500)
      await other.query('rollback')
      other.release()
      await tellEffective(server, ofDay('2030-04-01'))
      const events = await told(company)
      expect(new Set(events.map(({ person_id: id }) => id)).size).to.equal(1000)
      expect(events).to.have.length(1000)
    })
  })

  it('is found without reading what was told', async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    const company = await server.company()
    const lives = Array.from({ length: 800 }, () =>
      lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null }]),
    )
    await storeLives(server, company.id, lives)
    let plan = ''
    const query = async (text: string, values: unknown[]) => {
      const { rows } = await server.db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      return { rows: [] }
    }
    await findDueOrganizations({ query } as never, '2030-01-01')
    for (const index of [
      'employments_start_unannounced',
      'employments_end_unannounced',
      'job_rows_start_unannounced',
    ])
      expect(plan).to.include(index)
    expect(plan).not.to.match(/Seq Scan on (employments|job_rows)/)
  })
})

describe('a worker', () => {
  const server = useServer({ ROLE: 'all' })

  it('tells what takes effect, by the clock of the service', async () => {
    const company = await server.company()
    await company.person({ start_date: '2030-03-04' })
    server.now = ofDay('2030-03-04')
    await server.db.query(`select graphile_worker.add_job('tell_effective')`)
    const events = await until('it is told', async () => {
      const events = await readEvents(server.db, company)
      return events.length > 0 && events
    })
    expect(events.map(({ type }) => type)).to.deep.equal(['person.started'])
  })

  it('closes the login at once when a last day in the past is recorded, and does not tell it again', async () => {
    const company = await server.company()
    const { id } = await company.person({ start_date: '2020-01-01' })
    const member = await company.member('hr', { personId: id })
    const owner = await company.as('owner')
    await owner.call('org_people_terminate', { person_id: id, last_day: '2026-01-31' })
    await until('the login is closed', async () => {
      const { rows } = await server.db.query(
        `select 1 from memberships where id = $1 and status = 'disabled'`,
        [member.membershipId],
      )
      return rows.length === 1
    })
    await tellEffective(server, new Date())
    const types = (await readEvents(server.db, company)).map(({ type }) => type)
    expect(types).to.deep.equal(['person.terminated', 'person.left', 'member.disabled'])
  })

  it('follows an organization to a time zone in which it is another day', async () => {
    const company = await server.company()
    const [leaver, starter] = [
      await company.person({ last_day: '2030-03-31' }),
      await company.person({ start_date: '2030-04-01' }),
    ]
    const member = await company.member('hr', { personId: leaver.id })
    const request = await makeRequest(server, company)
    await server.db.query(
      `update approval_requests set effective_date = '2030-03-31', expires_on = '2030-03-31' where id = $1`,
      [request],
    )
    const owner = await company.as('owner')
    server.now = new Date('2030-03-31T15:30:00Z')
    await tellEffective(server, server.now)
    expect(await readEvents(server.db, company)).to.deep.equal([])
    await owner.call('platform_organization_set', { time_zone: 'Asia/Tokyo' })
    const told = await until('all is told', async () => {
      const events = await readEvents(server.db, company)
      return events.length >= 4 && events
    })
    expect(told.map(({ type, subject_id: id }) => [type, id])).to.have.deep.members([
      ['person.left', leaver.id],
      ['member.disabled', member.membershipId],
      ['person.started', starter.id],
      ['approval.closed', request],
    ])
  })
})
