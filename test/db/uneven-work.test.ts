import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { hrRoles } from '../../src/access/roles.ts'
import type { SystemDb } from '../../src/db/system.ts'
import type { Db } from '../../src/db/transaction.ts'
import type { CustomField } from '../../src/domain/custom-fields.ts'
import { addDays, type Day } from '../../src/domain/day.ts'
import { listDocuments } from '../../src/queries/documents/documents.ts'
import { countPending } from '../../src/queries/documents/uploads.ts'
import { loadHr, loadLines } from '../../src/queries/org/approvers.ts'
import { findDueTemplates } from '../../src/queries/org/checklist-starts.ts'
import { listOwnTasks } from '../../src/queries/org/checklist-tasks.ts'
import { loadCustomValues, readInForm } from '../../src/queries/org/custom-values.ts'
import { listUnits } from '../../src/queries/org/units.ts'
import { findDueTasks } from '../../src/queries/platform/due-tasks.ts'
import { loadReminded } from '../../src/queries/platform/notifications.ts'
import { findDueMails } from '../../src/queries/system/mails.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { rowsOfPlans } from '../support/plans.ts'
import { useServer } from '../support/server.ts'
import { makeUneven, many } from '../support/uneven.ts'

const levels = 18
const templates = 27
const fields = 20
/** Rows that all steps of a query handle, for each record that it is about: a loop in a loop needs hundreds. */
const mostForEach = 60

/**
 * A company in which everybody is below one manager, with as many units, checklists and mails. What pages, mails and jobs
 * read of it again and again grows with what they show, and not with what there is.
 */
describe('work for one page, mail or step in a company with much more than others', () => {
  const server = useServer({})
  const day: Day = '2024-05-15'
  let company: Company
  let people: string[]
  let owner: string

  before(async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    ;({ company, people, owner } = await makeUneven(server, fill, (place, n) =>
      addDays(day, -place * 17 - n * 5),
    ))
  })

  const one = (n: number) => people[n - 1]!
  const rows = (query: (db: Db) => Promise<unknown>) => rowsOfPlans(server, company.id, query)
  const member = () => ({ membershipId: one(1), batchId: one(1), hrRoles: ['hr'] })
  const system = (db: Db) =>
    ({
      query: async (sql: string, values: unknown[]) => ({ rows: await db.query(sql, values) }),
    }) as unknown as SystemDb

  it('reads the jobs of each person of whose days a manager is reminded, and not of all below the manager', async () => {
    expect(await rows((db) => loadReminded(db, member(), 50, day))).to.be.within(many, many * mostForEach)
  })

  it('looks up the key of each person whose private values are read', async () => {
    const { rows: fields } = await server.db.query<CustomField>(
      `select id, 'text' as type, 'private' as tier from custom_fields where org_id = $1 order by position`,
      [company.id],
    )
    const asked = people.map((id) => ({ id }))
    expect(await rows((db) => loadCustomValues(db, fields, asked))).to.be.within(many, many * mostForEach)
    expect(await rows((db) => readInForm(db, fields[0]!.id, 'value').next())).to.be.within(
      many,
      many * mostForEach,
    )
  })

  it('reads each unit once, and not on each level', async () => {
    expect(await rows((db) => listUnits(db, true, day))).to.be.within(many, many * levels)
  })

  it('looks up the field of each document, and does not compare it with all fields', async () => {
    const sees = { all: false, jobTier: true, personId: one(1) }
    const asked = { sort: 'newest', limit: 25, today: day } as const
    const query = async (db: Db) => {
      const send: Db['query'] = async (sql, values) => {
        await db.query(sql, values)
        return [{ total: many }] as never
      }
      await listDocuments({ ...db, query: send }, sees, { personId: one(2) }, asked).catch(() => undefined)
    }
    expect(await rows(query)).to.be.within(many, many * mostForEach)
  })

  const few: Record<string, (db: Db) => Promise<unknown>> = {
    'the few of HR among all members': (db) => loadHr(db, hrRoles, day),
    'the units above one person': (db) => loadLines(answering(db), [one(many)], day),
    'the last page of the open tasks of HR': (db) =>
      listOwnTasks(db, { hr: true, personId: null }, { after: lastTask(), limit: 25 }, day),
    'the last ones of the tasks that are due': (db) =>
      findDueTasks(db, day, [owner], { after: lastTask(), limit: 25 }),
    'the uploads that somebody with many documents has begun': (db) =>
      countPending(answering(db), owner, new Date()),
    'some of many mails that wait since one moment': (db) =>
      findDueMails(system(db), 'newest', 3, new Date()),
  }
  const lastTask = () => ({ due_date: day, id: people.toSorted().at(-10)! }) as const
  for (const [what, query] of Object.entries(few))
    it(`reads little: ${what}`, async () => {
      expect(await rows(query)).to.be.within(0, many / 4)
    })

  it('looks up the open checklists of each person in a file, and not those of everybody', async () => {
    const { rows: hired } = await server.db.query<{ id: string; person_id: string }>(
      'select id, person_id from employments where org_id = $1 order by person_id desc limit 250',
      [company.id],
    )
    const beginnings = hired.map(({ id: employmentId, person_id: personId }) => ({
      ...{ personId, employmentId, kind: 'onboarding' as const, day },
    }))
    const query = (db: Db) => findDueTemplates(db, beginnings, day)
    expect(await rows(query)).to.be.within(many, beginnings.length * templates * 20)
  })

  /** Answers one empty row, where a query expects one. */
  function answering(db: Db): Db {
    const query: Db['query'] = async (sql, values) => {
      await db.query(sql, values)
      return [{ places: [], units: [] }] as never
    }
    return { ...db, query }
  }

  /** So many records of each kind, written directly to the tables. */
  async function fill(made: Company, count: number, on: (n: number) => Day): Promise<string[]> {
    const isBig = count === many
    const ids = Array.from({ length: count }, () => randomUUIDv7())
    const run = (text: string) => server.db.query(text, text.includes('$2') ? [made.id, ids] : [made.id])
    const member = `(select m.id from memberships m where m.org_id = $1 and m.role = 'owner')`
    const person = `unnest($2::uuid[]) with ordinality as p (id, n)`
    await server.db.query(
      `insert into units (org_id, id, name, name_key, kind, parent_id)
       select $1, p.id, 'Unit ' || p.n, 'unit ' || p.n, 'team', case when p.n between 2 and $4 then ($2::uuid[])[p.n - 1] else $3 end from ${person}`,
      [made.id, ids, made.root, levels],
    )
    const lives = ids.map((id, n) => {
      const unit_id = ids[Math.min(n, levels - 1)]!
      return lifeOf(id, [{ from: on(n), to: null, unit_id, manager_id: n === 0 ? null : ids[0]! }])
    })
    await storeLives(server, made.id, lives)
    await run(`update units set head_person_id = ($2::uuid[])[1] where org_id = $1`)
    await run(
      `with login as (insert into users (org_id, id, email, email_key, display_name, password_hash)
                      select $1, p.id, p.id || '@company.example', p.id || '@company.example', 'Pat', 'a hash' from ${person} returning id)
       insert into memberships (org_id, id, user_id, person_id, role)
       select $1, p.id, p.id, p.id, case when p.n = 3 then 'hr' else 'member' end from ${person} join login on login.id = p.id`,
    )
    await run(`update job_rows j set probation_end_date = valid_from where j.org_id = $1`)
    await run(
      `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, reminder, date, batch_id, created_at)
       select $1, p.id, ($2::uuid[])[1], 'reminder', p.id, p.id, 'probation_end', j.valid_from, ($2::uuid[])[1], now()
         from ${person} join job_rows j on j.org_id = $1 and j.person_id = p.id`,
    )
    await run(
      `insert into checklist_templates (org_id, id, saved, name, kind, auto_start, unit_ids, tasks, created_at, updated_at)
       select $1, gen_random_uuid(), true, 'Begin', 'onboarding', true, array[($2::uuid[])[1]], '[]', now(), now() from generate_series(1, ${isBig ? templates : 2})`,
    )
    await run(
      `insert into checklist_runs (org_id, id, template_id, name, kind, person_id, employment_id, anchor_date, follows, status, started_at)
       select $1, p.id, t.id, 'Begin', 'onboarding', e.person_id, e.id, e.start_date, false, 'open', now()
         from ${person} join employments e on e.org_id = $1 and e.person_id = p.id
        cross join (select id from checklist_templates where org_id = $1 and name = 'Begin' order by id limit 1) t`,
    )
    await run(
      `insert into checklist_tasks (org_id, id, run_id, place, title, assignee_type, assignee_person_id, manager_missing, offset_days,
                                    due_date, status, created_at)
       select $1, p.id, r.id, 1, 'a', ${isBig ? `case when p.n % 2 = 0 then 'hr' else 'manager' end` : `'manager'`},
              case when ${!isBig} or p.n % 2 = 1 then ($2::uuid[])[1] end, false, 0, r.anchor_date, 'open', now()
         from ${person} join checklist_runs r on r.org_id = $1 and r.id = ${isBig ? 'p.id' : '($2::uuid[])[1]'}`,
    )
    await run(
      `insert into mails (org_id, id, kind, about_id, membership_id, status, created_at, due_at)
       select $1, p.id, 'reminders', p.id, p.id, 'pending', '2026-01-01', timestamptz '2026-01-01' - ${isBig ? 0 : 1} * p.n * interval '1 day'
         from ${person}`,
    )
    await run(
      `insert into custom_fields (org_id, id, key, label, type, tier, position)
       select $1, gen_random_uuid(), 'f' || n, 'F', 'text', 'public', n from generate_series(1, ${isBig ? fields : 2}) n`,
    )
    await run(
      `insert into custom_values (org_id, person_id, field_id, value, updated_at)
       select $1, p.id, f.id, '"a"', now()
         from ${person} cross join (select id from custom_fields where org_id = $1 order by position limit 1) f`,
    )
    await run(
      `insert into person_keys (org_id, person_id, key_id, wrapped_key) select $1, p.id, 'key', '' from ${person} where p.n <= ${isBig ? 300 : 1}`,
    )
    await run(
      `insert into documents (org_id, id, title, search_text, category, category_key, person_id, visibility, uploaded_by, membership_id,
                              file_id, file_name, size, content_type, sha256, status, upload_expires_at, created_at, updated_at)
       select $1, p.id, 'a', 'a', 'Other', 'other', ($2::uuid[])[2], 'hr_person_manager', 'hr', ${member}, p.id, 'a', 1,
              'text/plain', repeat('0', 64), 'ready', now(), now(), now()
         from ${person}`,
    )
    return ids
  }
})
