import { expect } from 'chai'
import { organizationTables as tablesOf } from '../support/catalogue.ts'
import { useServer } from '../support/server.ts'
import { functionProblems, unpinned } from '../support/sql-pins.ts'
import {
  exemptions,
  needlessExemptions,
  organizationTables,
  ourFunctions,
  statementProblems,
  type Exemption,
} from '../support/sql-recorder.ts'

const known = { tables: organizationTables, functions: ourFunctions }

describe('every statement says which organization, wherever it refers to a table of organizations', () => {
  const pinned: Record<string, string> = {
    'a table by its own name': `select 1 from units where org_id = $1 and id = $2`,
    'an alias': `select 1 from units u where $1 = u.org_id`,
    'a parameter with a type': `select 1 from units u where u.org_id = $1::uuid`,
    'an inner join': `select 1 from units u join people p on p.org_id = $1 and p.id = u.head_person_id where u.org_id = $1`,
    'the outer side of a join': `select 1 from units u left join people p on p.org_id = $1 where u.org_id = $1`,
    'both arms of a union': `select 1 from units where org_id = $1 union all select 1 from people where org_id = $1`,
    'a recursive query': `with recursive u as (select id from units where org_id = $1
                            union select b.id from u join units b on b.org_id = $1 and b.parent_id = u.id) select * from u`,
    'a common table expression that is called like a table': `with units as (select 1 as id) select id from units`,
    'an insert': `insert into units (id, org_id) values ($2, $1), ($3, $1)`,
    'an insert of records, beside the row of the organization': `insert into units (org_id, id)
       select o.org_id, n.id from organizations o cross join jsonb_to_recordset($2) as n(id uuid) where o.org_id = $1`,
    'an insert of what a query finds': `insert into units (org_id, id) select p.org_id, p.id from people p where p.org_id = $1`,
    'a function of ours by itself': `select f.person_id from unnest($1::text[]) t cross join lateral find_people(t, 5) f`,
    'an update': `update units u set name = p.family_name from people p where u.org_id = $1 and p.org_id = $1`,
    'a delete': `delete from units u using people p where u.org_id = $1 and p.org_id = $1`,
    'a table that holds nothing of organizations': `select 1 from worker_pools`,
    'a table of another schema': `select 1 from elsewhere.units`,
  }
  for (const [what, sql] of Object.entries(pinned))
    it(`passes: ${what}`, () => expect(unpinned(sql, known)).to.deep.equal([]))

  const loose: Record<string, [sql: string, ...references: string[]]> = {
    'no condition at all': ['select 1 from units', 'units'],
    'only another condition': ['select 1 from units u where u.id = $1', 'u'],
    'one of two possible conditions': ['select 1 from units u where u.org_id = $1 or u.id = $2', 'u'],
    'the opposite': ['select 1 from units u where not u.org_id = $1', 'u'],
    'any of many': ['select 1 from units u where u.org_id = any ($1)', 'u'],
    'a value in the text': [
      `select 1 from units u where u.org_id = '0197a1c2-0000-7000-8000-000000000001'`,
      'u',
    ],
    'the organization of another table': [
      'select 1 from units u join people p on p.org_id = u.org_id where u.org_id = $1',
      'p',
    ],
    using: ['select 1 from units u join people p using (org_id) where u.org_id = $1', 'p'],
    'the kept side of an outer join': [
      'select 1 from units u left join people p on u.org_id = $1 and p.org_id = $1',
      'u',
    ],
    'the kept side of a right join': [
      'select 1 from units u right join people p on u.org_id = $1 and p.org_id = $1',
      'p',
    ],
    'a full join': ['select 1 from units u full join people p on u.org_id = $1 and p.org_id = $1', 'u', 'p'],
    'the nullable side of an outer join': [
      'select 1 from units u left join people p on p.id = u.head_person_id where u.org_id = $1',
      'p',
    ],
    'a lateral subquery': [
      'select 1 from units u, lateral (select p.id from people p where p.id = u.head_person_id) h where u.org_id = $1',
      'p',
    ],
    'a condition outside of the subquery': [
      'select 1 from (select * from units u) q where q.org_id = $1',
      'u',
    ],
    'a common table expression': ['with u as (select id from units) select 1 from u', 'units'],
    'a query behind a common table expression of the same name': [
      'with units as (select id from units) select 1 from units',
      'units',
    ],
    'a recursive query': [
      `with recursive u as (select id from units where org_id = $1
         union select b.id from u join units b on b.parent_id = u.id) select * from u`,
      'b',
    ],
    'exists (…)': [
      'select exists (select 1 from people p where p.org_id = u.org_id) from units u where u.org_id = $1',
      'p',
    ],
    'in (…)': [
      'select 1 from units u where u.org_id = $1 and u.id in (select unit_id from job_rows)',
      'job_rows',
    ],
    'one arm of a union': ['select 1 from units where org_id = $1 union all select 1 from people', 'people'],
    'order by': ['select 1 from units u where u.org_id = $1 order by (select max(p.id) from people p)', 'p'],
    'an insert without columns': ['insert into units values ($1, $2)', 'units'],
    'an insert of a value in the text': [
      `insert into units (org_id) values ($1), (gen_random_uuid())`,
      'units',
    ],
    'an insert of what a query finds for all': [
      'insert into units (org_id, id) select p.org_id, p.id from people p where p.id = $1',
      'units',
      'p',
    ],
    'an insert of the organization of another table than the pinned one': [
      'insert into units (org_id, id) select q.org_id, p.id from people p, elsewhere q where p.org_id = $1',
      'units',
    ],
    'an insert of records with the organization as a parameter': [
      'insert into units (org_id, id) select $1, n.id from jsonb_to_recordset($2) as n(id uuid)',
      'units',
    ],
    'the same, joined': [
      'insert into units (org_id, id) select $1, n.id from elsewhere e join json_to_recordset($2) as n(id uuid) on true',
      'units',
    ],
    'a function of ours in a join': [
      'select 1 from find_people($2, 5) f join people p on p.org_id = $1 and p.id = f.person_id',
      'people',
    ],
    'a function of ours as a value': [
      'select public.find_organization($2) from units u where u.org_id = $1',
      'units',
    ],
    'the query of an insert': [
      'insert into units (org_id, id) select p.org_id, p.id from people p',
      'units',
      'p',
    ],
    'an insert of a query with the organization as a parameter': [
      'insert into units (org_id, id) select $1, p.id from people p where p.org_id = $1',
      'units',
    ],
    'an insert of one row of values as a query': [
      'insert into units (org_id, id) select $1, $2 where $3',
      'units',
    ],
    'what an insert returns': [
      'insert into units (org_id) values ($1) returning (select count(*) from people)',
      'people',
    ],
    'an update': ['update units set name = $1', 'units'],
    'what an update takes from': ['update units u set name = $1 from people p where u.org_id = $1', 'p'],
    'a delete': ['delete from units u where u.id = $1', 'u'],
    'what a delete uses': ['delete from units u using people p where u.org_id = $1 and p.id = u.id', 'p'],
    'a merge': [
      'merge into units u using (values (1)) v (id) on u.org_id = $1 when matched then delete',
      'u',
    ],
    'a truncate': ['truncate units', 'units'],
    'a second statement': ['select 1; select 1 from units', 'units'],
  }
  for (const [what, [sql, ...aliases]] of Object.entries(loose))
    it(`refuses: ${what}`, () =>
      expect(unpinned(sql, known).map(({ alias }) => alias)).to.have.members(aliases))

  it('reports the file that built the statement, the references that are not pinned, and what shards refuse', () => {
    const statements = new Map([
      ['select 1\n  from units u join people p on p.org_id = u.org_id', 'src/queries/org/units.ts'],
      ['select 1 from units', null],
    ])
    expect(statementProblems(statements, [])).to.deep.equal([
      'src/queries/org/units.ts: units u lacks u.org_id = $n, people p lacks p.org_id = $n in\n' +
        '  select 1 from units u join people p on p.org_id = u.org_id',
    ])
    const times = `update units u set moved_at = coalesce(moved_at, now()) where u.org_id = $1`
    expect(statementProblems(new Map([[times, 'src/queries/org/units.ts']]), [])).to.deep.equal([
      `src/queries/org/units.ts: changes rows by now(): give it the value in\n  ${times}`,
    ])
    const depends = `update units u set name_key = convert_to(u.name, 'UTF8') where u.org_id = $1`
    expect(statementProblems(new Map([[depends, 'src/queries/org/units.ts']]), [])).to.deep.equal([
      `src/queries/org/units.ts: changes rows by convert_to() of what is there: give it the value in\n  ${depends}`,
    ])
    const exempt: Exemption[] = [{ by: 'src/queries/org/units.ts', table: 'units', why: 'for this test' }]
    expect(statementProblems(statements, exempt)[0]).to.match(/^src\/queries\/org\/units\.ts: people p lacks/)
    expect(needlessExemptions(statements, exempt)).to.deep.equal([])
    expect(needlessExemptions(new Map(), exempt)[0]).to.match(/take the exemption away/)
  })
})

describe('so does every function of the database', () => {
  const server = useServer()

  it('and the list of tables is that of the catalogue', async () => {
    expect([...organizationTables]).to.have.members(Object.keys(await tablesOf(server.db)))
  })

  it('and those that read all organizations are listed, with the reason', async () => {
    const { rows } = await server.db.query<{ name: string; definition: string }>(
      `select p.proname as name, pg_get_functiondef(p.oid) as definition
         from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
          -- What only migrations may call is no part of the running service.
          and (has_function_privilege('rollcall_app', p.oid, 'execute')
               or has_function_privilege('rollcall_system', p.oid, 'execute'))
          and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')`,
    )
    const problems = rows.flatMap(({ name, definition }) =>
      functionProblems(
        definition,
        new Set(
          [...organizationTables].filter(
            (table) => !exemptions.some((one) => one.by === name && one.table === table),
          ),
        ),
        ourFunctions,
      ).map((problem) => `${name} ${problem}`),
    )
    expect(problems).to.deep.equal([])
    expect([...ourFunctions].toSorted()).to.deep.equal([...new Set(rows.map(({ name }) => name))].toSorted())
  })

  const body = (text: string, declare = '') =>
    functionProblems(
      `create function f(p_org uuid) returns table (org_id uuid, id uuid)
 language plpgsql
as $$ declare v_org uuid; ${declare} begin ${text} end $$`,
      organizationTables,
    )
  const passing: Record<string, string> = {
    'a variable': 'select u.org_id into v_org from units u where u.org_id = v_org;',
    'an argument': 'return query select u.org_id, u.id from units u where u.org_id = p_org;',
    'an insert': 'insert into units (org_id, id) values (v_org, v_org);',
  }
  for (const [what, text] of Object.entries(passing))
    it(`passes: ${what}`, () => expect(body(text)).to.deep.equal([]))

  const failing: Record<string, string> = {
    'a statement': 'perform 1 from units u;',
    'the organization of another table': `perform 1 from people p join units u on u.org_id = p.org_id where p.org_id = v_org;`,
    'a result column, which hides the column of the table': 'perform 1 from units u where u.org_id = id;',
    'an assignment': 'v_org := (select u.org_id from units u limit 1);',
    'a condition': 'if exists (select 1 from units u) then return; end if;',
    'a loop': 'for v_org in select u.org_id from units u loop return next; end loop;',
  }
  for (const [what, text] of Object.entries(failing))
    it(`refuses: ${what}`, () =>
      expect(body(text)).to.deep.equal(['refers to units u without u.org_id = a variable']))

  it('refuses: the first value of a variable', () =>
    expect(body('return;', 'v_id uuid := (select u.id from units u);')).to.have.length(1))

  it('refuses: a statement that is built while the function runs', () =>
    expect(body(`execute 'select 1';`)).to.deep.equal([
      'builds statements while it runs, which cannot be checked',
    ]))

  it('refuses: another language', () => {
    const definition =
      'create function f() returns bigint\n language sql\nas $$ select count(*) from units $$'
    expect(functionProblems(definition, organizationTables)[0]).to.match(/^is not plpgsql/)
  })
})
