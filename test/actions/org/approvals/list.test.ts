import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect } from 'chai'
import { actor, makeRequest, setRules, type Actor } from '../../../support/approvals.ts'
import type { TestClient } from '../../../support/client.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { copyRequest } from '../../../support/sealed.ts'
import { useServer } from '../../../support/server.ts'

describe('org.approvals.list', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let people: string[]
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
    people = []
    for (let i = 0; i < 3; i++) people.push((await company.person({ manager_id: manager.personId })).id)
    await setRules(server, company, {
      termination: 'manager_then_hr',
      job_change: 'manager',
      pay_change: 'hr',
    })
  })
  const end = async (who: TestClient, person_id: string) => {
    const { approval } = await who.call('org_people_terminate', { person_id, last_day: '2026-12-31' })
    return approval!.id
  }
  const ids = async (who: TestClient, input: object = {}) => {
    const { items, waiting_for_me } = await who.call('org_approvals_list', input)
    return [items.map(({ id }) => id), waiting_for_me]
  }

  it('lists what waits in the order of the proposals, and counts what waits for the caller', async () => {
    const [a, b] = [await end(hr.key, people[0]!), await end(hr.key, people[1]!)]
    const c = await end(manager.key, people[2]!)
    expect(await ids(hr.key), 'HR decides only what the manager proposed').to.deep.equal([[a, b, c], 1])
    expect(await ids(manager.key)).to.deep.equal([[a, b, c], 2])
    expect(await ids(manager.key, { waiting_for_me: true })).to.deep.equal([[a, b], 2])
    expect(await ids(hr.web, { waiting_for_me: true, status: 'all' })).to.deep.equal([[c], 1])
    expect(await ids(manager.key, { person_id: people[1] })).to.deep.equal([[b], 2])
    expect(await ids(manager.key, { status: 'closed' })).to.deep.equal([[], 2])
  })

  it('lists closed ones with the last one first, after the open ones', async () => {
    const [a, b, c] = [
      await end(hr.key, people[0]!),
      await end(hr.key, people[1]!),
      await end(hr.key, people[2]!),
    ]
    await manager.web.call('org_approvals_reject', { request_id: b, note: 'No.' })
    server.now = new Date('2026-06-16T12:00:00Z')
    await hr.key.call('org_approvals_withdraw', { request_id: a })
    expect(await ids(hr.key, { status: 'closed' })).to.deep.equal([[a, b], 0])
    expect(await ids(hr.key, { status: 'all' })).to.deep.equal([[c, a, b], 0])
    expect(await ids(hr.key, { status: 'closed', person_id: people[1] })).to.deep.equal([[b], 0])
    expect(await ids(hr.key)).to.deep.equal([[c], 0])
    const { items } = await manager.key.call('org_approvals_list', { status: 'closed' })
    expect(items.map(({ status }) => status)).to.deep.equal(['cancelled', 'rejected'])
  })

  it('lists the oldest 500 open ones, and finds the others by the person and by whose turn it is', async () => {
    const first = await makeRequest(server, company, { managerId: manager.personId, approver: 'manager' })
    await copyRequest(server, company, first, 504)
    const last = await end(manager.key, people[0]!)
    const [all, mine] = await ids(hr.key)
    expect([(all as string[]).length, (all as string[]).includes(last), mine]).to.deep.equal([500, false, 1])
    expect(await ids(hr.key, { person_id: people[0] })).to.deep.equal([[last], 1])
    expect(await ids(hr.key, { waiting_for_me: true })).to.deep.equal([[last], 1])
    expect((await ids(manager.key, { waiting_for_me: true }))[1]).to.equal(500)
  })

  it('lists at most 100 closed ones', async () => {
    for (let i = 0; i < 101; i++) await makeRequest(server, company)
    await server.db.query(
      `update approval_requests set status = 'expired', closed_at = now(), closed_code = 'ran_out'
        where org_id = $1`,
      [company.id],
    )
    const { items } = await hr.key.call('org_approvals_list', { status: 'closed' })
    expect(items).to.have.length(100)
    expect(items[0]).to.include({ status: 'expired', closed_reason: 'Nobody decided it in time.' })
  })

  it('lists closed ones in pages, each of them once, also where many were closed at one moment', async () => {
    const of = await end(hr.key, people[0]!)
    await copyRequest(server, company, of, 229)
    // Those of the last ten days are closed by no job yet; the others at two moments.
    await server.db.query(
      `with all_of as (select id, row_number() over (order by id) as n from approval_requests where org_id = $1)
       update approval_requests r
          set status = case when n <= 20 then 'pending' else 'expired' end,
              expires_on = '2026-06-14',
              closed_at = case when n > 20 then (array[$2::timestamptz, $3::timestamptz])[1 + n % 2] end,
              closed_code = case when n > 20 then 'ran_out' end
         from all_of a where r.org_id = $1 and r.id = a.id`,
      [company.id, '2026-06-14T00:00:00Z', '2026-06-15T00:00:00Z'],
    )
    const seen: string[] = []
    const sizes: number[] = []
    let before: string | null = null
    do {
      const page: { items: { id: string }[]; next_before: string | null } = await hr.key.call(
        'org_approvals_list',
        { status: 'closed', ...(before !== null && { before }) },
      )
      seen.push(...page.items.map(({ id }) => id))
      sizes.push(page.items.length)
      before = page.next_before
    } while (before !== null)
    expect(sizes).to.deep.equal([100, 100, 30])
    expect(new Set(seen).size).to.equal(230)
  })

  it('begins with the open ones and goes on with the closed ones, also after the last one that was listed has gone', async () => {
    const open = await end(hr.key, people[1]!)
    const of = await end(hr.key, people[0]!)
    await copyRequest(server, company, of, 100)
    await server.db.query(
      `update approval_requests set status = 'expired', closed_at = '2026-06-14T00:00:00Z', closed_code = 'ran_out'
        where org_id = $1 and id <> $2`,
      [company.id, open],
    )
    const first = await hr.key.call('org_approvals_list', { status: 'all' })
    expect(first.items).to.have.length(101)
    expect(first.items[0]!.id).to.equal(open)
    const gone = first.items.at(-1)!.id
    await server.db.query(`delete from approval_steps where org_id = $1 and request_id = $2`, [
      company.id,
      gone,
    ])
    await server.db.query(`delete from approval_requests where org_id = $1 and id = $2`, [company.id, gone])
    const second = await hr.key.call('org_approvals_list', { status: 'all', before: first.next_before! })
    expect(second.items).to.have.length(1)
    expect(second.next_before).to.equal(null)
    expect((await hr.key.call('org_approvals_list', {})).next_before).to.equal(null)
    expect(
      (await hr.key.call('org_approvals_list', { status: 'closed', before: `r${'_'.repeat(32)}` })).items,
    ).to.have.length(100)
    await refused(hr.key.call('org_approvals_list', { before: 'p0' }), 'validation_failed')
  })

  it('takes a request for an open one on the last day on which it can be decided', async () => {
    const id = await end(hr.key, people[0]!)
    server.now = new Date('2026-12-31T23:59:59Z')
    expect(await ids(manager.key)).to.deep.equal([[id], 1])
    expect(await ids(manager.key, { status: 'closed' })).to.deep.equal([[], 1])
  })

  it('takes a request that has run out for a closed one at once', async () => {
    const a = await end(hr.key, people[0]!)
    server.now = new Date('2027-01-01T00:00:00Z')
    expect(await ids(hr.key)).to.deep.equal([[], 0])
    const { items } = await hr.key.call('org_approvals_list', { status: 'closed' })
    expect(items.map(({ id, status }) => [id, status])).to.deep.equal([[a, 'expired']])
  })

  it('tells of each when it was closed, however: what ran out, at the end of its last day', async () => {
    await server.db.query(`update organizations set time_zone = 'Asia/Tokyo' where org_id = $1`, [company.id])
    const [a, b, c] = [
      await end(hr.key, people[0]!),
      await end(hr.key, people[1]!),
      await end(hr.key, people[2]!),
    ]
    const { expires_on: last } = await hr.key.call('org_approvals_get', { request_id: a })
    expect(last).to.equal('2026-12-31')
    server.now = new Date('2026-12-30T12:00:00Z')
    await hr.key.call('org_approvals_withdraw', { request_id: b })
    await server.db.query(`update approval_requests set expires_on = '2027-02-01' where id = $1`, [c])
    server.now = new Date('2027-01-05T12:00:00Z')
    await manager.web.call('org_approvals_reject', { request_id: c, note: 'No.' })
    const { items } = await hr.key.call('org_approvals_list', { status: 'closed' })
    expect(items.map(({ id, decided_at: at }) => [id, at])).to.deep.equal([
      [c, '2027-01-05T12:00:00.000Z'],
      [a, '2026-12-31T15:00:00.000Z'],
      [b, '2026-12-30T12:00:00.000Z'],
    ])
  })

  it('shows nobody requests about themselves, and others only what concerns them', async () => {
    const about = await actor(server, company, 'hr', { manager_id: manager.personId })
    const id = await end(hr.key, about.personId)
    const peer = await actor(server, company, 'member')
    const viewer = await actor(server, company, 'viewer')
    expect(await ids(about.web, { status: 'all' })).to.deep.equal([[], 0])
    expect(await ids(peer.key, { status: 'all' })).to.deep.equal([[], 0])
    expect(await ids(viewer.key, { status: 'all' })).to.deep.equal([[], 0])
    expect(await ids(manager.key)).to.deep.equal([[id], 1])
    await refused(peer.key.call('org_approvals_list', { person_id: hr.member.userId }), 'not_found')
  })

  it('shows managers the requests about people below them only while they work here', async () => {
    const below = async (details: object) => {
      const former = await actor(server, company, 'member', details)
      const { id: person_id } = await company.person({ manager_id: former.personId })
      const { approval } = await hr.key.call('org_people_change_job', {
        person_id,
        effective_date: '2026-07-01',
        reason: 'change',
        title: 'Author',
      })
      const { items } = await former.key.call('org_approvals_list', { status: 'all' })
      const request_id = approval!.id
      if (items.length > 0) return former.key.call('org_approvals_get', { request_id })
      return refused(former.key.call('org_approvals_get', { request_id }), 'not_found').then(() => null)
    }
    expect(await below({ last_day: '2026-06-15' })).to.not.equal(null)
    expect(await below({ last_day: '2026-06-14' })).to.equal(null)
    expect(await below({ start_date: '2026-06-16' })).to.equal(null)
  })

  it('shows requests that wait for the lead of a unit, and those that the lead decided', async () => {
    const lead = await actor(server, company, 'member')
    const department = await company.unit({ head_person_id: lead.personId })
    const team = await company.unit({ parent_id: department })
    const { id: person_id } = await company.person({ unit_id: team })
    const id = await end(hr.key, person_id)
    await end(hr.key, people[0]!)
    expect(await ids(lead.key)).to.deep.equal([[id], 1])
    await lead.web.call('org_approvals_approve', { request_id: id })
    expect(await ids(lead.key)).to.deep.equal([[], 0])
    expect(await ids(lead.key, { status: 'closed' })).to.deep.equal([[id], 0])
  })

  it('costs those little whom no request concerns, however many wait', async () => {
    const peer = await actor(server, company, 'member')
    const lead = await actor(server, company, 'member')
    const unit = await company.unit({ head_person_id: lead.personId })
    const statementsOf = async (who: TestClient) => {
      let statements = 0
      const note = () => void statements++
      subscribe('rollcall:statement', note)
      await ids(who).finally(() => unsubscribe('rollcall:statement', note))
      return statements
    }
    const [ofPeer, ofLead] = [await statementsOf(peer.key), await statementsOf(lead.key)]
    for (let i = 0; i < 20; i++) await makeRequest(server, company, { approver: 'manager' })
    expect([await statementsOf(peer.key), await statementsOf(lead.key)]).to.deep.equal([ofPeer, ofLead])
    const { id: person_id } = await company.person({ unit_id: unit })
    await end(hr.key, person_id)
    expect(await statementsOf(lead.key)).to.be.greaterThan(ofLead)
  })

  it('shows pay requests to HR in the web app, and to nobody else', async () => {
    const { approval } = await hr.web.call('org_pay_add', {
      person_id: people[0]!,
      effective_date: '2026-07-01',
      amount: 61234.56,
      currency: 'EUR',
      period: 'year',
    })
    const other = await actor(server, company, 'admin')
    expect(await ids(other.web)).to.deep.equal([[approval!.id], 1])
    for (const caller of [other.key, manager.web, hr.key])
      expect(await ids(caller, { status: 'all' })).to.deep.equal([[], 0])
    await refused(other.key.call('org_approvals_get', { request_id: approval!.id }), 'not_found')
    await refused(hr.key.call('org_approvals_withdraw', { request_id: approval!.id }), 'not_found')
  })
})
