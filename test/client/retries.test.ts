import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import {
  ConnectionError,
  RollcallError,
  createClient,
  withIdempotency,
  type AnswerInfo,
  type Client,
  type ClientOptions,
  type OrgUnitsCreateInput,
} from '../../src/client/index.ts'
import { readRetryAfter, sleep, waitBefore } from '../../src/client/retry.ts'
import { inOneMinute } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { caught } from '../support/expect.ts'
import { useFront, type Step } from '../support/front.ts'
import { unique, useServer } from '../support/server.ts'

const busy: Step = { status: 503, headers: { 'Retry-After': '0' }, body: '<h1>Busy</h1>' }

describe('a client repeats a call', () => {
  const server = useServer()
  const front = useFront(() => server.baseUrl)
  let company: Company
  let secret: string
  let answers: AnswerInfo[]

  before(async () => {
    company = await server.company()
    ;({ secret } = (await company.as('owner')).credential as { secret: string })
  })
  beforeEach(() => void (answers = []))

  const clientOf = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: front.baseUrl,
      key: secret,
      onAnswer: (answer) => void answers.push(answer),
      ...options,
    })
  const team = (): OrgUnitsCreateInput => ({ name: unique('Team'), kind: 'team', parent_id: company.root })
  const keys = () => front.requests.map(({ headers }) => headers['idempotency-key'])

  it('that reads, when the service or a proxy is busy and when the connection breaks', async () => {
    front.plan(busy, 'cut', { ...busy, status: 502 }, 'pass')
    const { roles } = await clientOf().platform.whoami()
    expect(roles).to.deep.equal(['owner'])
    expect(answers.map(({ action, attempt, status }) => [action, attempt, status])).to.deep.equal([
      ['platform.whoami', 1, 503],
      ['platform.whoami', 3, 502],
      ['platform.whoami', 4, 200],
    ])
    expect(answers[2]!.request_id).to.match(/^\S{36}$/)
    expect(answers[2]!.calls_left).to.be.within(0, 299)
  })

  it('after as many seconds as the service asks for', async () => {
    front.plan({ ...busy, status: 429, headers: { 'Retry-After': '1' } })
    await clientOf().platform.whoami()
    const [first, second] = front.requests
    expect(second!.at - first!.at).to.be.at.least(990)
  })

  it('that changes something, with a key of its own, so that it happens once', async () => {
    front.plan(busy, 'lose', 'cut', 'pass')
    const safe = withIdempotency(clientOf())
    const input = team()
    const { id } = await safe.org.units.create(input)
    expect(keys()).to.have.length(4)
    expect(new Set(keys()).size).to.equal(1)
    expect(answers.at(-1)).to.include({ status: 200, attempt: 4, replayed: true })
    const units = await safe.org.units.list()
    expect(units.filter(({ name }) => name === input.name).map((unit) => unit.id)).to.deep.equal([id])
    await safe.org.units.create(team())
    expect(new Set(keys().filter(Boolean)).size, 'another call has another key').to.equal(2)
  })

  it('that changes something, with the key that it was given', async () => {
    front.plan('lose')
    const options = { idempotencyKey: unique('key') }
    const { id } = await withIdempotency(clientOf()).org.units.create(team(), options)
    expect(id).to.be.a('string')
    expect(keys()).to.deep.equal([options.idempotencyKey, options.idempotencyKey])
  })

  it('that was done already and keeps no answer: the refusal names what it made', async () => {
    front.plan('lose')
    const { id: person_id } = await company.person()
    const unit_id = await company.unit()
    const error = await caught(withIdempotency(clientOf()).org.units.set_head({ unit_id, person_id }))
    if (!(error instanceof RollcallError) || error.code !== 'conflict') throw error
    const used = error.problem('idempotency_key_used')
    expect(used).to.include({ record_type: 'unit', record_id: unit_id })
    expect(error.activity_id).to.be.a('string')
    expect(error.attempts).to.equal(2)
  })

  it('that has not ended yet', async () => {
    const body = {
      error: {
        code: 'conflict',
        message: 'Wait.',
        request_id: 'one',
        details: [{ path: '', code: 'idempotency_key_busy', message: 'Wait.' }],
      },
    }
    front.plan({ status: 409, headers: { 'Retry-After': '0' }, body: JSON.stringify(body) })
    await withIdempotency(clientOf()).org.units.create(team())
    expect(answers.map(({ status }) => status)).to.deep.equal([409, 200])
  })

  it('that is a dry run, without a key', async () => {
    front.plan(busy)
    const { data, dry_run } = await withIdempotency(clientOf()).org.units.create.dryRun(team())
    expect(data.id).to.match(/^[0-]+$/)
    expect(dry_run.events).to.deep.equal(['unit.created'])
    expect(keys()).to.deep.equal([undefined, undefined])
  })

  it('but never one that changes something without a key', async () => {
    for (const step of [busy, 'lose', 'cut', { ...busy, status: 429 }] as Step[]) {
      front.plan(step)
      const error = await caught(clientOf().org.units.create(team()))
      expect(error).to.be.instanceOf(ConnectionError).and.include({ action: 'org.units.create', attempts: 1 })
      expect(front.requests).to.have.length(1)
    }
  })

  it('but not when it was refused for good', async () => {
    const error = await caught(withIdempotency(clientOf()).org.units.archive({ unit_id: 'nobody' }))
    expect(error).to.be.instanceOf(RollcallError).and.include({ code: 'not_found', status: 404, attempts: 1 })
    const fault = { error: { code: 'internal', message: 'Oh.', request_id: 'one' } }
    front.plan({ status: 500, body: JSON.stringify(fault) })
    expect(await caught(clientOf().platform.whoami())).to.include({ code: 'internal', request_id: 'one' })
    expect(front.requests).to.have.length(1)
  })

  it('as often as it may', async () => {
    for (const [options, tries] of [
      [{}, 4],
      [{ retries: 1 }, 2],
      [{ retries: 0 }, 1],
    ] as const) {
      front.plan(...Array<Step>(9).fill(busy))
      const error = await caught(clientOf().platform.whoami({}, options))
      expect(error).to.be.instanceOf(ConnectionError).and.include({ status: 503, attempts: tries })
      expect(front.requests).to.have.length(tries)
    }
    front.plan(...Array<Step>(9).fill(busy))
    await caught(clientOf({ retries: 2 }).platform.whoami())
    expect(front.requests).to.have.length(3)
  })

  it('but does not wait longer than it may', async () => {
    front.plan({ ...busy, headers: { 'Retry-After': '60' } })
    await caught(clientOf({ maxWaitMs: 1000 }).platform.whoami())
    expect(front.requests).to.have.length(1)
  })

  it('when a try takes too long', async () => {
    front.plan('silent')
    const { roles } = await clientOf({ timeoutMs: 1000 }).platform.whoami()
    expect(roles).to.deep.equal(['owner'])
    front.plan('silent')
    const error = (await caught(clientOf().platform.whoami({}, { timeoutMs: 50, retries: 0 }))) as Error
    expect(error).to.be.instanceOf(ConnectionError)
    expect(error.message).to.equal('No answer within 50 ms (platform.whoami)')
  })

  it('whose tries may take as long as they need', async () => {
    front.plan('pass')
    const { roles } = await clientOf({ timeoutMs: Infinity }).platform.whoami()
    expect(roles).to.deep.equal(['owner'])
  })

  describe('until its signal ends it', () => {
    const moments: Record<string, [Step, retries: number]> = {
      'while it waits for an answer': ['silent', 3],
      'while it waits for its only answer': ['silent', 0],
      'while it waits for the next try': [{ ...busy, headers: { 'Retry-After': '30' } }, 3],
    }
    for (const [when, [step, retries]] of Object.entries(moments))
      it(when, async () => {
        front.plan(step)
        const stop = new AbortController()
        const call = caught(clientOf({ retries }).platform.whoami({}, { signal: stop.signal }))
        setTimeout(() => stop.abort(new Error('enough')), 100)
        expect(await call)
          .to.be.an('error')
          .with.property('message', 'enough')
        expect(front.requests).to.have.length(1)
      })

    it('while it waits for longer than a timer can', async () => {
      front.plan({ ...busy, headers: { 'Retry-After': String(60 * 60 * 24 * 60) } })
      const stop = new AbortController()
      const client = clientOf({ maxWaitMs: Infinity })
      const call = caught(client.platform.whoami({}, { signal: stop.signal }))
      setTimeout(() => stop.abort('no'), 200)
      expect(await call).to.equal('no')
      expect(front.requests).to.have.length(1)
    })

    it('before it begins', async () => {
      const error = await caught(clientOf().platform.whoami({}, { signal: AbortSignal.abort('no') }))
      expect(error).to.equal('no')
      expect(front.requests).to.have.length(0)
    })
  })

  it('that came too often, as the service says it, when there is time for that', async () => {
    const body = await inOneMinute(server, async () => {
      const other = await server.company()
      const hr = await other.as('hr')
      const { secret: key } = hr.credential as { secret: string }
      await clientOf({ key }).platform.whoami()
      await server.db.query('update rate_windows set used = 300 where org_id = $1', [other.id])
      const error = await caught(clientOf({ key }).platform.whoami({}, { maxWaitMs: 10 }))
      if (!(error instanceof RollcallError) || error.code !== 'rate_limited') throw error
      expect(error.retry_after).to.be.within(1, 60)
      return (await hr.raw('/v1/platform/whoami')).text
    })
    answers = []
    front.plan({ status: 429, headers: { 'Retry-After': '0' }, body })
    await clientOf().platform.whoami()
    expect(answers.map(({ status }) => status)).to.deep.equal([429, 200])
  })
})

describe('the wait between two tries', () => {
  it('does not begin when the signal came before, such as with the answer', async () => {
    const waits = sleep(60_000, AbortSignal.abort('no'))
    expect(await Promise.race([caught(waits), setImmediate('it waits')])).to.equal('no')
  })

  it('is never shorter than the service asks for', () => {
    expect(waitBefore(1, 12, 0)).to.equal(12_000)
    expect(waitBefore(3, 12, 1)).to.equal(12_250)
  })

  it('grows when the service does not say, up to eight seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 99].map((attempt) => waitBefore(attempt, undefined, 1))).to.deep.equal([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ])
    expect(waitBefore(1, undefined, 0)).to.equal(250)
  })

  it('is read from seconds or a date', () => {
    const now = Date.parse('2026-11-21T09:00:00Z')
    expect(readRetryAfter('12', now)).to.equal(12)
    expect(readRetryAfter('Sat, 21 Nov 2026 09:00:30 GMT', now)).to.equal(30)
    expect(readRetryAfter('Sat, 21 Nov 2026 08:00:30 GMT', now)).to.equal(0)
    expect(readRetryAfter('soon', now)).to.equal(undefined)
    expect(readRetryAfter(null, now)).to.equal(undefined)
  })
})
