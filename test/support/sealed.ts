import { randomUUIDv7 } from 'node:crypto'
import { asSystem, ofOrganization } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import type { PayTerms } from '../../src/domain/pay.ts'
import { today, type Day } from '../../src/domain/day.ts'
import type { Kept } from '../../src/queries/org/approvals.ts'
import { getRequest } from '../../src/queries/org/approvals.ts'
import { insertPayRow } from '../../src/queries/org/pay.ts'
import { openRequest, sealKept } from '../../src/queries/org/request-content.ts'
import { keyToSeal, loadKeys } from '../../src/queries/org/person-keys.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { testSecret, type TestServer } from './server.ts'

/** Does work that opens or seals what is private, as the service does; the server may be another process. */
export async function privately<T>(
  { db }: Pick<TestServer, 'db'>,
  { id }: { id: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await db.connect()
  try {
    return await asSystem(client, (system) => work(ofOrganization(system, id, vault)))
  } finally {
    client.release()
  }
}

const vault = new Vault({ current: Buffer.from(testSecret, 'hex') })

/** Seals what a request says. */
export const sealRequest = (
  server: TestServer,
  company: { id: string },
  { id, personId }: { id: string; personId: string },
  kept: Kept,
): Promise<(Buffer | null)[]> =>
  privately(server, company, async (db) => sealKept(await keyToSeal(db, personId), id, kept))

/** What a request says, which is not about pay. */
const keptOf = (server: TestServer, company: { id: string }, id: string) =>
  privately(server, company, async (db) => {
    const request = openRequest(db, (await getRequest(db, id, today(new Date(), 'UTC')))!)
    const { proposal, shown, basis } = request
    return { personId: request.person_id, kept: { proposal, shown, basis } as Kept }
  })

/** Changes what a request says, behind the back of the service. */
export async function rewriteRequest(
  server: TestServer,
  company: { id: string },
  id: string,
  change: (kept: Kept) => void,
): Promise<void> {
  const { personId, kept } = await keptOf(server, company, id)
  change(kept)
  const parts = await sealRequest(server, company, { id, personId }, kept)
  await server.db.query('update approval_requests set proposal = $2, shown = $3, basis = $4 where id = $1', [
    id,
    ...parts,
  ])
}

/** Stores copies of a request that are older than all others, with one step that waits for the manager. */
export async function copyRequest(
  server: TestServer,
  company: { id: string },
  id: string,
  count: number,
): Promise<void> {
  const { personId, kept } = await keptOf(server, company, id)
  const copies = await privately(server, company, async (db) => {
    const key = await keyToSeal(db, personId)
    return Array.from({ length: count }, () => {
      const copy = `00${randomUUIDv7().slice(2)}`
      const [proposal, shown, basis] = sealKept(key, copy, kept).map((part) => `\\x${part!.toString('hex')}`)
      return { id: copy, proposal, shown, basis }
    })
  })
  await server.db.query(
    `with copy as (
       insert into approval_requests
       select (jsonb_populate_record(r, one)).* from approval_requests r, jsonb_array_elements($3::jsonb) one
        where r.org_id = $1 and r.id = $2
       returning org_id, id)
     insert into approval_steps (org_id, request_id, position, approver, status)
     select org_id, id, 1, 'manager', 'pending' from copy`,
    [company.id, id, JSON.stringify(copies)],
  )
}

/** Stores pay from a day on, behind the back of the service. Answers the id of the row. */
export async function storePay(
  server: TestServer,
  company: { id: string },
  { personId, from, ...terms }: { personId: string; from: Day } & Partial<PayTerms>,
): Promise<string> {
  const id = randomUUIDv7()
  const usual = { amount: 40_000, currency: 'EUR', period: 'year' as const, note: null }
  await privately(server, company, async (db) => {
    const key = (await loadKeys(db, [personId])).get(personId) ?? { key_id: null, wrapped_key: null }
    await insertPayRow(db, { personId, key }, { ...usual, ...terms, id, from, createdAt: new Date() })
  })
  return id
}
