import { expect } from 'chai'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { TestClient } from '../support/client.ts'
import { arrivingLimits } from '../../src/http/arriving-bodies.ts'
import { largeBodies, largeCalls } from '../../src/http/body.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** Enough to count as large when it has come. */
const length = 70_000

describe('large bodies wait for their turn', () => {
  const server = useServer()
  const open: ClientRequest[] = []
  const usual = { ...arrivingLimits }
  // Half of the usual room is filled with half of the calls.
  beforeEach(() => (arrivingLimits.organization = usual.organization / 2))
  afterEach(() => {
    open.splice(0).forEach((one) => one.destroy())
    Object.assign(arrivingLimits, usual)
  })

  /** Begins a call with a body and does not end it. */
  function begin({ headers }: TestClient, sent: number, more: object): ClientRequest {
    const call = request(`${server.running.address}/v1/org/people.import_csv`, {
      method: 'POST',
      agent: false,
      // Without an agent, Node asks for the end of the connection.
      headers: { Connection: 'keep-alive', ...headers, 'Content-Type': 'application/json', ...more },
    })
    call.on('error', () => undefined)
    open.push(call)
    call.write(`{"csv": "${'a'.repeat(sent)}`)
    return call
  }

  /** Begins as many as may be under way. */
  function beginThree(client: TestClient, sent = length): ClientRequest[] {
    return [1, 2, 3].map(() => begin(client, sent, { 'Content-Length': sent + 100 }))
  }

  /** Begins one more, which waits. */
  async function beginAll(client: TestClient): Promise<void> {
    beginThree(client)
    begin(client, length, { 'Content-Length': length + 100 })
    await until('one of four waits', () => largeBodies.waiting === 1)
  }

  const largeCall = (client: TestClient, size = length) =>
    client.post('/v1/org/people.import_csv', { csv: 'a'.repeat(size) })
  const smallCall = (client: TestClient) => client.post('/v1/platform/whoami', {})

  it('however they come: in chunks of no told length, too', async () => {
    const one = await (await server.company()).as('hr')
    for (let count = 0; count < 4; count++) begin(one, length, { 'Transfer-Encoding': 'chunked' })
    await until('one of four waits', () => largeBodies.waiting === 1)
    open.splice(0, 3).forEach((sent) => sent.destroy())
    await until('the last one has its turn', () => largeBodies.waiting === 0)
    open[0]!.end('"}')
    const [answer] = (await once(open[0]!, 'response')) as [IncomingMessage]
    expect(answer.statusCode).to.equal(200)
  })

  it('of one organization: six that came whole at a time, and those of others do not wait', async () => {
    const company = await server.company()
    const [one, other] = [await company.as('hr'), await (await server.company()).as('hr')]
    const take = (member: string) => largeCalls.take(company.id, member)
    const turns = await Promise.all(['a', 'a', 'a', 'b', 'b', 'b'].map(take))
    const late = largeCall(one)
    await until('it waits', () => largeCalls.waiting === 1)
    expect((await largeCall(other)).status).to.equal(200)
    expect(largeCalls.waiting).to.equal(1)
    turns.forEach((end) => end())
    expect((await late).status).to.equal(200)
  })

  it('but nobody waits for bodies of others that stop in the middle, over REST or MCP', async () => {
    const company = await server.company()
    for (const staller of [await company.as('hr'), await company.as('hr')]) await beginAll(staller)
    const one = await company.as('hr')
    expect((await largeCall(one)).status).to.equal(200)
    const params = { name: 'org_people_import_csv', arguments: { csv: 'a'.repeat(length) } }
    const { status } = await one.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(status).to.equal(200)
    expect(largeBodies.waiting, 'the stallers').to.equal(2)
  })

  it('while they wait whole for the turn of their call, they make room, too', async () => {
    const company = await server.company()
    const take = (member: string) => largeCalls.take(company.id, member)
    const turns = await Promise.all(['a', 'a', 'a', 'b', 'b', 'b'].map(take))
    const many = await company.as('hr')
    const whole = [1, 2, 3].map(() => largeCall(many, 1_900_000))
    await until('they wait', () => largeCalls.waiting === 3)
    for (let count = 0; count < 2; count++) beginThree(await company.as('hr'), 1_900_000)
    const { status, headers, body } = await Promise.race(whole)
    expect([status, headers.get('connection')]).to.deep.equal([503, 'close'])
    expect(body.error.message).to.include('Too many calls of your organization are under way')
    turns.forEach((end) => end())
    await Promise.all(whole)
  })

  it('which make room when they are too many: the oldest of who has most', async () => {
    const company = await server.company()
    const stalled: ClientRequest[] = []
    const answers: Promise<[IncomingMessage]>[] = []
    for (let count = 0; count < 3; count++) {
      const sent = beginThree(await company.as('hr'), 1_900_000)
      stalled.push(...sent)
      answers.push(...sent.map((call) => once(call, 'response') as Promise<[IncomingMessage]>))
    }
    const [first] = await Promise.race(answers)
    expect([first.statusCode, first.headers.connection]).to.deep.equal([503, 'close'])
    await until('its connection has ended', () => stalled.some((call) => call.destroyed))
    // It is read, and then refused: no file may be so long.
    expect((await largeCall(await company.as('hr'), 1_900_000)).status).to.equal(400)
    await until('one more makes room', () => stalled.filter((call) => call.destroyed).length === 2)
  })

  it('which make room when they have stalled, though eight members work together and each has less than the ninth', async () => {
    const company = await server.company()
    // They are there before the first body begins, whose time is up after ten seconds.
    const [one, ...others] = await Promise.all(Array.from({ length: 9 }, () => company.as('hr')))
    for (const other of others) beginThree(other, 616_000)
    const stalled = [...open]
    let ended = 0
    // On a busy machine others may end because their time is up (408), and not to make room.
    for (const call of stalled)
      call.on('response', ({ statusCode }: IncomingMessage) => void (ended += Number(statusCode === 503)))
    await until('all have come', () => stalled.every((call) => call.writableLength === 0))
    // Until all have been read and some have stalled, nobody makes room, or the one does. It is read, and then refused: no file
    // may be so long.
    const isRead = async () => (await largeCall(one!, 2_080_000)).status === 400
    await until('it is read in the place of another', async () => (await isRead()) && ended > 0)
    expect(ended).to.equal(1)
  })

  it('of one member, and nobody else waits for them', async () => {
    const company = await server.company()
    const [one, other] = [await company.as('hr'), await company.as('hr')]
    await beginAll(one)
    const late = largeCall(one)
    expect((await smallCall(one)).status).to.equal(200)
    expect((await largeCall(other)).status).to.equal(200)
    // The first ones leave, so that the next one comes before its time is up.
    open.splice(0).forEach((sent) => sent.destroy())
    expect((await late).status).to.equal(200)
  })

  it('and are refused when it does not come, with whichever key of the member', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const [one, another] = [await company.key(member), await company.key(member)]
    await beginAll(one)
    const { status, headers } = await largeCall(another)
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2'])
  })

  for (const [what, more] of [
    ['a length that is only declared', { 'Content-Length': 2_000_000 }],
    ['no length', { 'Transfer-Encoding': 'chunked' }],
  ] as const)
    it(`but bodies of ${what}, whose bytes do not come, take none`, async () => {
      const one = await (await server.company()).as('hr')
      for (let count = 0; count < 7; count++) begin(one, 1, more)
      await until('all are under way', async () => {
        const { headers } = await smallCall(one)
        return Number(headers.get('ratelimit-limit')) - Number(headers.get('ratelimit-remaining')) > 7
      })
      expect((await largeCall(one)).status).to.equal(200)
    })

  it('and are not read of whoever may not make the call', async () => {
    const one = await (await server.company()).as('member')
    const call = begin(one, 1, { 'Content-Length': 2_000_000 })
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.statusCode).to.equal(403)
  })
})
