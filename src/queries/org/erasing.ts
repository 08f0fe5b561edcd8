import type { Db } from '../../db/transaction.ts'
import { emailKey } from '../../domain/email.ts'
import { erasedPerson, erasedValues } from '../../domain/erased.ts'
import { personSearchText } from '../../domain/search.ts'
import { account } from '../../personal-data/account.ts'
import { approvals } from '../../personal-data/approvals.ts'
import { checklists } from '../../personal-data/checklists.ts'
import { documents } from '../../personal-data/documents.ts'
import type { RegisteredTable } from '../../personal-data/kinds.ts'
import { log } from '../../personal-data/log.ts'
import { people } from '../../personal-data/people.ts'

/**
 * Statements that erase a person. They are made from the register of personal data, so that a column cannot be forgotten:
 * it says what happens to each, and this how that is done.
 */

const nobody = `id::text || '@erased.invalid'`
/** Digests that belong to no secret: a secret has another form. */
const noDigest = 'sha256(uuid_send(id))'

/** The values of columns that must have one. */
const placeholders: Readonly<Record<string, string>> = {
  'users.email': nobody,
  'users.email_key': nobody,
  'users.display_name': `'${erasedPerson}'`,
  'api_keys.name': `'Erased'`,
  'invites.email': nobody,
  'invites.token_hash': noDigest,
  'password_resets.token_hash': noDigest,
  'password_resets.basis': noDigest,
  'email_changes.email': nobody,
  'email_changes.token_hash': noDigest,
  'email_changes.basis': noDigest,
  'documents.title': `''`,
  'documents.search_text': `''`,
  'documents.category': `'Other'`,
  'documents.category_key': `'other'`,
  'documents.file_name': `''`,
  'documents.expires_on': 'null',
  'documents.notes': 'null',
  'documents.sealed_notes': 'null',
}

/** The end of what is over with the data: links, sign-ins, keys and apps. `$3` is the time. */
const ends: Readonly<Record<string, string>> = {
  people: 'erased_at = $3, updated_at = $3',
  images: 'updated_at = $3',
  documents: 'deleted_at = coalesce(deleted_at, $3)',
  api_keys: 'revoked_at = coalesce(revoked_at, $3)',
  oauth_connections: 'revoked_at = coalesce(revoked_at, $3)',
  sessions: 'ended_at = coalesce(ended_at, $3)',
  password_resets: 'ended_at = coalesce(ended_at, $3)',
  email_changes: 'ended_at = coalesce(ended_at, $3)',
  invites: 'revoked_at = case when accepted_at is null then coalesce(revoked_at, $3) else revoked_at end',
}

/** Tables whose rows a job deletes, when what belongs to them elsewhere is gone. Until then they hold nothing. */
const deletedByJob = new Set(['documents'])

/** Columns that the database makes from others. */
const generated = new Set(['people.search_start'])

/** Something that is done to the rows of a person in a table. */
export interface Step {
  table: string
  text: string
  /** Tells that it takes the time as `$3`. */
  timed: boolean
}

/** The steps of one table; none when nothing of it goes. */
function stepsOf(table: string, { personal, whose }: RegisteredTable): Step[] {
  const rules = Object.entries(personal).filter(([column]) => !generated.has(`${table}.${column}`))
  const columns = rules.filter(([, { erase }]) => erase !== 'keep').map(([column]) => column)
  if (whose === 'scrubbed') return []
  if (rules.some(([, { erase }]) => erase === 'delete') && !deletedByJob.has(table))
    return [{ table, text: `select erase_rows($1, $2, '${table}') as count`, timed: false }]
  const emptied = deletedByJob.has(table)
    ? columns.filter((column) => Object.hasOwn(placeholders, `${table}.${column}`))
    : columns
  const sets =
    table === 'people' ? ['photo_hash = null'] : emptied.map((column) => setting(table, column, personal))
  const end = ends[table]
  const all = end === undefined ? sets : [...sets, end]
  if (all.length === 0) return []
  // Rows in which nothing is left to empty are not counted, and not written.
  const some =
    end === undefined ? `and (${columns.map((column) => `${column} is not null`).join(' or ')})` : ''
  const text = `with done as (
      update ${table} set ${all.join(', ')} where org_id = $1 and ${whose} ${some} returning 1
    ) select count(*)::int as count from done`
  return [{ table, text, timed: end !== undefined }]
}

function setting(table: string, column: string, personal: RegisteredTable['personal']): string {
  const value = placeholders[`${table}.${column}`]
  if (value === undefined && personal[column]!.erase === 'placeholder')
    throw new Error(`${table}.${column} is to have a placeholder, and there is none for it.`)
  return `${column} = ${value ?? 'null'}`
}

/** Notices and notifications name the person, though no column of them is personal. */
const naming: Step[] = ['notices', 'notifications'].map((table) => ({
  table,
  text: `select erase_rows($1, $2, '${table}') as count`,
  timed: false,
}))

/** Reasons that the person gave on tasks of others, which stay: that they were skipped is told without them. */
const written: Step = {
  table: 'checklist_tasks',
  text: `with done as (
      update checklist_tasks set skip_reason = ''
       where org_id = $1 and resolved_by = $2 and skip_reason is not null and skip_reason <> '' returning 1
    ) select count(*)::int as count from done`,
  timed: false,
}

/** Rows that others refer to go after these. */
const last = ['checklist_tasks', 'checklist_runs', 'approval_requests', 'person_keys']

const stepsFor = (area: Record<string, RegisteredTable>): Step[] =>
  Object.entries(area)
    .flatMap(([table, registered]) => stepsOf(table, registered))
    .toSorted((a, b) => last.indexOf(a.table) - last.indexOf(b.table))

/**
 * All steps of erasing a person: those for their records, and those for their login and requests, before which the memberships
 * are locked.
 */
export const steps = {
  records: [written, ...stepsFor({ ...people, ...documents, ...checklists }), ...naming],
  login: stepsFor({ ...account, ...approvals, ...log }),
}

/** Locks a person so that nobody adds a record about them either, until the transaction ends. */
export async function lockToErase(db: Db, personId: string): Promise<void> {
  await db.query(`select 1 from people p where p.org_id = $1 and p.id = $2 for update`, [db.orgId, personId])
}

/**
 * Leaves out what is about somebody who is erased. Nobody erases the others until the transaction ends: so a job that has found
 * something about them writes nothing that their erasure would not see.
 */
export async function holdUnerased<T extends { person_id: string }>(
  db: Db,
  found: readonly T[],
): Promise<T[]> {
  const rows = await db.query<{ id: string }>(
    `select p.id from people p
      where p.org_id = $1 and p.id = any($2::uuid[]) and p.erased_at is null
      order by p.id
        for key share`,
    [db.orgId, [...new Set(found.map(({ person_id: id }) => id))]],
  )
  const ids = new Set(rows.map(({ id }) => id))
  return found.filter(({ person_id: id }) => ids.has(id))
}

/**
 * Locks the requests about a person, before their steps go: whoever decides one locks it first, too.
 *
 * @returns how many of them are open, now that nobody decides one
 */
export async function lockRequestsOf(db: Db, personId: string): Promise<number> {
  const requests = await db.query<{ open: boolean }>(
    `select r.status = 'pending' as open
       from approval_requests r
      where r.org_id = $1 and r.person_id = $2
      order by r.id
        for update`,
    [db.orgId, personId],
  )
  return requests.filter(({ open }) => open).length
}

/** Puts placeholders in the place of the names and addresses of a locked person, and empties the rest of their own fields. */
export async function eraseOwnFields(db: Db, personId: string): Promise<void> {
  const erased = erasedValues(personId)
  const columns = Object.keys(erased)
  const named = { ...erased } as unknown as Parameters<typeof personSearchText>[0]
  await db.query(
    `update people set search_text = $3, work_email_key = $4, ${columns.map((column, index) => `${column} = $${index + 5}`).join(', ')}
      where org_id = $1 and id = $2`,
    [db.orgId, personId, personSearchText(named), emailKey(erased.work_email!), ...Object.values(erased)],
  )
}

/**
 * Carries out steps. They come one after the other: rows that others refer to go last.
 *
 * @returns how many rows each table had
 */
export async function eraseRows(
  db: Db,
  personId: string,
  which: keyof typeof steps,
  now: Date,
): Promise<[table: string, count: number][]> {
  const counts: [string, number][] = []
  for (const { table, text, timed } of steps[which]) {
    // There are as many as tables with personal data.
    // eslint-disable-next-line no-await-in-loop
    const [row] = await db.query<{ count: number }>(text, [db.orgId, personId, ...(timed ? [now] : [])])
    counts.push([table, row!.count])
  }
  return counts
}

/** The ids of the apps that a person ever connected. */
export async function listAppsOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select c.id from oauth_connections c
      where c.org_id = $1
        and c.membership_id in (select m.id from memberships m where m.org_id = $1 and m.person_id = $2)`,
    [db.orgId, personId],
  )
  return rows.map(({ id }) => id)
}

/** Takes names and values out of the lines of the log about a person. Answers how many there are. */
export async function scrubActivity(db: Db, personId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select scrub_activity($1, $2) as count`, [
    db.orgId,
    personId,
  ])
  return row!.count
}

/** The names of the fields of a line, without values. */
const noValues = `(select jsonb_agg(jsonb_build_object('field', c.value -> 'field', 'before', null, 'after', null) order by c.place)
                     from jsonb_array_elements(a.changes) with ordinality c (value, place))`

/**
 * Takes values out of lines that erasing a person does not reach: networks and browsers of their login from before it belonged to
 * them, because these lines are about nobody; and what a call wrote about them while they were erased: a failed sign-in locks
 * nothing. The application changes no lines, so a job or an operator does it. What is taken out already is not written again.
 *
 * @param until no such call writes a line of a later time
 */
export async function scrubOtherLines(db: Db, personId: string, until: Date): Promise<void> {
  await db.query(
    `update activity a set changes = ${noValues}
      where a.org_id = $1 and a.person_id is null and a.subject_type is null
        and a.membership_id in (select m.id from memberships m where m.org_id = $1 and m.person_id = $2)
        and a.changes @> '[{"field": "network"}]' and not a.changes @> '[{"field": "network", "after": null}]'`,
    [db.orgId, personId],
  )
  await db.query(
    `update activity a set changes = ${noValues}
      where a.org_id = $1 and a.person_id = $2 and a.at < $3
        and a.changes @? '$[*] ? (@.before != null || @.after != null)'`,
    [db.orgId, personId, until],
  )
}

/** Deletes the stored answers that name a person. Answers how many there were. */
export async function eraseAnswers(db: Db, personId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select erase_rows($1, $2, 'idempotency_records') as count`,
    [db.orgId, personId],
  )
  return row!.count
}

/** Notes in the ledger that a person was erased; what stands there stays. */
export async function noteErasure(db: Db, personId: string, now: Date): Promise<void> {
  await db.query(
    `insert into erasures (org_id, person_id, erased_at) values ($1, $2, $3) on conflict (org_id, person_id) do nothing`,
    [db.orgId, personId, now],
  )
}
