import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { actor, leaveOnly, setRules, type Actor } from '../support/approvals.ts'
import type { TestClient } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { tellEffective } from '../support/tell-effective.ts'
import { refused } from '../support/expect.ts'
import { interrupted, race } from '../support/race.ts'
import { useServer } from '../support/server.ts'
import { told } from '../support/warnings.ts'

describe('while requests wait', () => {
  const server = useServer()
  let company: Company
  let hr: Actor
  let manager: Actor
  let person: { id: string; jobId: string; employmentId: string }
  beforeEach(async () => {
    server.now = new Date('2026-06-15T12:00:00Z')
    company = await server.company()
    hr = await actor(server, company, 'hr', { given_name: 'Hana', family_name: 'Ray' })
    manager = await actor(server, company, 'member')
    person = await company.person({ title: 'Editor', manager_id: manager.personId })
  })

  const change = (title = 'Author', day = '2026-09-01') => ({
    person_id: person.id,
    effective_date: day,
    reason: 'change' as const,
    title,
  })
  const pay = () => ({
    person_id: person.id,
    effective_date: '2026-07-01',
    amount: 61234.5,
    currency: 'EUR',
    period: 'year' as const,
  })
  const status = async (who: TestClient, request_id: string) =>
    (await who.call('org_approvals_get', { request_id })).status
  const waiting = async () => {
    const { rows } = await server.db.query<{ id: string }>(
      `select id from approval_requests where org_id = $1 and status = 'pending' order by id`,
      [company.id],
    )
    return rows.map(({ id }) => id)
  }

  it('a second one about the same end names the first; one that is approved outdates the others', async () => {
    await setRules(server, company, { termination: 'manager' })
    const end = (more: object, dryRun = false) =>
      hr.key.call(
        'org_people_terminate',
        { person_id: person.id, last_day: '2026-09-30', ...more },
        { dryRun },
      )
    const first = await end({})
    expect(first.warnings).to.deep.equal([])
    const [warned] = (await end({ type: 'voluntary' }, true)).warnings
    expect(warned).to.deep.equal({
      code: 'ends_wait_already',
      message: `Another request about the last day of this person waits for approval: ${first.approval!.id}. The first that is approved outdates the others.`,
      params: { count: 1, requests: [first.approval!.id], more: 0 },
    })
    const second = await end({ type: 'voluntary' })
    expect(second.warnings.map(({ code }) => code)).to.deep.equal(['ends_wait_already'])
    const third = await end({ last_day: '2026-10-31' }, true)
    expect(third.warnings[0]!.params).to.deep.include({ count: 2 })
    await manager.web.call('org_approvals_approve', { request_id: second.approval!.id })
    expect(await status(hr.key, first.approval!.id)).to.equal('outdated')
    const moved = await end({ last_day: '2026-10-31' }, true)
    expect(moved.warnings, 'none waits any more').to.deep.equal([])
  })

  describe('the same change is not proposed again', () => {
    const rules = { job_change: 'manager', termination: 'manager', pay_change: 'hr' }
    beforeEach(() => setRules(server, company, rules))

    /** Refused, naming the request that waits. */
    const already = async (call: Promise<unknown>, field: string, id: string) => {
      const { body } = await refused(call, 'conflict')
      expect(body.error.details).to.have.length(1)
      expect(body.error.details![0]).to.deep.include({
        path: field,
        code: 'change_proposed_already',
        record_id: id,
      })
      expect(body.error.message).to.include('org/approvals.withdraw')
    }

    it('by any of the actions that propose', async () => {
      const left = await company.person({ last_day: '2026-05-31', manager_id: manager.personId })
      const second = { ...person }
      const [added] = [await company.person({ manager_id: manager.personId })]
      await setRules(server, company, { pay_change: 'off' })
      const { history } = await hr.web.call('org_pay_add', { ...pay(), person_id: added.id })
      await setRules(server, company, rules)
      const acts = [
        ['person_id', (dryRun = false) => hr.key.call('org_people_change_job', change(), { dryRun })],
        [
          'job_id',
          (dryRun = false) =>
            hr.key.call('org_people_correct_job', { job_id: second.jobId, fte: 0.5 }, { dryRun }),
        ],
        [
          'person_id',
          (dryRun = false) =>
            hr.key.call(
              'org_people_terminate',
              { person_id: person.id, last_day: '2026-12-31', reason: 'Moves' },
              { dryRun },
            ),
        ],
        [
          'person_id',
          (dryRun = false) =>
            hr.key.call(
              'org_people_rehire',
              { person_id: left.id, start_date: '2026-09-01', title: 'Adviser' },
              { dryRun },
            ),
        ],
        ['person_id', (dryRun = false) => hr.web.call('org_pay_add', pay(), { dryRun })],
        ['pay_id', (dryRun = false) => hr.web.call('org_pay_remove', { pay_id: history[0]!.id }, { dryRun })],
      ] as const
      const before = new Set<string>()
      for (const [field, act] of acts) {
        await act(true)
        const { approval } = await act()
        expect(approval!.status).to.equal('pending')
        before.add(approval!.id)
        await already(act(true), field, approval!.id)
        await already(act(), field, approval!.id)
      }
      expect(await waiting()).to.have.members([...before])
    })

    it('by whoever it is; another change of the same person is another request', async () => {
      const { approval } = await hr.key.call('org_people_change_job', change())
      await already(manager.key.call('org_people_change_job', change()), 'person_id', approval!.id)
      const colleague = await actor(server, company, 'hr')
      await already(colleague.key.call('org_people_change_job', change()), 'person_id', approval!.id)
      for (const other of [
        change('Director'),
        change('Author', '2026-09-02'),
        { ...change(), fte: 0.5 },
        { ...change(), reason: 'promotion' as const },
      ])
        expect((await hr.key.call('org_people_change_job', other)).approval!.status).to.equal('pending')
      expect(await waiting()).to.have.length(5)
    })

    it('until it is withdrawn, decided or has run out', async () => {
      const ends = [
        (request_id: string) => hr.key.call('org_approvals_withdraw', { request_id }),
        (request_id: string) => manager.web.call('org_approvals_reject', { request_id, note: 'No.' }),
        async () => void (server.now = new Date('2026-09-02T12:00:00Z')),
      ]
      for (const end of ends) {
        const { approval } = await hr.key.call('org_people_change_job', change())
        await end(approval!.id)
      }
      const { approval } = await hr.key.call('org_people_change_job', change())
      expect(approval!.status, 'the job that closes what has run out has not come yet').to.equal('pending')
    })

    it('by two calls at the same moment', async () => {
      for (const call of [
        () => hr.key.call('org_people_change_job', change()),
        () => hr.web.call('org_pay_add', pay()),
      ]) {
        // The first one is held up at its insert, so the second one begins before that is committed.
        const { first, second } = await interrupted<unknown, unknown>(
          server.db,
          'approval_requests',
          call,
          call,
        )
        const { won, lost } = await race([first, second])
        expect([won.length, lost]).to.deep.equal([1, ['conflict']])
      }
      expect(await waiting()).to.have.length(2)
    })

    it('of oneself, while nobody is told what others proposed about them', async () => {
      await setRules(server, company, { job_change: 'hr' })
      const colleague = await actor(server, company, 'hr', { manager_id: manager.personId })
      const promotion = { ...change(), person_id: colleague.personId }
      const byManager = await manager.key.call('org_people_change_job', promotion)
      const own = await colleague.key.call('org_people_change_job', promotion)
      expect([byManager.approval!.status, own.approval!.status]).to.deep.equal(['pending', 'pending'])
      await already(colleague.key.call('org_people_change_job', promotion), 'person_id', own.approval!.id)
    })
  })

  describe('a direct change names those that it outdates', () => {
    const propose = async (title: string, day = '2027-01-01') => {
      await setRules(server, company, { job_change: 'manager' })
      const { approval } = await hr.key.call('org_people_change_job', change(title, day))
      await setRules(server, company, { job_change: 'off' })
      return approval!.id
    }
    const acts = {
      change_job: (dryRun: boolean) =>
        hr.key.call('org_people_change_job', change('Author', '2026-10-01'), { dryRun }),
      correct_job: (dryRun: boolean) =>
        hr.key.call('org_people_correct_job', { job_id: person.jobId, title: 'Writer' }, { dryRun }),
      terminate: (dryRun: boolean) =>
        hr.key.call('org_people_terminate', { person_id: person.id, last_day: '2026-12-30' }, { dryRun }),
    }
    for (const [name, act] of Object.entries(acts))
      it(`people.${name}, and in a dry run`, async () => {
        const id = await propose('Director')
        const said = `It outdates 1 request that waits for approval: ${id}.`
        expect(told(await act(true))).to.deep.equal([said])
        expect(await status(hr.key, id)).to.equal('pending')
        expect(told(await act(false))).to.deep.equal([said])
        expect(await status(hr.key, id)).to.equal('outdated')
      })

    it('people.remove_job', async () => {
      const { job } = await hr.key.call('org_people_change_job', change('Author', '2026-10-01'))
      const ids = [await propose('Director'), await propose('Chief')]
      const said = `It outdates 2 requests that wait for approval: ${ids[0]}, ${ids[1]}.`
      const remove = (dryRun: boolean) => hr.key.call('org_people_remove_job', { job_id: job.id }, { dryRun })
      expect(told(await remove(true))).to.deep.equal([said])
      expect(told(await remove(false))).to.deep.equal([said])
    })

    it('people.rehire', async () => {
      person = await company.person({ last_day: '2026-05-31', manager_id: manager.personId })
      const again = (start_date: string) =>
        hr.key.call('org_people_rehire', {
          person_id: person.id,
          start_date,
          title: 'Adviser',
          manager_id: manager.personId,
        })
      await setRules(server, company, { job_change: 'manager' })
      const { approval } = await again('2026-10-01')
      await setRules(server, company, { job_change: 'off' })
      const warnings = told(await again('2026-09-01'))
      expect(warnings).to.deep.equal([`It outdates 1 request that waits for approval: ${approval!.id}.`])
    })

    it('but none about the caller, none about pay, and none that it leaves as it is', async () => {
      await setRules(server, company, { job_change: 'manager', pay_change: 'hr' })
      const mine = { ...change('Director', '2027-01-01'), person_id: hr.personId }
      const admin = await actor(server, company, 'admin')
      await server.db.query('update job_rows set manager_id = $2 where person_id = $1', [
        hr.personId,
        manager.personId,
      ])
      const { approval } = await admin.key.call('org_people_change_job', mine)
      const kept = (await hr.key.call('org_people_change_job', change('Later', '2026-09-01'))).approval!.id
      const paid = await hr.web.call('org_pay_add', pay())
      await setRules(server, company, { job_change: 'off' })
      const own = await hr.key.call('org_people_change_job', { ...mine, effective_date: '2026-12-01' })
      expect(told(own)).to.deep.equal([])
      expect(await status(admin.key, approval!.id)).to.equal('outdated')
      const after = await hr.key.call('org_people_change_job', change('Author', '2026-10-01'))
      expect(told(after)).to.deep.equal([])
      expect(await waiting()).to.deep.equal([kept, paid.approval!.id])
    })
  })

  it('the log names the request and its day, but not the day of pay', async () => {
    await setRules(server, company, { job_change: 'manager', pay_change: 'hr' })
    const { approval } = await hr.key.call('org_people_change_job', change())
    const [line] = await activityOf(server, company, 'org.people.change_job')
    expect(line).to.deep.include({
      summary: 'Asked for approval of a job change of {subject}',
      changes: [
        { field: 'request_status', before: null, after: 'pending' },
        { field: 'effective_date', before: null, after: '2026-09-01' },
        { field: 'request', before: null, after: { id: approval!.id, name: 'job_change' } },
      ],
    })
    const paid = await hr.web.call('org_pay_add', pay())
    const [ofPay] = await activityOf(server, company, 'org.pay.add')
    expect(ofPay!.changes).to.deep.equal([
      { field: 'request_status', before: null, after: 'pending' },
      { field: 'request', before: null, after: { id: paid.approval!.id, name: 'pay_change' } },
    ])
  })

  it('a dry run tells that approval would be asked for, and answers what the call would', async () => {
    await setRules(server, company, { job_change: 'manager' })
    const { body } = await hr.key.post('/v1/org/people.change_job?dry_run=true', change())
    expect(body.dry_run.events).to.deep.equal(['approval.requested'])
    expect(body.dry_run.activity[0].summary).to.equal('Asked for approval of a job change of Pat Person')
    expect(body.data.job).to.deep.include({ id: person.jobId, title: 'Editor' })
    expect(body.data.approval).to.deep.include({ status: 'pending', waiting_for: 'manager' })
    expect(body.data.warnings).to.deep.equal([])
    expect(await waiting()).to.deep.equal([])
  })

  describe('and the last who can approve leaves', () => {
    let admin: Actor
    beforeEach(async () => {
      admin = await actor(server, company, 'admin', { given_name: 'Adam', family_name: 'Minns' })
      await setRules(server, company, { termination: 'hr', pay_change: 'hr' })
      await leaveOnly(server, company, [hr, admin, manager])
    })
    /** Hana leaves, and the job closes her login. */
    const hanaLeaves = async () => {
      await setRules(server, company, { termination: 'off' })
      await admin.key.call('org_people_terminate', { person_id: hr.personId, last_day: '2026-06-20' })
      await setRules(server, company, { termination: 'hr' })
      server.now = new Date('2026-06-21T12:00:00Z')
      await tellEffective(server, server.now)
      await refused(hr.web.call('org_approvals_list', {}), 'unauthenticated')
    }

    it('another member of HR decides', async () => {
      const { approval } = await manager.key.call('org_people_terminate', {
        person_id: person.id,
        last_day: '2026-12-31',
      })
      const request_id = approval!.id
      expect(approval!.approvers).to.deep.equal(['Adam Minns', 'Hana Ray'])
      await hanaLeaves()
      const request = await admin.web.call('org_approvals_get', { request_id })
      expect(request).to.deep.include({ status: 'pending', waiting_for: 'hr', can_decide: true })
      expect(request.steps[0]!.approvers.map(({ id }) => id)).to.deep.equal([admin.personId])
      expect((await admin.web.call('org_approvals_approve', { request_id })).status).to.equal('approved')
    })

    it('of what the only other one proposed: it waits for nobody, until somebody can sign in again', async () => {
      await setRules(server, company, { job_change: 'hr' })
      const { approval } = await admin.key.call('org_people_change_job', {
        person_id: admin.personId,
        effective_date: '2026-12-31',
        reason: 'change',
        title: 'Chief',
      })
      const request_id = approval!.id
      expect(approval).to.deep.include({ status: 'pending', approvers: ['Hana Ray'] })
      await hanaLeaves()
      const owner = await company.as('owner', 'web')
      const look = () => owner.call('org_approvals_get', { request_id })
      expect(await look()).to.deep.include({ status: 'pending', waiting_for: 'hr', can_decide: false })
      expect((await look()).steps[0]).to.deep.include({ status: 'pending', approvers: [] })
      await refused(owner.call('org_approvals_approve', { request_id }), 'forbidden')
      const next = await actor(server, company, 'hr')
      expect((await look()).steps[0]!.approvers.map(({ id }) => id)).to.deep.equal([next.personId])
      expect((await next.web.call('org_approvals_approve', { request_id })).status).to.equal('approved')
    })

    it('about pay: the same proposal then applies at once, and outdates the one that waits', async () => {
      const first = await admin.web.call('org_pay_add', pay())
      expect(first.approval).to.deep.include({ status: 'pending', approvers: ['Hana Ray'] })
      await hanaLeaves()
      const request_id = first.approval!.id
      const request = await admin.web.call('org_approvals_get', { request_id })
      expect(request).to.deep.include({ status: 'pending', waiting_for: 'hr', can_decide: false })
      expect(request.steps[0]!.approvers).to.deep.equal([])
      const again = await admin.web.call('org_pay_add', pay())
      expect(again.approval).to.deep.include({ status: 'approved', note: 'no_other_approver' })
      expect(again.history).to.have.length(1)
      expect(await status(admin.web, request_id)).to.equal('outdated')
    })
  })
})
