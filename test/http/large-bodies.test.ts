import { expect } from 'chai'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { TestClient } from '../support/client.ts'
import { largeCalls } from '../../src/http/body.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** Enough to count as large when it has come. */
const length = 70_000

describe('large bodies wait for their turn', () => {
  const server = useServer()
  const open: ClientRequest[] = []
  afterEach(() => open.splice(0).forEach((one) => one.destroy()))

  /** Begins a call with a body and does not end it. */
  function begin({ headers }: TestClient, sent: number, more: object): ClientRequest {
    const call = request(`${server.running.address}/v1/org/people.import_csv`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', ...more },
    })
    call.on('error', () => undefined)
    open.push(call)
    call.write(`{"csv": "${'a'.repeat(sent)}`)
    return call
  }

  /** Begins as many as may be under way, and one that waits. */
  async function beginAll(client: TestClient): Promise<void> {
    for (let count = 0; count < 4; count++) begin(client, length, { 'Content-Length': length + 100 })
    await until('one of four waits', () => largeCalls.waiting === 1)
  }

  const largeCall = (client: TestClient) =>
    client.post('/v1/org/people.import_csv', { csv: 'a'.repeat(length) })
  const smallCall = (client: TestClient) => client.post('/v1/platform/whoami', {})

  it('however they come: in chunks of no told length, too', async () => {
    const one = await (await server.company()).as('hr')
    for (let count = 0; count < 4; count++) begin(one, length, { 'Transfer-Encoding': 'chunked' })
    await until('one of four waits', () => largeCalls.waiting === 1)
    open.splice(0, 3).forEach((sent) => sent.destroy())
    await until('the last one has its turn', () => largeCalls.waiting === 0)
    open[0]!.end('"}')
    const [answer] = (await once(open[0]!, 'response')) as [IncomingMessage]
    expect(answer.statusCode).to.equal(200)
  })

  it('of the members of one organization: six at a time, and those of others do not wait', async () => {
    const company = await server.company()
    const other = await (await server.company()).as('hr')
    const members = [await company.as('hr'), await company.as('hr'), await company.as('hr')]
    for (const member of members)
      for (let count = 0; count < 3; count++) begin(member, length, { 'Content-Length': length + 100 })
    await until('three of nine wait', () => largeCalls.waiting === 3)
    expect((await largeCall(other)).status).to.equal(200)
    expect(largeCalls.waiting, 'when all nine have come').to.equal(3)
    const late = largeCall(members[0]!)
    open.splice(0).forEach((sent) => sent.destroy())
    expect((await late).status).to.equal(200)
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
