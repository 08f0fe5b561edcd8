import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { standingInvites } from '../../src/access/invites.ts'
import type { Db } from '../../src/db/transaction.ts'
import { addDays, type Day } from '../../src/domain/day.ts'
import { listDocuments } from '../../src/queries/documents/documents.ts'
import { findForLead } from '../../src/queries/org/approvers.ts'
import { findDueTemplates } from '../../src/queries/org/checklist-starts.ts'
import { countInvites, listMoves } from '../../src/queries/org/home.ts'
import { listSentAbout } from '../../src/queries/org/person-export.ts'
import { listActive } from '../../src/queries/org/positions.ts'
import { lockDuePeople } from '../../src/queries/org/unannounced.ts'
import { listActivityIds } from '../../src/queries/platform/activity.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { plansOf, rowsOfPlans } from '../support/plans.ts'
import { useServer } from '../support/server.ts'
import { makeUneven, many } from '../support/uneven.ts'

const templates = 27
/** Rows that all steps of a query handle, for each record: a loop in a loop needs hundreds. */
const mostForEach = 100

/**
 * One plan serves all organizations, and PostgreSQL makes it for one of average size: for few records it may read all of
 * another table for each. This company has a thousand of each kind.
 */
describe('a company with much more than others of everything', () => {
  const server = useServer({})
  const day = '2024-05-15'
  let company: Company
  let people: string[]
  /** The membership of the owner. */
  let owner: string

  before(async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    ;({ company, people, owner } = await makeUneven(server, fill, (place, n) =>
      addDays('2020-01-01', place * 17 + n * 5),
    ))
  })

  const one = (n: number) => people[n - 1]!
  const rows = (query: (db: Db) => Promise<unknown>) => rowsOfPlans(server, company.id, query)
  const lead = { hr: false, jobTier: true, pay: false } as const
  const reads: Record<string, (db: Db) => Promise<unknown>> = {
    'who is to be invited': (db) => countInvites(db, standingInvites, day, new Date()),
    'what those who leave still lead': (db) => listMoves(db, day),
    'the positions below somebody': (db) =>
      listActive(db, { ...lead, personId: one(1) }, { statuses: ['open'] }, day),
    'the requests that a lead may decide': (db) => findForLead(db, one(1), day, many),
    'people for whom something takes effect': (db) => lockDuePeople(db, { afterId: null, limit: many }, day),
    'lines about requests': (db) =>
      listActivityIds(db, {}, { membershipId: owner, personId: one(1), pay: true }, many),
  }
  for (const [what, query] of Object.entries(reads))
    it(`is read once: ${what}`, async () => {
      expect(await rows(query)).to.be.within(many / 10, many * mostForEach)
    })

  it('reads the documents of a page with the keys of their people alone', async () => {
    const order = { sort: 'newest', limit: 100, today: day } as const
    const query = (db: Db) => {
      const send = async (sql: string, bindings: unknown[]) => {
        await db.query(sql, bindings)
        return sql.includes('count(*)') ? [{ total: many }] : []
      }
      const asked = { ...db, query: send as Db['query'] }
      return listDocuments(asked, { all: true, jobTier: true, personId: null }, {}, order)
    }
    expect(await rows(query)).to.be.within(many, many * mostForEach)
  })

  it('compares no delivery with all events', async () => {
    const deliveries = await server.db.query<{ event_id: string }>(
      'select event_id from webhook_deliveries where org_id = $1',
      [company.id],
    )
    const events = deliveries.rows.map(({ event_id: id }) => ({ id }))
    const query = (db: Db) => {
      const send: Db['query'] = (sql, bindings) =>
        sql.includes('events_naming') ? (Promise.resolve(events) as never) : db.query(sql, bindings)
      return listSentAbout({ ...db, query: send }, one(1), new Date(0), many)
    }
    expect(JSON.stringify(await plansOf(server, company.id, query))).to.include('hashed SubPlan')
  })

  it('finds out once which templates start in which units', async () => {
    const { rows: hired } = await server.db.query<{ id: string; person_id: string }>(
      'select id, person_id from employments where org_id = $1 limit 250',
      [company.id],
    )
    const beginnings = hired.map(({ id: employmentId, person_id: personId }) => ({
      ...{ personId, employmentId, kind: 'onboarding' as const, day: '2020-01-01' as const },
    }))
    const query = (db: Db) => findDueTemplates(db, beginnings, day)
    expect(await rows(query)).to.be.within(many, beginnings.length * templates * 40)
  })

  /** So many records of each kind, written directly to the tables. Half of the people leave, each with somebody below. */
  async function fill(made: Company, count: number, begins: (n: number) => Day): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUIDv7())
    const units = await server.db.query<{ id: string }>(
      `insert into units (org_id, id, name, name_key, kind, parent_id, head_person_id)
       select $1, gen_random_uuid(), 'Unit ' || n, 'unit ' || n, 'team', $2, null from generate_series(1, $3) n returning id`,
      [made.id, made.root, count],
    )
    const lives = ids.map((id, n) => {
      const manager_id = n === 0 ? null : ids[n % 2 === 1 ? n - 1 : 0]!
      const stay = { from: begins(n), to: n % 2 === 0 ? addDays(day, 7 + (count === many ? 0 : n)) : null }
      return lifeOf(id, [{ ...stay, unit_id: units.rows[n]!.id, manager_id }])
    })
    await storeLives(server, made.id, lives)
    const run = (text: string) => server.db.query(text, [made.id, ids])
    const person = `unnest($2::uuid[]) with ordinality as p (id, n)`
    const member = `(select m.id from memberships m where m.org_id = $1 and m.role = 'owner')`
    await run(`update units set head_person_id = ($2::uuid[])[1] where org_id = $1`)
    await run(
      `insert into person_keys (org_id, person_id, key_id, wrapped_key) select $1, p.id, 'key', '' from ${person}`,
    )
    await run(
      `insert into invites (org_id, id, person_id, email, role, token_hash, created_by, created_at, expires_at)
       select $1, p.id, p.id, p.id || '@company.example', 'member', uuid_send(p.id), ${member}, now(), now() + interval '1 day'
         from ${person} where p.n % 2 = 0`,
    )
    await run(
      `insert into positions (org_id, id, title, status, reason, contract_type, reports_to_person_id, reports_to_position_id,
                              created_at, updated_at)
       select $1, p.id, 'Cook', 'open', 'new', 'permanent', case when p.n % 2 = 1 then ($2::uuid[])[1] end,
              case when p.n % 2 = 0 then ($2::uuid[])[p.n - 1] end, now(), now()
         from ${person}`,
    )
    await run(
      `insert into documents (org_id, id, title, search_text, category, category_key, person_id, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at)
       select $1, p.id, 'a', 'a', 'Other', 'other', case when p.n % 2 = 0 then p.id end, 'hr', 'hr', ${member}, p.id, 'a', 1,
              'text/plain', repeat('0', 64), 'ready', now(), now(), now()
         from ${person}`,
    )
    await run(
      `insert into checklist_templates (org_id, id, saved, name, kind, auto_start, unit_ids, tasks, created_at, updated_at)
       select $1, gen_random_uuid(), true, 'Begin', 'onboarding', true,
              array(select u.id from units u where u.org_id = $1 order by u.id limit 50), '[]', now(), now()
         from generate_series(1, least(${templates}, cardinality($2::uuid[]) / 2))`,
    )
    await run(
      `insert into approval_requests (org_id, id, person_id, kind, change, status, effective_date, expires_on, proposed_by,
                                      proposed_via, proposed_at, proposal, shown, basis)
       select $1, p.id, case when p.n % 2 = 0 then p.id else ($2::uuid[])[1] end, 'termination', 'terminate', 'pending', '2098-12-31', '2098-12-31', ${member}, 'app', now(), '', '', ''
         from ${person}`,
    )
    await run(
      `insert into approval_steps (org_id, request_id, position, approver, status) select $1, p.id, 1, 'manager', 'pending' from ${person}`,
    )
    await run(
      `insert into activity (org_id, id, action, actor_kind, via, person_id, request_id, summary_code, changes)
       select $1, p.id, 'org.people.terminate', 'user', 'web', ($2::uuid[])[1], 'r', 'x',
              jsonb_build_array(jsonb_build_object('field', 'request_status'),
                                jsonb_build_object('field', 'request', 'after', jsonb_build_object('id', p.id)))
         from ${person}`,
    )
    await run(
      `insert into webhook_endpoints (org_id, id, url, description, event_types, enabled, secret_hint, key_id, sealed_secret,
                                      created_at, updated_at)
       values ($1, ($2::uuid[])[1], 'https://hooks.example.com', 'a', '{}', true, 'a', 'key', '', now(), now())`,
    )
    await run(
      `insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, created_at, status)
       select $1, p.id, ($2::uuid[])[1], p.id, 'person.hired', now(), 'succeeded' from ${person}`,
    )
    if (count === many)
      await server.db.query('update employments set start_announced_at = null where org_id = $1', [made.id])
    return ids
  }
})
