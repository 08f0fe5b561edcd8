import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { authenticate, type Door } from '../auth/authenticate.ts'
import { hashSecret } from '../secrets/credentials.ts'
import { signOut } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import type { Config } from '../config.ts'
import {
  company,
  founder,
  leads,
  legalEntities,
  locations,
  members,
  payroll,
  terms,
  units,
  type DemoPerson,
} from './company.ts'
import { addDays, today, type Day } from '../domain/day.ts'
import { actions } from '../generated/actions.ts'
import { deleteOrganization } from '../operator/delete.ts'
import { createOrganization, renameSlug } from '../operator/organizations.ts'
import { asOperator } from '../operator/transaction.ts'
import type { ActionId, Input, Result } from '../actions/action.ts'
import type { Caller } from '../domain/caller.ts'
import { textOf } from '../slices.ts'
import { execute, type Runtime } from '../pipeline/execute.ts'

/** What one needs to try the demo company: the content of `DATA_DIR/demo.json`. */
export interface Demo {
  base_url: string
  slug: string
  manage_key: string
  me_key: string
  owner: DemoLogin
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

type DemoRuntime = Runtime & Door & { baseUrl: string }

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
  const owner = { email: emailOf(founder), password: randomBytes(12).toString('base64url') }
  const { name, slug, country, timeZone } = company
  const { organizationId } = await createOrganization(ownerPool, {
    name,
    slug: unfinished,
    country,
    timeZone,
    owner: { ...owner, name: founder.name.join(' ') },
  })
  try {
    const keys = await fillDemo(runtime, owner)
    const demo = { base_url: runtime.baseUrl, slug, ...keys, owner }
    // First the file, then the slug: after a crash between the two, the company is created again and no key is lost.
    writeDemoFile(dataDir, demo)
    await renameSlug(ownerPool, organizationId, slug, runtime.clock())
    return demo
  } catch (error) {
    await removeUnfinished(ownerPool).catch(() => undefined)
    throw error
  }
}

type Call = <K extends ActionId>(id: K, input: Partial<Input<K>>) => Promise<Result<K>>

/** Fills the company by calling the actions of the service, as the owner in a browser session. */
async function fillDemo(
  runtime: DemoRuntime,
  owner: DemoLogin,
): Promise<Pick<Demo, 'manage_key' | 'me_key'>> {
  const ignore = () => undefined
  const visit = { address: 'demo', requestId: 'demo', note: ignore, fail: ignore }
  const session = await signIn(runtime, { organization: unfinished, ...owner }, visit)
  const present = { authorization: undefined, session: session.secret, address: 'demo', via: 'api' as const }
  const identify = async () => (await authenticate(runtime, present)).caller
  let caller: Caller = await identify()
  const call: Call = async (id, input) => {
    const options = { dryRun: false, idempotencyKey: undefined, requestId: 'demo' }
    const outcome = await execute(runtime, { action: actions[id], caller, input, ...options })
    return (JSON.parse(textOf(outcome.json)) as { data: Result<typeof id> }).data
  }
  await makeCompany(call, today(runtime.clock(), company.timeZone))
  // Only now the owner is linked to a person, which a key with the audience `me` needs.
  caller = await identify()
  const manage = await call('platform_api_keys_create', { name: 'Demo, management', audience: 'manage' })
  const me = await call('platform_api_keys_create', { name: 'Demo, own workspace', audience: 'me' })
  await signOut(runtime, session.secret, visit)
  return { manage_key: manage.secret as string, me_key: me.secret as string }
}

/**
 * Creates the company. Legal entities, locations and the founder come first, so that `setup.init` finds them: it links
 * the owner's login to the person with the same e-mail, and creates what is missing, the root of the units.
 */
async function makeCompany(call: Call, now: Day): Promise<void> {
  const ids = new Map<string, string | null>()
  const idOf = (name: string) => ids.get(name) as string
  const hire = async (person: DemoPerson, placement: Partial<Input<'org_people_hire'>>) => {
    const hired = await call('org_people_hire', {
      ...describe(person, now, people++),
      location_id: idOf(person.place),
      legal_entity_id: idOf(terms[person.place].entity),
      ...placement,
    })
    ids.set(localPart(person), hired.person.id)
  }
  let people = 1

  for (const [key, entity] of Object.entries(legalEntities))
    ids.set(key, (await call('org_legal_entities_create', entity)).id)
  for (const [key, location] of Object.entries(locations))
    ids.set(key, (await call('org_locations_create', location)).id)
  await hire(founder, { manager_id: null })
  await call('org_setup_init', { owner_title: founder.title })

  const [root] = await call('org_units_list', {})
  ids.set(company.name, root!.id)
  const leadOf = new Map([[company.name, founder], ...leads.map((lead) => [lead.leads!, lead] as const)])
  const parentOf = new Map(units.map(({ name, parent = company.name }) => [name, parent]))
  await call('org_units_set_head', { unit_id: idOf(company.name), person_id: idOf(localPart(founder)) })
  for (const { name, kind } of units)
    ids.set(name, (await call('org_units_create', { name, kind, parent_id: idOf(parentOf.get(name)!) })).id)
  for (const lead of leads) {
    const unit_id = idOf(lead.leads!)
    const above = leadOf.get(parentOf.get(lead.leads!)!)!
    await hire(lead, { unit_id, manager_id: idOf(localPart(above)) })
    await call('org_units_set_head', { unit_id, person_id: idOf(localPart(lead)) })
  }
  for (const member of members)
    // Where the table has no manager, the lead of the unit becomes the manager.
    await hire(member, {
      unit_id: idOf(member.unit!),
      ...(member.manager && { manager_id: idOf(member.manager) }),
    })
  for (const [name, details] of Object.entries(payroll))
    await call('org_people_update_profile', { person_id: idOf(name), ...details })
}

/** A row of the table as the input of a hire. */
function describe(person: DemoPerson, now: Day, number: number): Partial<Input<'org_people_hire'>> {
  const { name, preferred, title, place, since, fte = 1, until, kind, phone } = person
  const start_date = monthsFrom(now, since)
  const probationEnd = addDays(monthsFrom(now, since + 6), -1)
  return {
    given_name: name[0],
    family_name: name[1],
    preferred_name: preferred ?? null,
    employee_number: `OI-${String(number).padStart(3, '0')}`,
    work_email: emailOf(person),
    work_phone: phone ?? null,
    title,
    start_date,
    employment_type: kind ?? (fte < 1 ? 'part_time' : 'full_time'),
    fte,
    contract_type: kind ? contractOf[kind] : until === undefined ? 'permanent' : 'fixed_term',
    contract_end_date: until === undefined ? null : addDays(monthsFrom(now, until + 1), -1),
    probation_end_date: kind === undefined && probationEnd >= now ? probationEnd : null,
    weekly_hours: Math.round(terms[place].hours * fte * 4) / 4,
    notice_period_days: kind === undefined ? terms[place].noticeDays : 14,
    birthday: birthday(number, kind === 'intern'),
  }
}

const contractOf = { intern: 'internship', contractor: 'freelance' } as const

/** The first day of the month that is this many months away. */
function monthsFrom(day: Day, months: number): Day {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const index = year * 12 + (month - 1) + months
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01` as Day
}

/** Invented birthdays, in many different years and months. */
function birthday(number: number, student: boolean): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  const year = student ? 2004 : 1966 + ((number * 17) % 34)
  return `${year}-${two(((number * 5) % 12) + 1)}-${two(((number * 11) % 28) + 1)}` as Day
}

/** The names in the table have no accents, so that small letters are enough for an e-mail address. */
function localPart({ name }: DemoPerson): string {
  return name.join('.').toLowerCase().replaceAll(' ', '')
}

function emailOf(person: DemoPerson): string {
  return `${localPart(person)}@${company.domain}`
}
