import type { TestClient } from '../support/client.ts'
import type { TestServer } from '../support/server.ts'
import { subscribe, useReceiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

/** 210 endpoints at an address, more than a worker has lanes; answers what makes so many events for each. */
async function crowd(server: TestServer, url: string) {
  const webs: TestClient[] = []
  for (let count = 0; count < 21; count++) {
    const web = await (await server.company()).as('owner', 'web')
    const create = () => web.call('webhooks_endpoints_create', { url, event_types: ['unit.created'] })
    await Promise.all(Array.from({ length: 10 }, create))
    webs.push(web)
  }
  return async (events: number) => {
    const units = Array.from({ length: events }, (_, count) => ({
      name: `Unit ${count}`,
      kind: 'team' as const,
    }))
    // One after the other: at once, some would wait too long for their turn on a busy machine.
    for (const web of webs) await web.call('org_setup_apply', { units })
  }
}

describe('endpoints at which nothing works', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('keep no other waiting, however many there are', async () => {
    let held = 0
    const url = receiver.answer('/hangs', () => void held++)
    const create = await crowd(server, url)
    await server.db.query(`update webhook_endpoints set consecutive_failures = 3, failing_since = now()`)
    await create(40)
    await until('as many as may be are held', () => held >= 64)

    const healthy = await subscribe(here, await server.company())
    await healthy.create()
    await receiver.wait(healthy.path, 1)
  })
})

describe('endpoints that are slow', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('keep no other waiting, however many there are and however much is due', async () => {
    let held = 0
    const url = receiver.answer('/slow', (response) => {
      held++
      setTimeout(() => response.writeHead(204).end(), 3000)
    })
    const create = await crowd(server, url)
    // At 128 requests at the same time they take two minutes and a half.
    await create(30)
    await until('as many as may be are held', () => held >= 128)

    const healthy = await subscribe(here, await server.company())
    await healthy.create()
    await receiver.wait(healthy.path, 1)
  })
})
