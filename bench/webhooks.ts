import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import { hashSecret } from '../src/secrets/credentials.ts'
import { Vault } from '../src/secrets/personal.ts'
import { newWebhookSecret } from '../src/secrets/webhooks.ts'
import { localhostCertificate } from '../test/support/certificates.ts'
import type { ReceiverState } from './limits/receiver.ts'
import { benchSecretKey, startArguments } from './program.ts'
import type { Site } from './world.ts'

/** What an event tells of a new unit. */
export const eventData = {
  unit_id: '01900000-0000-7000-8000-000000000001',
  unit: {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'Bench unit',
    kind: 'team',
    parent_id: '01900000-0000-7000-8000-000000000002',
    head: null,
    archived: false,
  },
}

/** The organizations of keys, in their order. */
export async function organizationsOf(db: pg.ClientBase, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ org_id: string }>(
    `select c.org_id from unnest($1::bytea[]) with ordinality as k (hash, n)
       join credential_lookups c on c.secret_hash = k.hash and c.kind = 'key' order by k.n`,
    [keys.map(hashSecret)],
  )
  return rows.map(({ org_id }) => org_id)
}

/** Endpoints of organizations, with all that the service stores of them. */
export async function addEndpoints(
  db: pg.ClientBase,
  endpoints: readonly { orgId: string; url: string; types: string[] }[],
): Promise<void> {
  const vault = new Vault({ current: Buffer.from(benchSecretKey, 'hex') })
  const rows = endpoints.map(({ orgId, ...endpoint }) => {
    const id = randomUUIDv7()
    const { bytes, hint } = newWebhookSecret()
    const { key_id, wrapped_key } = vault.sealSecret({ orgId, endpointId: id }, bytes)
    return { ...endpoint, org_id: orgId, id, hint, key_id, sealed: wrapped_key.toString('base64') }
  })
  await db.query(
    `insert into webhook_endpoints
       (org_id, id, url, description, event_types, enabled, secret_hint, key_id, sealed_secret, created_at, updated_at)
     select r.org_id, r.id, r.url, '', array(select jsonb_array_elements_text(r.types)), true, r.hint, r.key_id,
            decode(r.sealed, 'base64'), now(), now()
       from jsonb_to_recordset($1) as r (org_id uuid, id uuid, url text, types jsonb, hint text, key_id text, sealed text)`,
    [JSON.stringify(rows)],
  )
}

/** Adds events of an organization, and a delivery of each for each of its endpoints, all due now. */
export async function addEvents(db: pg.ClientBase, orgId: string, count: number): Promise<void> {
  await db.query(
    `with made as (
       insert into events (org_id, id, type, at, subject_id, payload, mentions)
       select $1, uuidv7(), 'unit.created', now(), ($3::jsonb->>'unit_id')::uuid, $3, '{}' from generate_series(1, $2::int)
       returning id, at
     )
     insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, created_at, next_attempt_at)
     select $1, uuidv7(), e.id, m.id, 'unit.created', m.at, m.at
       from made m join webhook_endpoints e on e.org_id = $1 and e.enabled`,
    [orgId, count, JSON.stringify(eventData)],
  )
}

/** Programs of the rows that send: a worker of ours, the loop by hand, and a receiver. */
export interface Sending {
  /** The address of the receiver. */
  address: string
  /** What the receiver has got; `reset` begins again. */
  receiver: (what: 'state' | 'reset') => Promise<ReceiverState>
  /** Has the loop by hand send so many posts. */
  posts: (to: string, count: number) => Promise<void>
}

const started = new WeakMap<Site, Promise<Sending>>()

/** Starts the programs of a site, once. */
export function sending(site: Site): Promise<Sending> {
  let found = started.get(site)
  if (!found) started.set(site, (found = start(site)))
  return found
}

async function start({ folder, launch }: Site): Promise<Sending> {
  const { key, cert } = localhostCertificate()
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const env = { CERTIFICATE_FOLDER: folder }
  const [receiver, posts] = await Promise.all([
    launch(['bench/limits/receiver.ts'], env),
    launch(['bench/limits/posts.ts'], env),
    // In production nobody may send to this machine.
    launch(startArguments(), { ROLE: 'worker', NODE_ENV: 'test', OUTBOUND_TEST_CA_FILE: caFile }),
  ])
  const ask = async (url: string) => {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const stateOf = async (what: string) =>
    (await (await ask(`${receiver.url}/${what}`)).json()) as ReceiverState
  return {
    address: (await stateOf('state')).address,
    receiver: stateOf,
    posts: async (to, count) => void (await ask(`${posts.url}/send?to=${to}&count=${count}`)),
  }
}
