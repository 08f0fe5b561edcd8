import { subscribe, useReceiver } from '../support/webhooks.ts'
import { until } from '../support/wait.ts'

describe('endpoints at which nothing works', () => {
  const here = useReceiver()
  const { server, receiver } = here

  it('keep no other waiting, however many there are', async () => {
    let held = 0
    const url = receiver.answer('/hangs', () => void held++)
    const webs = []
    for (let count = 0; count < 21; count++) {
      const web = await (await server.company()).as('owner', 'web')
      const create = () => web.call('webhooks_endpoints_create', { url, event_types: ['unit.created'] })
      await Promise.all(Array.from({ length: 10 }, create))
      webs.push(web)
    }
    await server.db.query(`update webhook_endpoints set consecutive_failures = 3, failing_since = now()`)
    const units = Array.from({ length: 40 }, (_, count) => ({ name: `Unit ${count}`, kind: 'team' as const }))
    await Promise.all(webs.map((web) => web.call('org_setup_apply', { units })))
    await until('as many as may be are held', () => held >= 64)

    const healthy = await subscribe(here, await server.company())
    await healthy.create()
    await receiver.wait(healthy.path, 1)
  })
})
