import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import type { Db } from '../../src/db/transaction.ts'
import { findEventsMentioning, readEventsAfter, stampEvents } from '../../src/queries/events.ts'
import { findAnswersMentioning } from '../../src/queries/platform/idempotency.ts'
import { findOrganizationsToStamp } from '../../src/queries/system/events.ts'
import type { Company } from '../support/company.ts'
import { leaveOutInCluster } from '../support/left-out.ts'
import { lifeOf, storeLives } from '../support/lives.ts'
import { planLikeService } from '../support/planning.ts'
import { useServer } from '../support/server.ts'

/** Of each organization. */
const rows = 4_000
const people = 100

/** What is read of thousands of events and answers is found by an index. */
describe('the plans of the outbox', () => {
  const server = useServer({})
  let company: Company
  let person: string

  before(async function () {
    await leaveOutInCluster(this, server.database.url, 'plans')
    company = await server.company()
    for (const { id } of [company, await server.company(), await server.company()]) {
      const named = Array.from({ length: people }, () => randomUUIDv7())
      person = named[0]!
      await storeLives(
        server,
        id,
        named.map((one) => lifeOf(one, [{ from: '2020-01-01', to: null }])),
      )
      await server.db.query(
        `insert into events (org_id, id, type, at, subject_id, payload, position, mentions)
         select $1::uuid, i.id, 'member.disabled', now(), i.id,
                jsonb_build_object('membership_id', i.id, 'member',
                  jsonb_build_object('id', i.id, 'role', 'hr', 'status', 'disabled',
                    'person', jsonb_build_object('id', i.person, 'name', 'Grace Hopper'))),
                case when n > 10 then n end, array[i.person]
           from generate_series(1, $2::int) n
           cross join lateral (select gen_random_uuid() as id, ($3::uuid[])[1 + n % $4] as person) i`,
        [id, rows, named, people],
      )
      await server.db.query(
        `insert into idempotency_records (org_id, holder_id, key, action, fingerprint, response, expires_at, mentions)
         select $1::uuid, gen_random_uuid(), n::text, 'org.units.update', '',
                json_build_object('id', i.person)::text, now() + interval '1 hour', array[i.person]
           from generate_series(1, $2::int) n
           cross join lateral (select ($3::uuid[])[1 + n % $4] as person) i`,
        [id, rows, named, people],
      )
    }
    // As PostgreSQL does it by itself: it knows the size of such an index only then.
    await server.db.query('vacuum analyze events, idempotency_records')
  })

  /** `by` has the indexes of each statement. */
  const found: Record<string, { of: (db: Db) => Promise<unknown>; by: string[][]; role: string }> = {
    'the events that name a person': {
      of: (db) => findEventsMentioning(db, person, 100),
      by: [['events_by_mention', 'events_not_collected']],
      role: 'rollcall_system',
    },
    'the stored answers that name a person': {
      of: (db) => findAnswersMentioning(db, person, 100),
      by: [['idempotency_by_mention', 'idempotency_not_collected']],
      role: 'rollcall_system',
    },
    'the events that have no position': {
      of: (db) => stampEvents(db),
      by: [['events_without_position']],
      role: 'rollcall_app',
    },
    'the events after a position': {
      of: (db) => readEventsAfter(db, 20, 10),
      by: [['events_without_position'], ['events_by_position'], ['events_by_position']],
      role: 'rollcall_app',
    },
  }
  for (const [what, { of, by, role }] of Object.entries(found))
    it(`find by an index ${what}`, async () => {
      const statements = await statementsOf(of)
      expect(statements).to.have.length(by.length)
      for (const [index, statement] of statements.entries()) {
        const plan = await planOf(statement, role)
        expect(indexesOf(plan), statement.text).to.include.members(by[index]!)
        // Otherwise it would read all events before the position, too.
        if (/position.* > \$2/.test(statement.text))
          expect(JSON.stringify(plan)).to.match(/"Index Cond":"[^,]*position\\" > /)
      }
    })

  it('find by an index the organizations with events that have no position', async () => {
    const statements: Statement[] = []
    const client = {
      query: (text: string, values: unknown[] = []) => {
        statements.push({ text, values })
        return Promise.resolve({ rows: [] })
      },
    }
    await findOrganizationsToStamp(client as unknown as pg.ClientBase)
    expect(indexesOf(await planOf(statements[0]!, 'rollcall_system'))).to.deep.equal([
      'events_without_position',
    ])
  })

  interface Statement {
    text: string
    values: unknown[]
  }
  interface Plan {
    'Node Type': string
    'Index Name'?: string
    Plans?: Plan[]
  }

  /** The statements of a query that finds nothing. Positions are told by one row for each organization. */
  async function statementsOf(query: (db: Db) => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = []
    const note = (text: string, values: unknown[] = []) => {
      statements.push({ text, values })
      return Promise.resolve([])
    }
    await query({ orgId: company.id, query: note } as unknown as Db)
    return statements.filter(({ text }) => !/^select \S+ from event_positions /.test(text))
  }

  /** As the service makes it: for any values, under row-level security. */
  async function planOf({ text, values }: Statement, role: string): Promise<Plan> {
    const client = await server.db.connect()
    try {
      await client.query('begin')
      await client.query(`set local role ${role}`)
      await planLikeService(client)
      await client.query(`select set_config('app.org_id', $1, true)`, [company.id])
      await client.query(`prepare asked as ${text}`)
      const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) execute asked${given && `(${given})`}`,
      )
      return rows[0]!['QUERY PLAN'][0].Plan
    } finally {
      await client.query('rollback')
      client.release(true)
    }
  }

  /** The names of the indexes in a plan, which reads no table as a whole. */
  function indexesOf(plan: Plan): string[] {
    expect(plan['Node Type']).to.not.equal('Seq Scan')
    const own = plan['Index Name'] === undefined ? [] : [plan['Index Name']]
    return [...own, ...(plan.Plans ?? []).flatMap(indexesOf)]
  }
})
