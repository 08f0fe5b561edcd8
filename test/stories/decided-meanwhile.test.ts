import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { readEvents } from '../support/events.ts'
import { refused } from '../support/expect.ts'
import { heldUp, interrupted, race } from '../support/race.ts'
import { useServer } from '../support/server.ts'

describe('a direct change while somebody closes a request that it would outdate', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string; jobId: string }
  let request_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'change',
      title: 'Author',
    })
    request_id = approval!.id
    await setRules(server, company, { job_change: 'off' })
  })

  const correct = () => hr.key.call('org_people_correct_job', { job_id: person.jobId, title: 'Writer' })
  const ways = {
    rejected: () => manager.web.call('org_approvals_reject', { request_id, note: 'No.' }),
    cancelled: () => hr.key.call('org_approvals_withdraw', { request_id }),
  }
  for (const [status, close] of Object.entries(ways))
    it(`it stays ${status}: the change neither closes it nor says so`, async () => {
      // Whoever closes it has the request, and is held up. The change has read it as open by then.
      const { first, second } = await interrupted(server.db, 'approval_steps', close, correct)
      expect((await first).status).to.equal(status)
      expect(await second).to.deep.nested.include({ 'job.title': 'Writer', warnings: [] })
      const request = await hr.key.call('org_approvals_get', { request_id })
      expect(request.status).to.equal(status)
      const told = (await readEvents(server.db, company)).map(({ type, payload }) => [
        type,
        (payload as { request?: { status: string } }).request?.status,
      ])
      expect(told).to.have.deep.members([
        ['approval.requested', 'pending'],
        [status === 'rejected' ? 'approval.rejected' : 'approval.closed', status],
        ['job.corrected', undefined],
      ])
    })
})

/** A change of a manager waits for all others of the organization: `lock` is what they wait for. */
describe('what changes while a change waits for its locks', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let colleague: Actor
  let boss: Actor
  let person: { id: string }
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    colleague = await actor(server, company, 'hr')
    boss = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor' })
  })

  const lock = () => ({
    text: 'select 1 from reporting_lines where org_id = $1 for no key update',
    values: [company.id],
  })
  const move = (who: Actor, unit: { unit_id?: string } = {}) =>
    who.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2027-01-01',
      reason: 'change',
      manager_id: boss.personId,
      ...unit,
    })

  it('the proposer is disabled: the change is not made', async () => {
    await setRules(server, company, { job_change: 'hr' })
    const chief = await actor(server, company, 'member')
    await server.db.query('update job_rows set manager_id = $2 where org_id = $3 and person_id = $1', [
      person.id,
      chief.personId,
      company.id,
    ])
    const { approval } = await move(chief)
    const owner = await company.as('owner', 'web')
    const { first, second } = await heldUp(
      server.db,
      lock(),
      () => colleague.web.call('org_approvals_approve', { request_id: approval!.id }),
      () => owner.call('platform_members_disable', { membership_id: chief.member.membershipId }),
    )
    await second
    expect((await first).status).to.equal('outdated')
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.id })
    expect(jobs).to.have.length(1)
  })

  it('another one leads the unit: whoever led it decides no more', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const [lead, next] = [await actor(server, company, 'member'), await actor(server, company, 'member')]
    const unit = await company.unit({ head_person_id: lead.personId })
    await server.db.query('update job_rows set unit_id = $2 where org_id = $3 and person_id = $1', [
      person.id,
      unit,
      company.id,
    ])
    const { approval } = await move(hr)
    const { first, second } = await heldUp(
      server.db,
      lock(),
      () => lead.web.call('org_approvals_approve', { request_id: approval!.id }),
      () => colleague.key.call('org_units_set_head', { unit_id: unit, person_id: next.personId }),
    )
    await second
    const { body } = await refused(first, 'forbidden')
    expect(body.error.details![0]!.code).to.equal('not_your_turn')
  })

  it('a rule is switched on: the change waits for approval', async () => {
    const owner = await company.as('owner', 'web')
    const { first, second } = await heldUp(
      server.db,
      lock(),
      () => move(hr),
      () => owner.call('org_approvals_settings_update', { job_change: 'manager' }),
    )
    await second
    expect((await first).approval).to.deep.include({ status: 'pending' })
  })

  it('the last request that somebody may make about a person: of two at once, one is refused', async () => {
    await setRules(server, company, { job_change: 'manager', pay_change: 'hr' })
    const propose = (who: Actor, day: number) =>
      who.key.call('org_people_change_job', {
        person_id: person.id,
        effective_date: new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10),
        reason: 'change',
        title: 'Author',
      })
    for (let day = 1; day < 50; day++) await propose(hr, day)
    const { won, lost } = await race([propose(hr, 60), propose(hr, 61)])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
    const { body } = await refused(propose(hr, 62), 'conflict')
    expect(body.error.details![0]!).to.deep.include({ path: 'person_id', code: 'too_many_open_requests' })
    expect(body.error.message).to.include('50 requests')
    expect((await propose(colleague, 63)).approval!.status, 'keeps nobody else').to.equal('pending')

    const { items } = await hr.key.call('org_approvals_list', {})
    await hr.key.call('org_approvals_withdraw', { request_id: items[0]!.id })
    await propose(hr, 62)
  })

  it('nobody learns from that bound of requests that they may not hear of', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const about = (who: Actor, day: number) =>
      who.key.call('org_people_change_job', {
        person_id: colleague.personId,
        effective_date: new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10),
        reason: 'change',
        title: 'Author',
      })
    for (let day = 1; day <= 50; day++) await about(hr, day)
    await refused(about(hr, 60), 'conflict')
    expect((await about(colleague, 60)).approval!.status).to.equal('pending')
  })

  it('two pay requests of one day at once: one is refused', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const pay = (who: Actor, amount: number) =>
      who.web.call('org_pay_add', {
        person_id: person.id,
        effective_date: '2026-09-01',
        amount,
        currency: 'EUR',
        period: 'year',
      })
    const { won, lost } = await race([pay(hr, 50_000), pay(colleague, 60_000)])
    expect([won.length, lost]).to.deep.equal([1, ['conflict']])
  })
})
