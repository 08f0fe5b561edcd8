import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type pg from 'pg'
import { personalData } from '../../src/personal-data/register.ts'
import { catalogueProblems, organizationTables, readableTables } from '../support/catalogue.ts'
import { inCluster, isInCluster } from '../support/cluster.ts'
import type { Company } from '../support/company.ts'
import { expectGolden } from '../support/golden.ts'
import { idKinds, makeId } from '../support/ids.ts'
import { linkAccount } from '../support/sign-in.ts'
import { inUndoneTransaction } from '../support/race.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { useServer } from '../support/server.ts'

describe('the database keeps organizations apart', () => {
  const server = useServer({})

  it('breaks none of its rules', async () => {
    expect(await catalogueProblems(server.db)).to.deep.equal([])
  })

  describe('and the check of its rules can fail', () => {
    const wrongs: Record<string, [statement: string, problem: RegExp]> = {
      'a table without org_id': [
        'create table bad (id uuid primary key)',
        /^bad has no column org_id uuid not null$/,
      ],
      'a table without a primary key': [
        'create table bad (org_id uuid not null)',
        /^bad has no primary key$/,
      ],
      'a primary key that does not begin with org_id': [
        'create table bad (org_id uuid not null, id uuid, primary key (id, org_id))',
        /^bad: org_id does not come first in bad_pkey$/,
      ],
      'a unique index without org_id': [
        'create unique index bad on people (work_email)',
        /^people: org_id does not come first in bad$/,
      ],
      'an exclusion constraint without org_id': [
        'alter table people add constraint bad exclude using gist (id with =)',
        /^people: org_id is not compared in bad$/,
      ],
      'an exclusion constraint between organizations': [
        'alter table people add constraint bad exclude using gist (id with =, org_id with <>)',
        /^people: org_id is not compared in bad$/,
      ],
      'a foreign key without org_id': [
        'alter table organizations add unique (org_id, slug); alter table people add constraint bad foreign key (id) references organizations (org_id)',
        /^people: org_id does not come first on both sides of bad$/,
      ],
      'on delete set null': [
        'alter table people add constraint bad foreign key (org_id) references organizations (org_id) on delete set null',
        /^people: bad changes other rows by itself/,
      ],
      'on update cascade': [
        'alter table people add constraint bad foreign key (org_id) references organizations (org_id) on update cascade',
        /^people: bad changes other rows by itself/,
      ],
      'row-level security that is not forced': [
        'alter table people no force row level security',
        /^people: row-level security is not enabled and forced$/,
      ],
      'row-level security that is off': [
        'alter table people disable row level security',
        /^people: row-level security is not enabled and forced$/,
      ],
      'a table without a policy': ['drop policy of_organization on people', /^people has no policy/],
      'a policy that shows everything': [
        'create policy bad on people to rollcall_app using (true)',
        /^people: the policy bad shows rollcall_app more/,
      ],
      'a policy for everybody': [
        'create policy bad on people using (true)',
        /^people: the policy bad shows rollcall_app more/,
      ],
      'a trigger': [
        'create trigger bad before update on people for each row execute function suppress_redundant_updates_trigger()',
        /^people has the trigger bad$/,
      ],
      'a timestamp without time zone': [
        'alter table people add bad timestamp',
        /^people\.bad is a timestamp without time zone$/,
      ],
      "a view with its owner's rights": ['create view bad as select * from people', /^bad is a view/],
      'a function whose caller chooses what its names mean': [
        'create function bad() returns int language sql security definer as $$select 1$$',
        /^bad\(\) runs with its owner's rights, but its caller chooses the search_path$/,
      ],
      'a function that anybody may call': [
        'create function bad() returns int language sql as $$select 1$$',
        /^bad\(\) may be called by everybody$/,
      ],
      'a function with the rights of the owner of the database': [
        'create function bad() returns int language sql security definer set search_path = public as $$select 1$$',
        /^bad\(\) runs with the rights of \S+, which is not a role for that$/,
      ],
      'a second function of the role that queues jobs': [
        'alter function sweep_expired(integer) owner to rollcall_jobs',
        /^rollcall_jobs owns function sweep_expired\(integer\)$/,
      ],
      'a table of the role that sees all organizations': [
        'alter table people owner to rollcall_system',
        /^rollcall_system owns table people$/,
      ],
      'a role for jobs that reads people': [
        'grant select (id) on people to rollcall_jobs',
        /^rollcall_jobs may select people$/,
      ],
      'a role for jobs that writes the list of tasks': [
        'grant insert on job_tasks to rollcall_jobs',
        /^rollcall_jobs may insert job_tasks$/,
      ],
      'a role for jobs that removes jobs': [
        'grant delete on graphile_worker._private_jobs to rollcall_jobs',
        /^rollcall_jobs may delete graphile_worker\._private_jobs$/,
      ],
      'a role for jobs that signs people in': [
        'grant execute on function find_login(text, text) to rollcall_jobs',
        /^rollcall_jobs may call find_login/,
      ],
      'an application role that reaches the queue': [
        'grant usage on schema graphile_worker to rollcall_app',
        /^rollcall_app may use the schema graphile_worker$/,
      ],
      'an application role that is a member of another': [
        'grant rollcall_system to rollcall_app',
        /^rollcall_app is a member of rollcall_system$/,
      ],
      'an application role above the policies': [
        'alter role rollcall_app bypassrls',
        /^rollcall_app may do more/,
      ],
      'a table of the application role': [
        'alter table people owner to rollcall_app',
        /^rollcall_app owns table people$/,
      ],
      'a right to truncate': [
        'grant truncate on people to rollcall_app',
        /^rollcall_app may truncate people$/,
      ],
      'a log that can be rewritten': [
        'grant update (summary) on activity to rollcall_app',
        /^rollcall_app may update activity/,
      ],
      'a log that can be erased': [
        'grant delete on activity to rollcall_app',
        /^rollcall_app may delete activity/,
      ],
      'credentials that can be listed': [
        'grant select (org_id) on credential_lookups to rollcall_app',
        /^rollcall_app may select credential_lookups/,
      ],
    }
    for (const [what, [statement, problem]] of Object.entries(wrongs))
      it(what, async () => {
        const problems = await undone(async (client) => {
          await client.query(inCluster.schemaOfThisNode)
          await client.query(statement)
          return catalogueProblems(client)
        })
        expect(
          problems.filter((one) => problem.test(one)),
          problems.join('\n'),
        ).to.have.length(1)
      })
  })

  describe('a query of the application', () => {
    let company: Company
    let elsewhere: Company
    let tables: string[]
    before(async () => {
      company = await server.company()
      elsewhere = await server.company()
      tables = await readableTables(server.db)
      expect(tables).to.include.members(['people', 'job_rows', 'units', 'activity'])
      await leaveARowInEveryTable(company)
    })

    it('gets an error without an organization, never an empty answer', async () => {
      for (const table of tables) {
        const error = await asApp(undefined, `select 1 from ${table}`).catch((thrown: unknown) => thrown)
        expect((error as { code?: string }).code, `${table}: ${String(error)}`).to.be.oneOf([
          '42704',
          '22P02',
        ])
      }
    })

    it("sees its own organization's rows and nobody else's", async () => {
      for (const table of tables) {
        const own = await asApp(company.id, `select 1 from ${table}`)
        expect(
          own,
          `${table} has no row to see: add its kind to test/support/ids.ts, or leave a row in this test`,
        ).to.not.have.length(0)
        const others = await asApp(elsewhere.id, `select 1 from ${table} where org_id = '${company.id}'`)
        expect(others, `${table} shows another organization's rows`).to.have.length(0)
      }
    })

    it("changes nobody else's rows, and gives none away", async () => {
      const taken = await asApp(
        elsewhere.id,
        `update people set given_name = 'taken' where org_id = '${company.id}' returning 1`,
      )
      expect(taken).to.have.length(0)
      const error = await asApp(company.id, `update units set org_id = '${elsewhere.id}'`).catch(
        (thrown: unknown) => thrown,
      )
      // In a cluster the organization of a row is its place, which nobody may change.
      const code = (await isInCluster(server.database.url)) ? '0A000' : '42501'
      expect((error as { code?: string }).code).to.equal(code)
    })

    /** Makes rows in all tables: a record of every kind, a call, and directly where neither writes. */
    async function leaveARowInEveryTable(where: Company): Promise<void> {
      const member = await where.member('hr')
      await where.web(member)
      const client = await where.key(member)
      await linkAccount(server, where, member, 'google')
      for (const kind of idKinds) await makeId({ server, company: where, member, client }, kind)
      await client.call('org_units_create', { name: 'Research', kind: 'team' }, { idempotencyKey: 'k' })
      const { id } = await where.person()
      const web = await where.as('hr', 'web')
      await web.call('org_people_update_profile', { person_id: id, tax_id: '12 345' })
      await web.call('org_invites_create', { person_id: id })
      await server.db.query(
        `insert into password_resets (org_id, id, membership_id, token_hash, basis, created_at, expires_at)
         values ($1, gen_random_uuid(), $2, $3, '', now(), now())`,
        [where.id, member.membershipId, randomBytes(32)],
      )
      await server.db.query(
        `insert into email_changes (org_id, id, membership_id, email, token_hash, basis, created_at, expires_at)
         values ($1, gen_random_uuid(), $2, '', $3, '', now(), now())`,
        [where.id, member.membershipId, randomBytes(32)],
      )
      await server.db.query(`insert into images (org_id, owner_id, updated_at) values ($1, $2, now())`, [
        where.id,
        id,
      ])
      await server.db.query(`insert into event_positions (org_id, last_position) values ($1, 0)`, [where.id])
      await server.db.query(
        `insert into approval_pay (org_id, request_id, proposal, shown, basis)
         select r.org_id, r.id, '', '', '' from approval_requests r where r.org_id = $1 limit 1`,
        [where.id],
      )
      await server.db.query(
        `insert into custom_values (org_id, person_id, field_id, updated_at)
         select $1, $2, f.id, now() from custom_fields f where f.org_id = $1 limit 1`,
        [where.id, id],
      )
      await server.db.query(
        `insert into self_uploads (org_id, person_id, month, files, bytes) values ($1, $2, '2026-01-01', 1, 1)`,
        [where.id, id],
      )
      await server.db.query(`insert into erasures (org_id, person_id, erased_at) values ($1, $2, now())`, [
        where.id,
        id,
      ])
      await server.db.query(
        `insert into retention_settings (org_id, sessions_days, mails_days, updated_at) values ($1, 30, 90, now())`,
        [where.id],
      )
      await server.db.query(
        `insert into storage_settings (org_id, max_file_mb, self_upload_enabled, self_files_per_month, self_mb_per_month,
                                       updated_at)
         values ($1, 25, true, 20, 200, now())`,
        [where.id],
      )
      await server.db.query(
        `insert into notifications (org_id, id, membership_id, kind, about_id, person_id, created_at)
         values ($1, gen_random_uuid(), $2, 'task', gen_random_uuid(), $3, now())`,
        [where.id, member.membershipId, id],
      )
      await client.call('org_reminders_settings_update', { enabled: { anniversary: false } })
      await server.db.query(`insert into notification_settings values ($1, true, true, true, 0, now())`, [
        where.id,
      ])
      await server.db.query(`insert into mail_months (org_id, month, sent) values ($1, '2026-01-01', 1)`, [
        where.id,
      ])
      await server.db.query(`insert into reminded_days (org_id, day) values ($1, '2026-01-01')`, [where.id])
    }

    /**
     * Runs a statement like the application: with its role, in one organization, and with indexes, even on empty
     * tables.
     */
    function asApp(organizationId: string | undefined, statement: string): Promise<unknown[]> {
      return undone(async (client) => {
        const settings = ['set local role rollcall_app', 'set local enable_seqscan = off']
        for (const statement of [...settings, inCluster.settingsForAllNodes]) await client.query(statement)
        if (organizationId) await client.query(`set local app.org_id = '${organizationId}'`)
        return (await client.query<object>(statement)).rows
      })
    }
  })

  it('is what test/golden/schema.sql shows', async () => {
    expectGolden('schema.sql', await dumpSchema(server.db))
  })

  it('has the same columns as the register of personal data (src/personal-data/register.ts)', async () => {
    const actual = await organizationTables(server.db)
    const listed = Object.fromEntries(
      Object.entries(personalData).map(([table, { plain, personal }]) => [
        table,
        [...plain, ...Object.keys(personal)],
      ]),
    )
    const names = (columns: Record<string, string[]>) =>
      Object.entries(columns).flatMap(([table, list]) => list.map((column) => `${table}.${column}`))
    const [there, registered] = [names(actual), names(listed)]
    const hint = 'say in src/personal-data/register.ts whether it is plain or personal'
    expect(
      there.filter((column) => !registered.includes(column)),
      hint,
    ).to.deep.equal([])
    expect(
      registered.filter((column) => !there.includes(column)),
      'no such column (any more): take it out of src/personal-data/register.ts',
    ).to.deep.equal([])
    expect(registered, 'a column is twice in src/personal-data/register.ts').to.have.length(
      new Set(registered).size,
    )
  })

  /** Does `work` with the owner's login, and rolls it back. */
  const undone = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    inUndoneTransaction(server.db, work)
})
