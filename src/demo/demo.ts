import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { AuthDeps } from '../auth/authenticate.ts'
import { hashSecret } from '../secrets/credentials.ts'
import type { Config } from '../config.ts'
import type { Role } from '../domain/caller.ts'
import { today } from '../domain/day.ts'
import { deleteOrganization } from '../operator/delete.ts'
import { createOrganization, renameSlug } from '../operator/organizations.ts'
import { asOperator } from '../operator/transaction.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { demoRoles } from '../access/roles.ts'
import { addMembers } from '../operator/members.ts'
import { makeApprovals, others } from './approvals.ts'
import { enter, leave } from './caller.ts'
import { company, founder, type DemoPerson } from './company.ts'
import { makeDocuments } from './documents.ts'
import { makeHistory } from './history.ts'
import { makePay } from './pay.ts'
import { emailOf, localPart } from './people.ts'
import { makeChecklists } from './checklists.ts'
import { makePositions } from './positions.ts'
import { makeStructure, type Ids } from './structure.ts'

/** Access to the demo company: the content of `DATA_DIR/demo.json`. */
export interface Demo extends Access {
  base_url: string
  slug: string
  owner: DemoLogin
}

interface Access {
  manage_key: string
  me_key: string
  /** More who can sign in: somebody of HR, and a manager and an employee with their own workspace only. */
  hr: DemoLogin
  manager: DemoLogin
  employee: DemoLogin
}

interface DemoLogin {
  email: string
  password: string
}

/**
 * The slug until the company is complete. No operator can choose it. A company that has it when the server starts is
 * incomplete; it is deleted and created again.
 */
const unfinished = '_demo'
/** The advisory lock for creating the company: of two processes that start on an empty database, only one does it. */
const makingLock = 7_301_143

type DemoRuntime = Runtime & AuthDeps & { baseUrl: string }

/**
 * The demo company. It is created when the database has no organization; later it is read from `demo.json`. Undefined
 * in production, with ROLE=worker, and when demo.json is about another database.
 */
export async function prepareDemo(
  config: Config,
  runtime: DemoRuntime,
  ownerPool: pg.Pool,
): Promise<Demo | undefined> {
  if (config.production || config.role === 'worker') return undefined
  const client = await ownerPool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [makingLock])
    const slugs = await someSlugs(ownerPool)
    if (slugs.some((slug) => slug !== unfinished)) return await readDemoFile(config.dataDir, ownerPool)
    if (slugs.length > 0) await removeUnfinished(ownerPool)
    return await makeDemo(config.dataDir, runtime, ownerPool)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [makingLock]).catch(() => undefined)
    client.release()
  }
}

async function someSlugs(ownerPool: pg.Pool): Promise<string[]> {
  const { rows } = await asOperator(ownerPool, (client) =>
    client.query<{ slug: string }>('select slug from organization_slugs limit 2'),
  )
  return rows.map(({ slug }) => slug)
}

async function removeUnfinished(ownerPool: pg.Pool): Promise<void> {
  await deleteOrganization(ownerPool, unfinished, { confirm: unfinished, force: true })
}

async function readDemoFile(dataDir: string, ownerPool: pg.Pool): Promise<Demo | undefined> {
  const file = join(dataDir, 'demo.json')
  if (!existsSync(file)) return undefined
  const demo = parse(readFileSync(file, 'utf8'))
  if (!demo) return undefined
  const works = await asOperator(ownerPool, (client) => isValidKey(client, demo.manage_key))
  return works ? demo : undefined
}

async function isValidKey(client: pg.ClientBase, secret: string): Promise<boolean> {
  const { rows } = await client.query<{ org_id: string; credential_id: string }>(
    'select org_id, credential_id from credential_lookups where secret_hash = $1',
    [hashSecret(secret)],
  )
  const [key] = rows
  if (!key) return false
  const valid = await client.query(
    'select 1 from api_keys where org_id = $1 and id = $2 and revoked_at is null',
    [key.org_id, key.credential_id],
  )
  return valid.rows.length > 0
}

function parse(text: string): Demo | undefined {
  try {
    return JSON.parse(text) as Demo
  } catch {
    return undefined
  }
}

/** Replaces the file in one step. Only its owner may read it. */
export function writeDemoFile(dataDir: string, demo: Demo): void {
  const file = join(dataDir, 'demo.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

async function makeDemo(dataDir: string, runtime: DemoRuntime, ownerPool: pg.Pool): Promise<Demo> {
  const owner = loginOf(emailOf(founder))
  const { name, slug, country, timeZone } = company
  const { organizationId } = await createOrganization(ownerPool, {
    name,
    slug: unfinished,
    country,
    timeZone,
    owner: { ...owner, name: founder.name.join(' ') },
  })
  try {
    const made = await fillDemo(runtime, ownerPool, organizationId, owner)
    const demo = { base_url: runtime.baseUrl, slug, ...made, owner }
    // First the file, then the slug: after a crash between the two, the company is created again and no key is lost.
    writeDemoFile(dataDir, demo)
    await renameSlug(ownerPool, organizationId, slug, runtime.clock())
    return demo
  } catch (error) {
    await removeUnfinished(ownerPool).catch(() => undefined)
    throw error
  }
}

const loginOf = (email: string): DemoLogin => ({ email, password: randomBytes(12).toString('base64url') })

/** Fills the company by calling the actions of the service, as the owner and others in browser sessions. */
async function fillDemo(
  runtime: DemoRuntime,
  ownerPool: pg.Pool,
  organizationId: string,
  login: DemoLogin,
): Promise<Access> {
  const owner = await enter(runtime, { organization: unfinished, ...login })
  const now = today(runtime.clock(), company.timeZone)
  const idOf = await makeStructure(owner.call, now)
  await makePositions(owner.call, now, idOf)
  await makeHistory(owner.call, now, idOf)
  // After the history: who came back a year ago needs no checklist that starts by itself.
  await makeChecklists(owner.call, now, idOf)
  await makePay(owner.call, now, idOf)
  await makeDocuments(runtime, owner.call)
  // Only now the owner is linked to a person, which a key with the audience `me` needs.
  await owner.identify()

  const roles = Object.entries(demoRoles) as [keyof typeof demoRoles, Role][]
  const logins = Object.fromEntries(roles.map(([who]) => [who, loginOf(emailOf(others[who]))])) as Record<
    keyof typeof demoRoles,
    DemoLogin
  >
  await addMembers(
    ownerPool,
    organizationId,
    roles.map(([who, role]) => ({ ...logins[who], ...describeMember(others[who], idOf), role })),
  )
  const lead = await enter(runtime, { organization: unfinished, ...logins.manager })
  await makeApprovals(owner.call, lead.call, now, idOf)

  const manage = await owner.call('platform_api_keys_create', {
    name: 'Demo, management',
    audience: 'manage',
  })
  const me = await owner.call('platform_api_keys_create', { name: 'Demo, own workspace', audience: 'me' })
  await Promise.all([leave(runtime, lead), leave(runtime, owner)])
  return { manage_key: manage.secret as string, me_key: me.secret as string, ...logins }
}

const describeMember = (person: DemoPerson, idOf: Ids) => ({
  name: person.name.join(' '),
  personId: idOf(localPart(person)),
})
