import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import {
  changeProblems,
  changingFunctions,
  clusterProblems,
  dependingFunctions,
  tooEarlyReferences,
} from '../support/cluster-rules.ts'
import { readReadmes, recipeSteps } from '../support/readmes.ts'
import { useServer } from '../support/server.ts'

describe('the rules for migrations of a cluster', () => {
  const server = useServer()
  let changing: ReadonlySet<string>
  before(async () => {
    changing = await changingFunctions(server.db)
  })

  const allowed: Record<string, string> = {
    'a column with a default': `alter table people add column hired_at timestamptz not null default now()`,
    'two columns': `alter table people add column one text, add column two text`,
    'a generated column': `alter table people add column low text generated always as (lower(given_name)) stored`,
    'a constraint with a name': `alter table people add constraint people_name check (given_name <> '')`,
    'a new name of a column': `alter table people rename column work_phone to phone`,
    'an update of a value': `update people set preferred_name = case when given_name = 'A' then 'B' end, updated_at = $1`,
    'an update by an immutable function': `update people set preferred_name = coalesce(preferred_name, lower(given_name))`,
    'an update of what joins': `update units u set moved_by = p.id from people p where p.org_id = u.org_id`,
    'a value alone that only chooses what is inserted': `with done as (insert into notices select * from notices where $1) select 1`,
    'a value alone in a change by itself': `update people set preferred_name = 'x' where id = $1 and $2 <> 'no'`,
    'a subscript that is only read': `update people set preferred_name = 'x' where (array['a'])[1] = given_name`,
    'the time in a new row': `insert into notices (org_id, id, at) select org_id, id, now() from people`,
  }
  for (const [what, message] of Object.entries(allowed))
    it(`allow ${what}`, () => expect(clusterProblems(message, changing)).to.deep.equal([]))

  const refused: Record<string, [message: string, problem: RegExp]> = {
    'several statements in a message': [
      'alter table people add column one text; create index people_one on people (org_id, one)',
      /^has 2 statements/,
    ],
    'a constraint with its column': [
      `alter table people add column one text check (one <> '')`,
      /^adds one with a constraint/,
    ],
    'a reference with its column': [
      'alter table people add column one uuid references organizations (org_id)',
      /^adds one with a constraint/,
    ],
    'a constraint without a name': [`alter table people add check (given_name <> '')`, /without a name/],
    'a constraint beside something else': [
      `alter table people drop constraint one, add constraint two check (given_name <> '')`,
      /beside something else/,
    ],
    'a new name of a constraint': [
      'alter table people rename constraint one to two',
      /^renames a constraint/,
    ],
    'numbers of the database': ['alter table people add column one serial', /number one$/],
    'other numbers of the database': [
      'alter table people add column one bigint generated always as identity',
      /number one$/,
    ],
    'what is not passed on': [
      'alter table people alter column search_start set expression as (lower(search_text))',
      /AT_SetExpression/,
    ],
    'a table that is not logged any more': ['alter table people set unlogged', /AT_SetUnLogged/],
    'several objects in a drop': ['drop index people_erased, people_search', /^drops several/],
    'the time in a case': [
      'update people set updated_at = case when erased_at is null then now() end',
      /by now\(\): give it/,
    ],
    'the time as a value': [
      'update people set updated_at = coalesce(erased_at, current_timestamp)',
      /the time/,
    ],
    'an id that the database makes': ['update units set moved_by = gen_random_uuid()', /gen_random_uuid/],
    'a function of ours': [
      `update people set work_phone = find_organization('x')::text`,
      /find_organization/,
    ],
    'an interval': [`update people set updated_at = created_at + interval '1 day'`, /an interval/],
    'the time in a conflict': [
      `insert into event_positions values ($1, 1) on conflict (org_id) do update set last_position = 2 where now() > $2`,
      /by now\(\)/,
    ],
    'a subscript in an update': [
      `update people set preferred_name = (array['a'])[1]`,
      /ends the coordinator/,
    ],
    'an update of one element': [`update custom_fields set options[1] = 'a'`, /ends the coordinator/],
    'an update inside of another statement': [
      `with a as (update people set preferred_name = (array['a'])[1] returning id) select 1 from a`,
      /ends the coordinator/,
    ],
    'a value alone, where another part changes rows': [
      `with done as (update people set preferred_name = 'x' where id = $1 and $2 <> 'no') update units set name = 'x' where id = $3`,
      /^asks a value alone/,
    ],
    'a value alone, which all of the statement waits for': [
      `with done as (insert into people select * from people where id = $1 returning 1) select 1 from done where $2`,
      /^asks a value alone/,
    ],
    'another role': ['set local role rollcall_system', /^changes the role/],
    'the role of the session': ['reset role', /^changes the role/],
    'a merge': ['merge into units u using people p on p.id = u.id when matched then delete', /^merges/],
    'a block': ['do $$ begin update people set work_phone = null; end $$', /^is a do block/],
  }
  for (const [what, [message, problem]] of Object.entries(refused))
    it(`refuse ${what}`, () => {
      const problems = clusterProblems(message, changing)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.match(problem)
    })

  it('know the functions that depend on settings, and where a shard takes them', () => {
    expect([...dependingFunctions].filter((name) => !changing.has(name))).to.deep.equal([])
    const problems = (sql: string) => changeProblems(sql, new Set())
    const taken = [
      `update people set preferred_name = concat('a', $1) where id = $2`,
      `update people p set preferred_name = (select concat(u.name) from units u where u.id = p.id)`,
      `insert into notices (id) select concat(given_name) from people on conflict (id) do nothing`,
      `select concat(given_name) from people`,
    ]
    for (const sql of taken) expect(problems(sql), sql).to.deep.equal([])
    const refusedOnes = [
      `update people set preferred_name = concat(given_name) where id = $1`,
      `update people set preferred_name = 'a' where concat(given_name) = $1`,
      `update people set preferred_name = n.name from (select concat(name) as name from units) n`,
      `update people set preferred_name = coalesce(given_name, concat($1))`,
      `update people set preferred_name = case when given_name = 'a' then concat($1) end`,
      `update people set preferred_name = 'a' returning concat($1)`,
      `delete from people where concat(given_name) = $1`,
      `insert into notices values ($1) on conflict (id) do update set text = concat($1)`,
      `with gone as (delete from people where concat(given_name) = $1 returning id) select 1 from gone`,
    ]
    for (const sql of refusedOnes) expect(problems(sql), sql).to.have.length(1)
  })

  it('refuse what lets an older table refer to a new one, in the same migration', () => {
    const table = 'create table desks (org_id uuid references organizations (org_id), primary key (org_id))'
    const toDesks = (from: string) =>
      `alter table ${from} add constraint desk foreign key (org_id) references desks (org_id)`
    expect(tooEarlyReferences([table, toDesks('people')])).to.deep.equal([
      'lets people refer to desks, which is new: do it in the next migration',
    ])
    expect(tooEarlyReferences([table, toDesks('desks')])).to.deep.equal([])
    expect(tooEarlyReferences([toDesks('people')])).to.deep.equal([])
  })

  it('are kept by the migrations of the recipes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rollcall-recipes-'))
    try {
      const steps = recipeSteps(readReadmes()).flatMap((step) =>
        step.kind === 'file' && step.file.startsWith('migrations/') ? [step] : [],
      )
      expect(steps).to.have.length.of.at.least(3)
      for (const { file, text } of steps) {
        const path = join(folder, basename(file))
        writeFileSync(path, text)
        const messages: string[] = []
        const { up } = (await import(pathToFileURL(path).href)) as Migration
        await up({ raw: async (message) => void messages.push(message) })
        expect(
          [
            ...messages.flatMap((message) => clusterProblems(message, changing)),
            ...tooEarlyReferences(messages),
          ],
          file,
        ).to.deep.equal([])
        expect(messages, file).not.to.deep.equal([])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

interface Migration {
  up: (knex: { raw: (message: string) => Promise<void> }) => Promise<void>
}
