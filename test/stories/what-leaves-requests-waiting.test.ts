import { expect } from 'chai'
import { actor, setRules, type Actor } from '../support/approvals.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { rewriteRequest } from '../support/sealed.ts'
import { useServer } from '../support/server.ts'

/** A request waits through all changes of the person but those of what it would change itself. */
describe('a request that waits while other things of the person change', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let next: Actor
  let person: { id: string; jobId: string }
  let request_id: string
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr')
    manager = await actor(server, company, 'member')
    next = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
    await setRules(server, company, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2026-09-01',
      reason: 'promotion',
      title: 'Head of Product',
    })
    request_id = approval!.id
    await setRules(server, company, { job_change: 'off' })
  })

  const correct = (terms: object) => hr.key.call('org_people_correct_job', { job_id: person.jobId, ...terms })
  const get = () => hr.key.call('org_approvals_get', { request_id })

  it('is decided by the manager of the day, and changes only what it said', async () => {
    const { id: locationId } = await hr.key.call('org_locations_create', { name: 'Lisbon', country: 'PT' })
    const { warnings } = await correct({ weekly_hours: 30, manager_id: next.personId })
    expect(warnings).to.deep.equal([])
    await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2026-08-01',
      reason: 'transfer',
      location_id: locationId,
    })
    await refused(manager.web.call('org_approvals_approve', { request_id }), 'not_found')
    const done = await next.web.call('org_approvals_approve', { request_id })
    expect(done).to.deep.include({ status: 'approved', change: 'change_job' })
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.id })
    const last = jobs.at(-1)!
    expect(last).to.deep.include({ title: 'Head of Product', weekly_hours: 30, valid_from: '2026-09-01' })
    expect([last.manager!.id, last.location!.id]).to.deep.equal([next.personId, locationId])
    expect(done.job_change!.after).to.deep.equal(last)
  })

  it('shows the facts of the day on which it is read, until it is closed', async () => {
    await correct({ weekly_hours: 30 })
    const { job_change: now } = await get()
    expect(now!.before).to.deep.include({ title: 'Editor', weekly_hours: 30, valid_to: null })
    expect(now!.after).to.deep.include({
      ...{ title: 'Head of Product', weekly_hours: 30, valid_from: '2026-09-01' },
      id: '00000000-0000-0000-0000-000000000000',
    })
    const { items } = await hr.key.call('org_approvals_list', {})
    expect(items[0]!.job_change).to.deep.equal(now)
    await manager.web.call('org_approvals_reject', { request_id, note: 'Not yet.' })
    await correct({ weekly_hours: 20 })
    expect((await get()).job_change!.after).to.include({ title: 'Head of Product' })
  })

  it('is outdated by a row that begins on its day, and by an end before it', async () => {
    const day = { person_id: person.id, effective_date: '2026-09-01', reason: 'change' as const }
    await hr.key.call('org_people_change_job', { ...day, weekly_hours: 20 })
    expect(await get()).to.include({ status: 'outdated', decided_at: '2026-06-15T12:00:00.000Z' })
  })

  it('was stored before requests kept only what they change, and is approved all the same', async () => {
    const { jobs } = await hr.key.call('org_people_timeline', { person_id: person.id })
    const { manager: _m, unit: _u, location: _l, legal_entity: _e, ...terms } = jobs[0]!
    const whole = {
      ...terms,
      manager_id: manager.personId,
      unit_id: null,
      location_id: null,
      legal_entity_id: null,
    }
    await rewriteRequest(server, company, request_id, ({ basis, proposal }) => {
      basis['row'] = whole
      Object.assign((proposal.input as { patch: object }).patch, { manager_id: manager.personId })
    })
    await correct({ manager_id: next.personId, weekly_hours: 30 })
    expect(await get()).to.include({ status: 'pending' })
    const done = await next.web.call('org_approvals_approve', { request_id })
    expect(done.job_change!.after).to.deep.include({ title: 'Head of Product', weekly_hours: 30 })
    expect(done.job_change!.after.manager!.id).to.equal(next.personId)
  })

  it('about pay is outdated by an end of the employment before its day, and by no other', async () => {
    await setRules(server, company, { pay_change: 'hr' })
    const admin = await actor(server, company, 'admin')
    const { approval } = await hr.web.call('org_pay_add', {
      ...{
        person_id: person.id,
        effective_date: '2026-12-01',
        amount: 50_000,
        currency: 'EUR',
        period: 'year',
      },
    })
    const status = async () =>
      (await admin.web.call('org_approvals_get', { request_id: approval!.id })).status
    const end = (last_day: string) =>
      admin.key.call('org_people_terminate', { person_id: person.id, last_day })
    await end('2026-12-31')
    expect(await status()).to.equal('pending')
    const { warnings } = await end('2026-11-30')
    expect(await status()).to.equal('outdated')
    expect(warnings.join()).to.not.include(approval!.id)
  })
})
