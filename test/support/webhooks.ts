import type { components } from '../../src/generated/contract.ts'
import type { Company } from './company.ts'
import { Receiver } from './receiver.ts'
import { unique, useServer, type TestServer } from './server.ts'
import { until } from './wait.ts'

type Delivery = components['schemas']['WebhookDelivery']

/** A server that delivers webhooks, with receivers. It asks for deliveries again and again, so it has a high limit. */
export function useReceiver(): { server: TestServer; receiver: Receiver } {
  const receiver = new Receiver()
  const server = useServer({
    ROLE: 'all',
    RATE_LIMIT_PER_MINUTE: '100000',
    OUTBOUND_TEST_CA_FILE: receiver.caFile,
  })
  before(() => receiver.start())
  after(() => receiver.stop())
  return { server, receiver }
}

/** An endpoint of a company at a path of its own, and what stories do with it. */
export async function subscribe(
  { server, receiver }: { server: TestServer; receiver: Receiver },
  company: Company,
  event_types = ['unit.created'],
) {
  const path = `/${unique('hook').replaceAll(' ', '-')}`
  const web = await company.as('owner', 'web')
  const endpoint = await web.call('webhooks_endpoints_create', { url: receiver.url(path), event_types })
  const { id: endpoint_id } = endpoint
  const deliveries = async (): Promise<Delivery[]> =>
    (await web.call('webhooks_deliveries_list', { endpoint_id })).items
  return {
    path,
    web,
    endpoint_id,
    secret: endpoint.secret!,
    deliveries,
    /** Makes an event. */
    create: (name = unique('Unit')) => web.call('org_units_create', { name, kind: 'team' }),
    get: () => web.call('webhooks_endpoints_get', { endpoint_id }),
    /** Waits until the newest delivery has a status after so many attempts, and none is being made. */
    settled: async (status: Delivery['status'], attempt: number): Promise<Delivery> => {
      let newest: Delivery | undefined
      return until(
        () => `a delivery ${status} after ${attempt} attempts, and not ${JSON.stringify(newest)}`,
        async () => {
          ;[newest] = await deliveries()
          const isDue =
            newest?.next_attempt_at && new Date(newest.next_attempt_at) <= (server.now ?? new Date())
          return newest?.status === status && newest.attempt === attempt && !isDue && newest
        },
      )
    },
  }
}
