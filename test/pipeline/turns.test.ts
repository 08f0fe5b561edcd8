import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { ApiError, ClientGone } from '../../src/errors.ts'
import { turnLimits, FairLimiter, type EndTurn, type TurnLimits } from '../../src/pipeline/fair-limiter.ts'

const limits: TurnLimits = {
  total: 4,
  perOrganization: 3,
  perMember: 2,
  waitingPerMember: 5,
  waitMs: 60_000,
}

/** Turns, and who has one, in the order in which they got it: `A1` is the member 1 of organization A. */
class Table {
  readonly turns: FairLimiter
  readonly started: string[] = []
  readonly #ends = new Map<string, EndTurn[]>()
  /** Of all tables: when a test has ended, nothing waits any more, or its timer would keep the process for a minute. */
  static #closing = new AbortController()

  constructor(more: Partial<TurnLimits> = {}) {
    this.turns = new FairLimiter({ ...limits, ...more })
  }

  ask(...names: string[]): Promise<void>[] {
    const { signal } = Table.#closing
    return names.map((name) => {
      const asked = this.turns.take(name[0]!, name, signal).then((end) => {
        this.started.push(name)
        this.#ends.set(name, [...(this.#ends.get(name) ?? []), end])
      })
      asked.catch(() => undefined)
      return asked
    })
  }

  /** Ends all turns, and those that come then. */
  async endAll(): Promise<void> {
    for (let name; (name = [...this.#ends].find(([, ends]) => ends.length > 0)?.[0]);) await this.end(name)
  }

  static close(): void {
    Table.#closing.abort()
    Table.#closing = new AbortController()
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)!.pop()!()
    await setImmediate()
  }
}

describe('the turns at the database', () => {
  afterEach(() => Table.close())

  it('are a third of the connections for an organization, and leave some for credentials', () => {
    expect(turnLimits(10)).to.deep.equal({
      total: 8,
      perOrganization: 3,
      perMember: 2,
      waitingPerMember: 300,
      waitMs: 4000,
    })
    expect(turnLimits(2)).to.include({ total: 1, perOrganization: 1, perMember: 1 })
  })

  it('come at once while there are some, up to the limits of member and organization', async () => {
    const table = new Table()
    void table.ask('A1', 'A1', 'A1', 'A2', 'A3', 'B1')
    await setImmediate()
    expect(table.started).to.deep.equal(['A1', 'A1', 'A2', 'B1'])
    expect(table.turns.waiting).to.equal(2)
  })

  it('go to the organization that has waited longest, however many calls another one sends', async () => {
    const table = new Table({ total: 1, perOrganization: 1, perMember: 1 })
    void table.ask('A1', 'A1', 'A1', 'A1', 'B1', 'C1', 'B1')
    await setImmediate()
    for (let i = 0; i < 6; i++) await table.end(table.started.at(-1)!)
    expect(table.started.join(' ')).to.equal('A1 A1 B1 C1 A1 B1 A1')
  })

  it('go to the member of an organization who has waited longest', async () => {
    const table = new Table({ total: 1, perOrganization: 1, perMember: 1 })
    void table.ask('A1', 'A1', 'A1', 'A1', 'A2', 'A3')
    await setImmediate()
    for (let i = 0; i < 5; i++) await table.end(table.started.at(-1)!)
    expect(table.started.join(' ')).to.equal('A1 A1 A2 A3 A1 A1')
  })

  it('are never more than the limits, and none is lost, whatever order calls start and end in', async () => {
    const table = new Table({ waitingPerMember: 1000 })
    const running = new Map<string, number>()
    let most = 0
    const calls = Array.from({ length: 300 }, async (_, index) => {
      const organization = 'ABC'[index % 3]!
      const member = `${organization}${index % 4}`
      const end = await table.turns.take(organization, member)
      for (const who of ['', organization, member]) running.set(who, (running.get(who) ?? 0) + 1)
      most = Math.max(most, running.get('')!)
      expect(running.get('')).to.be.at.most(4)
      expect(running.get(organization)).to.be.at.most(3)
      expect(running.get(member)).to.be.at.most(2)
      for (let i = 0; i < (index * 7) % 5; i++) await setImmediate()
      for (const who of ['', organization, member]) running.set(who, running.get(who)! - 1)
      end()
    })
    await Promise.all(calls)
    expect(most).to.equal(4)
    expect(table.turns.waiting).to.equal(0)
    expect(table.turns.organizations, 'nothing is kept of those who are done').to.equal(0)
  })

  it('are refused with 503 when too many calls of the member wait; those of others still wait', async () => {
    const table = new Table()
    const calls = table.ask(...Array.from({ length: 8 }, () => 'A1'))
    const error = await calls[7]!.catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ApiError)
    expect((error as ApiError).status).to.equal(503)
    expect((error as ApiError).options.retryAfterSeconds).to.equal(2)
    void table.ask('A2')
    await setImmediate()
    expect(table.started).to.deep.equal(['A1', 'A1', 'A2'])
  })

  it('are refused with 503 when they do not come in time, and go on to the next one', async () => {
    const table = new Table({ total: 1, waitMs: 5 })
    const [, late] = table.ask('A1', 'B1')
    const error = (await late!.catch((thrown: unknown) => thrown)) as ApiError
    expect(error.status).to.equal(503)
    const [next] = table.ask('C1')
    await table.end('A1')
    await next
    expect(table.started).to.deep.equal(['A1', 'C1'])
  })

  it('are not kept for a client that has gone', async () => {
    const table = new Table({ total: 1 })
    void table.ask('A1')
    const leaving = new AbortController()
    const left = table.turns.take('B', 'B1', leaving.signal)
    void table.ask('C1')
    leaving.abort()
    expect(await left.catch((thrown: unknown) => thrown)).to.be.instanceOf(ClientGone)
    await table.end('A1')
    expect(table.started).to.deep.equal(['A1', 'C1'])
  })

  it('are not waited for by a client that has gone before, also if too many wait already', async () => {
    const table = new Table({ total: 1, waitingPerMember: 2, waitMs: 1000 })
    /** What a client that has gone is told at once. */
    const takeWithoutClient = () =>
      Promise.race([
        table.turns.take('B', 'B1', AbortSignal.abort()).catch((thrown: unknown) => thrown),
        setImmediate('it waits'),
      ])
    void table.ask('A1', 'B1')
    await setImmediate()
    expect(await takeWithoutClient()).to.be.instanceOf(ClientGone)
    expect(table.turns.waiting).to.equal(1)
    void table.ask('B1')
    await setImmediate()
    expect(table.turns.waiting, 'the limit').to.equal(2)
    expect(await takeWithoutClient()).to.be.instanceOf(Error)
    expect(table.turns.waiting).to.equal(2)
    await table.endAll()
    expect([table.turns.waiting, table.turns.organizations]).to.deep.equal([0, 0])
    expect(table.started).to.deep.equal(['A1', 'B1', 'B1'])
  })

  it('leave nothing behind when some were refused and all have ended', async () => {
    const table = new Table({ total: 1, waitMs: 5, waitingPerMember: 1 })
    const calls = table.ask('A1', 'A1', 'A1', 'B1', 'C1')
    const [first, ...others] = await Promise.allSettled(calls)
    expect([first!.status, ...others.map(({ status }) => status)]).to.deep.equal([
      'fulfilled',
      ...Array<string>(4).fill('rejected'),
    ])
    expect(table.turns.waiting).to.equal(0)
    expect(table.turns.organizations, 'only the one whose call runs').to.equal(1)
    await table.endAll()
    expect(table.turns.organizations).to.equal(0)
  })
})
