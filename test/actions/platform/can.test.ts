import { expect } from 'chai'
import { actor, setRules } from '../../support/approvals.ts'
import type { Company } from '../../support/company.ts'
import { useServer } from '../../support/server.ts'

describe('platform_can', () => {
  const server = useServer()
  let company: Company
  before(async () => {
    company = await server.company()
  })

  it('answers in the order of the calls, by all names that an action has', async () => {
    const unit = await company.unit({ name: 'Research' })
    const hr = await company.as('hr')
    const answers = await hr.call('platform_can', {
      calls: [
        { action: 'org/units.archive', input: { unit_id: unit } },
        { action: 'org_units_create', input: { name: 'Design', kind: 'team' } },
        { action: 'org.units.create', input: { name: '', kind: 'tribe' } },
        { action: 'org/units.archive', input: { unit_id: crypto.randomUUID() } },
        { action: 'org/units.archive', input: { unit_id: 'no id at all' } },
        { action: 'org/approvals.settings.update', input: { job_change: 'hr' } },
        { action: 'org/units.vanish', input: {} },
        { action: 'platform/whoami', input: {} },
      ],
    })
    const no = (code: string) => ({ allowed: false, code, needs_approval: false })
    const yes = { allowed: true, code: null, needs_approval: false }
    expect(answers).to.deep.equal([
      yes,
      yes,
      no('validation_failed'),
      no('not_found'),
      no('not_found'),
      no('forbidden'),
      no('not_found'),
      yes,
    ])
  })

  it('has no effect, and finds no fault with what only the rules of an action refuse', async () => {
    const hr = await company.as('hr')
    await company.unit({ name: 'Taken' })
    const create = { action: 'org/units.create', input: { name: 'Taken', kind: 'team' } }
    expect(await hr.call('platform_can', { calls: [create, create] })).to.deep.equal([
      { allowed: true, code: null, needs_approval: false },
      { allowed: true, code: null, needs_approval: false },
    ])
    const { status } = await hr.post('/v1/org/units.create', create.input)
    expect(status).to.equal(409)
  })

  it('asks for the web app where the call does, and answers a call of itself without running it', async () => {
    const owner = await company.as('owner')
    const invalid = { action: 'org/units.create', input: {} }
    const answers = await owner.call('platform_can', {
      calls: [
        { action: 'platform/api_keys.create', input: { name: 'Sync', audience: 'manage' } },
        {
          action: 'platform/can',
          input: { calls: [invalid, { action: 'platform/can', input: { calls: [] } }] },
        },
        { action: 'platform/can', input: { calls: [] } },
      ],
    })
    expect(answers.map(({ code }) => code)).to.deep.equal(['forbidden', null, 'validation_failed'])
  })

  it('takes 1 to 50 calls', async () => {
    const owner = await company.as('owner')
    const asked = (count: number) =>
      owner.post('/v1/platform/can', {
        calls: Array.from({ length: count }, () => ({ action: 'platform/whoami' })),
      })
    for (const [count, status] of [
      [0, 400],
      [1, 200],
      [50, 200],
      [51, 400],
    ] as const)
      expect((await asked(count)).status, `${count} calls`).to.equal(status)
  })

  it('says which changes would wait for approval, as the dry run of each does', async () => {
    const home = await server.company()
    const [hr, owner, manager] = await Promise.all([
      actor(server, home, 'hr'),
      actor(server, home, 'owner'),
      actor(server, home, 'member'),
    ])
    const person = await home.person({ title: 'Editor', manager_id: manager.personId })
    const { history } = await owner.web.call('org_pay_add', {
      person_id: person.id,
      effective_date: '2030-01-01',
      amount: 5000,
      currency: 'EUR',
      period: 'month',
    })
    await setRules(server, home, { job_change: 'manager_then_hr', termination: 'hr', pay_change: 'hr' })
    const calls = [
      [
        'org_people_change_job',
        { person_id: person.id, effective_date: '2031-01-01', reason: 'promotion', title: 'Head' },
      ],
      ['org_people_correct_job', { job_id: person.jobId, title: 'Writer' }],
      ['org_people_terminate', { person_id: person.id, last_day: '2031-12-31', type: 'voluntary' }],
      [
        'org_pay_add',
        {
          person_id: person.id,
          effective_date: '2031-01-01',
          amount: 5500,
          currency: 'EUR',
          period: 'month',
        },
      ],
      ['org_pay_remove', { pay_id: history[0]!.id }],
    ] as const
    const found: Record<string, boolean[]> = {}
    for (const [who, { web }] of Object.entries({ hr, owner, manager })) {
      const asked = await web.call('platform_can', {
        calls: calls.map(([action, input]) => ({ action, input })),
      })
      const told = await Promise.all(
        calls.map(async ([action, input]) => {
          const path = action.replace('_', '/').replace(/_(?=[a-z_]+$)/, '.')
          const { body } = await web.post(`/v1/${path}?dry_run=true`, input)
          return body.data ? body.data.approval?.status === 'pending' : body.error.code
        }),
      )
      expect(
        asked.map(({ code, needs_approval }) => code ?? needs_approval),
        who,
      ).to.deep.equal(told)
      found[who] = asked.map(({ needs_approval }) => needs_approval)
    }
    expect(found).to.deep.equal({
      hr: [true, true, false, true, true],
      owner: [true, true, false, true, true],
      manager: [true, false, true, false, false],
    })
  })

  it('says whose turn it is to decide a request', async () => {
    const home = await server.company()
    const hr = await actor(server, home, 'hr')
    const manager = await actor(server, home, 'member')
    const person = await home.person({ manager_id: manager.personId })
    await setRules(server, home, { job_change: 'manager' })
    const { approval } = await hr.key.call('org_people_change_job', {
      person_id: person.id,
      effective_date: '2031-01-01',
      reason: 'promotion',
      title: 'Head',
    })
    const calls = ['approve', 'reject', 'withdraw'].map((verb) => ({
      action: `org/approvals.${verb}`,
      input: { request_id: approval!.id, ...(verb === 'reject' && { note: 'Not yet' }) },
    }))
    const ask = async ({ web }: typeof hr) =>
      (await web.call('platform_can', { calls })).map(({ code }) => code)
    expect(await ask(hr)).to.deep.equal(['forbidden', 'forbidden', null])
    expect(await ask(manager)).to.deep.equal([null, null, 'forbidden'])
  })
})
