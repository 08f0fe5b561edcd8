import type { TakenDelivery } from '../queries/webhooks/deliveries.ts'
import type { Receiver } from '../queries/webhooks/endpoints.ts'
import type { Outbound } from '../outbound/client.ts'
import type { Line } from '../outbound/line.ts'
import type { Endpoint, Vault } from '../secrets/personal.ts'
import { attempt, ourFault, type Ended } from './attempt.ts'
import { envelopeOf, openSecrets, type OpenSecrets } from './envelope.ts'

interface CourierTools {
  outbound: Outbound
  vault: Vault
  clock: () => Date
}

/** Signs what is sent to one endpoint, and sends it over connections that are used again. */
export class Courier {
  readonly #tools: CourierTools
  readonly #endpoint: Endpoint
  readonly #line: Line
  #secrets: { of: Receiver; opened: OpenSecrets } | undefined

  constructor(tools: CourierTools, endpoint: Endpoint) {
    this.#tools = tools
    this.#endpoint = endpoint
    this.#line = tools.outbound.line()
  }

  /** Makes one attempt. A secret that does not open is a fault of ours. */
  async send(
    receiver: Receiver,
    delivery: TakenDelivery & { at: string; payload: object },
    now: Date,
  ): Promise<Ended> {
    let opened: OpenSecrets
    try {
      opened = this.#secretsOf(receiver)
    } catch {
      return { ...ourFault, at: now }
    }
    const envelope = envelopeOf(delivery, { orgId: this.#endpoint.orgId, url: receiver.url }, opened, now)
    return attempt(this.#line, envelope, this.#tools.clock)
  }

  close(): Promise<void> {
    return this.#line.close()
  }

  /** Opened once, until the endpoint is looked at again. */
  #secretsOf(receiver: Receiver): OpenSecrets {
    if (this.#secrets?.of === receiver) return this.#secrets.opened
    const opened = openSecrets(this.#tools.vault, this.#endpoint, receiver)
    this.#secrets = { of: receiver, opened }
    return opened
  }
}
