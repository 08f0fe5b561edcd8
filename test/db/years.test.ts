import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type pg from 'pg'
import { types } from '../../src/db/types.ts'
import type { SystemDb } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import { listUsedCategories } from '../../src/queries/documents/documents.ts'
import { scrubActivity } from '../../src/queries/org/erasing.ts'
import { listRuns } from '../../src/queries/org/checklist-runs.ts'
import { listOwnTasks } from '../../src/queries/org/checklist-tasks.ts'
import { listErasedSince } from '../../src/queries/system/erasures.ts'
import { listReady } from '../../src/queries/system/files.ts'
import { removeLines } from '../../src/queries/system/retention.ts'
import { listInvites } from '../../src/queries/org/invites.ts'
import { listConnections } from '../../src/queries/platform/connections.ts'
import type { Company, Member } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { planLikeService } from '../support/planning.ts'
import { useServer } from '../support/server.ts'

/** Rows of each kind that are over. */
const over = 5000
/** Members to whom they belong. */
const members = 1000
/** Rows that may be read for the few that are asked for. */
const most = 100

/** A company of many years: nearly all of its rows are over, and whoever asks for the few others does not read those. */
describe('what is over for years', () => {
  const server = useServer({})
  let company: Company
  let member: Member

  before(async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    company = await server.company()
    member = await company.member('member', { person: true })
    const others = Array.from({ length: members }, () => randomUUIDv7())
    await storeLives(
      server,
      company.id,
      others.map((id) => lifeOf(id, [{ from: '2020-01-01', to: null }])),
    )
    const put = (text: string, ...values: unknown[]) => server.db.query(text, [company.id, ...values])
    await put(
      `with login as (insert into users (org_id, id, email, email_key, display_name)
                      select org_id, id, work_email, work_email_key, given_name from people where org_id = $1 and id = any($2) returning id)
       insert into memberships (org_id, id, user_id, person_id, role) select $1, id, id, id, 'member' from login`,
      others,
    )
    await put(
      `insert into checklist_templates (org_id, id, saved, name, kind, auto_start, tasks, created_at, updated_at)
       values ($1, $1, true, 'List', 'custom', false, '[]', now(), now())`,
    )
    await put(
      `with runs as (
         insert into checklist_runs (org_id, id, template_id, name, kind, person_id, anchor_date, follows, status, started_at, completed_at)
         select $1, gen_random_uuid(), $1, 'List', 'custom', ($2::uuid[])[1 + n % ${members}], date '2020-01-01' + n / 10, false, 'completed', now(), now()
           from generate_series(1, $4::int) n
         returning id, anchor_date)
       insert into checklist_tasks (org_id, id, run_id, place, title, assignee_type, assignee_person_id, manager_missing, offset_days,
                                    due_date, status, resolved_at, created_at)
       select $1, gen_random_uuid(), r.id, 1, 'Task', 'member', $3, false, 0, r.anchor_date, 'done', now(), now() from runs r`,
      others,
      member.personId,
      over,
    )
    await put(
      `insert into invites (org_id, id, person_id, email, role, token_hash, created_at, expires_at, revoked_at)
       select $1, gen_random_uuid(), ($2::uuid[])[1 + n % ${members}], 'pat@company.example', 'member', sha256(int4send(n)), now(), now(), now()
         from generate_series(1, $3::int) n`,
      others,
      over,
    )
    await put(
      `insert into oauth_connections (org_id, id, membership_id, client_id, client_name, client_kind, redirect_host, redirect_kind,
                                      audience, created_at, connected_at, expires_at)
       select $1, gen_random_uuid(), ($2::uuid[])[1 + n % ${members}], 'app', 'App', 'dcr', 'app.example', 'web', 'me', now(), now(), now()
         from generate_series(1, $3::int) n`,
      others,
      over,
    )
    await put(
      `insert into activity (org_id, id, action, actor_kind, via, subject_type, request_id, membership_id)
       select $1, l.id, 'org.units.update', 'user', 'web', 'unit', 'r', ($2::uuid[])[1 + n % ${members}]
         from unnest($3::uuid[]) with ordinality as l (id, n)`,
      others,
      Array.from({ length: over }, () => randomUUIDv7()),
    )
    await put(
      `insert into oauth_objects (model, id_hash, org_id, connection_id, payload, created_at, expires_at)
       select 'AccessToken', sha256(uuid_send(c.id)), $1, c.id, '{}', now(), now() + interval '1 hour'
         from (select c.id from oauth_connections c where c.org_id = $1 limit 20) c`,
    )
    await put(
      `insert into erasures (org_id, person_id, erased_at)
       select $1, gen_random_uuid(), now() - interval '1 year' from generate_series(1, $2::int) n`,
      over,
    )
    await put(
      `insert into documents (org_id, id, person_id, title, search_text, category, category_key, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at)
       select $1, gen_random_uuid(), d.person_id, '', '', 'Pay slips', 'pay slips', 'hr_person', 'hr', d.person_id, gen_random_uuid(),
              'a.pdf', 1, 'application/pdf', repeat('0', 64), 'ready', now(), now(), now()
         from generate_series(1, $3::int) n cross join lateral (select ($2::uuid[])[1 + n % ${members}] as person_id) d`,
      others,
      over,
    )
    await server.db.query('vacuum analyze')
  })

  const at = new Date()
  const asked: Record<
    string,
    { table: string; by: (db: Db, system: SystemDb) => Promise<unknown>; role?: string }
  > = {
    'the open tasks of a member': {
      table: 'checklist_tasks',
      by: (db) =>
        listOwnTasks(
          db,
          { hr: false, personId: member.personId },
          { status: 'open', limit: 5 },
          '2026-06-15',
        ),
    },
    'the open tasks of HR': {
      table: 'checklist_tasks',
      by: (db) => listOwnTasks(db, { hr: true, personId: null }, { status: 'open', limit: 5 }, '2026-06-15'),
    },
    'the checklists of a person': {
      table: 'checklist_runs',
      by: (db) => listRuns(db, { personId: member.personId! }, { after: undefined, limit: 50 }),
    },
    'the open checklists': {
      table: 'checklist_runs',
      by: (db) => listRuns(db, { status: 'open' }, { after: undefined, limit: 50 }),
    },
    'the invites whose link still works': {
      table: 'invites',
      by: (db) => listInvites(db, { personId: undefined, closed: false }, at),
    },
    'the invites of a person': {
      table: 'invites',
      by: (db) => listInvites(db, { personId: member.personId!, closed: true }, at),
    },
    'the categories of the documents that a member sees': {
      table: 'documents',
      by: (db) =>
        listUsedCategories(db, { all: false, jobTier: false, personId: member.personId }, '2026-06-15'),
    },
    'the files that are looked for in one hour': {
      table: 'documents',
      role: 'rollcall_system',
      by: (_db, system) => listReady(system, 0, undefined, over),
    },
    'the apps of a member': {
      table: 'oauth_connections',
      by: (db) => listConnections(db, member.membershipId, at),
    },
    'the lines of the log about somebody who is erased': {
      table: 'activity',
      by: (db) => scrubActivity(db, member.personId!),
    },
    'those of its lines that are old': {
      table: 'activity',
      role: 'rollcall_system',
      by: (db) => removeLines(db, new Date(at.getTime() - 86_400_000), over),
    },
    'what connections have left behind that end': {
      table: 'oauth_connections',
      role: 'rollcall_system',
      by: (_db, system) => system.query('select sweep_oauth(1000, $1)', [at]),
    },
    'those who were erased lately': {
      table: 'erasures',
      role: 'rollcall_system',
      by: (_db, system) => listErasedSince(system, at),
    },
  }
  for (const [what, { table, by, role }] of Object.entries(asked))
    it(`is not read for ${what}`, async () => {
      expect(await rowsRead(table, by, role)).to.be.below(most)
    })

  /** How many rows of a table are read, in functions of the database, too. */
  async function rowsRead(
    table: string,
    work: (typeof asked)[string]['by'],
    role = 'rollcall_app',
  ): Promise<number> {
    const client = await server.db.connect()
    try {
      await client.query('begin')
      const before = await readUntilNow(client, table)
      await client.query(`set local role ${role}`)
      await planLikeService(client)
      await client.query(`select set_config('app.org_id', $1, true)`, [company.id])
      await work(dbOf(client), client)
      await client.query('reset role')
      return (await readUntilNow(client, table)) - before
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  /** Rows that a connection has read, and not told the statistics of the database. */
  async function readUntilNow(client: pg.ClientBase, table: string): Promise<number> {
    const { rows } = await client.query<{ read: number }>(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relname = $1`,
      [table],
    )
    return rows[0]!.read
  }

  const dbOf = (client: pg.ClientBase): Db =>
    ({
      orgId: company.id,
      query: async (text: string, values: unknown[] = []) =>
        (await client.query({ text, values, types })).rows as unknown[],
    }) as unknown as Db
})
