import { expect } from 'chai'
import { request, type ClientRequest } from 'node:http'
import type { TestClient } from '../support/client.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

/** Enough to count as large; the rest of the body never comes. */
const length = 70_000

describe('large bodies wait for their turn', () => {
  const server = useServer()
  const open: ClientRequest[] = []
  afterEach(() => open.splice(0).forEach((one) => one.destroy()))

  /** Begins a call with a large body and does not end it. */
  function begin({ headers }: TestClient): void {
    const sent = request(`${server.running.address}/v1/org/people.import_csv`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': length },
    })
    sent.on('error', () => undefined)
    open.push(sent)
    sent.write('{"csv": "')
  }

  /** Begins as many as may be under way, and waits until their credential has been looked up. */
  async function beginAll(client: TestClient): Promise<void> {
    for (let count = 0; count < 3; count++) begin(client)
    let own = 0
    await until('three calls are under way', async () => {
      const { headers } = await smallCall(client)
      own++
      return Number(headers.get('ratelimit-limit')) - Number(headers.get('ratelimit-remaining')) === own + 3
    })
  }

  const largeCall = (client: TestClient) =>
    client.post('/v1/org/people.import_csv', { csv: 'a'.repeat(length) })
  const smallCall = (client: TestClient) => client.post('/v1/platform/whoami', {})

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

  it('and are refused when it does not come', async () => {
    const one = await (await server.company()).as('hr')
    await beginAll(one)
    const { status, headers } = await largeCall(one)
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2'])
  })
})
