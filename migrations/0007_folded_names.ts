import type { Knex } from 'knex'

/**
 * Names of units, locations and legal entities are unique by a key that the application makes. The collation that was
 * used before takes `H²` and `H2` for the same name.
 *
 * The search for people compares texts without accents, which the application makes, too. Each is beside the columns
 * from which it is made. The indexes have `fastupdate = off`: otherwise each search would read all rows that were
 * written since the last vacuum, those of other organizations included.
 *
 * Rows that exist get their keys here, by copies of the functions in src/domain/folding.ts and src/domain/search.ts.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists btree_gin;
    create extension if not exists pg_trgm;
    alter table units          add column name_key text;
    alter table locations      add column name_key text;
    alter table legal_entities add column name_key text;
    alter table people         add column search_text text;
    alter table job_rows       add column search_text text;
    drop index units_name, locations_name, legal_entities_name;
  `)
  // The owner of the database may be subject to row-level security. This role sees the rows of all organizations.
  await knex.raw('set local role rollcall_system')
  for (const table of named) {
    await fill(knex, table, 'name_key', 'name', nameKey)
    await knex.raw(distinguish(table))
  }
  const ofPerson = `concat_ws(' ', given_name, family_name, preferred_name, work_email)`
  await fill(knex, 'people', 'search_text', ofPerson, searchText)
  await fill(knex, 'job_rows', 'search_text', 'title', searchText)
  await knex.raw('reset role')
  await knex.raw(`
    alter table units          alter column name_key set not null;
    alter table locations      alter column name_key set not null;
    alter table legal_entities alter column name_key set not null;
    alter table people         alter column search_text set not null;
    alter table job_rows       alter column search_text set not null;
    create unique index units_name          on units          (org_id, name_key);
    create unique index locations_name      on locations      (org_id, name_key);
    create unique index legal_entities_name on legal_entities (org_id, name_key);
    create index people_search   on people   using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
    create index job_rows_search on job_rows using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
    drop collation case_insensitive;
  `)
  await knex.raw(findPeople)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}

/**
 * The ids of the people whose name, e-mail or any title is like a pattern; at most p_limit by name or e-mail, and as many
 * by title. It exists because PostgreSQL uses no index for `like` where row-level security applies: it must not show the rows of
 * others to an operator that could tell about them. So this function runs without row-level security. It answers for
 * the organization of the transaction and for no other one, and gives nothing but ids.
 *
 * It is planned for each call. A plan for all organizations would use the index for parts of one or two letters, too,
 * for which the index must read the rows of all organizations.
 */
const findPeople = `
  create function find_people(p_pattern text, p_limit integer) returns table (person_id uuid)
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
  declare
    v_org uuid := current_setting('app.org_id')::uuid;
  begin
    return query
      (select p.id from people p where p.org_id = v_org and p.search_text like p_pattern limit p_limit)
      union
      (select r.person_id from job_rows r where r.org_id = v_org and r.search_text like p_pattern limit p_limit);
  end $$;
  grant create on schema public to rollcall_system;
  alter function find_people(text, integer) owner to rollcall_system;
  revoke create on schema public from rollcall_system;
  revoke execute on function find_people(text, integer) from public;
  grant execute on function find_people(text, integer) to rollcall_app;
`

const named = ['units', 'locations', 'legal_entities']
const rowsAtOnce = 5000

interface Row {
  org_id: string
  id: string
  text: string
}

/** Fills a column of all rows with what `fold` makes of another one. */
async function fill(
  knex: Knex,
  table: string,
  column: string,
  from: string,
  fold: (text: string) => string,
): Promise<void> {
  let last: Partial<Row> = {}
  for (;;) {
    const { rows } = await knex.raw<{ rows: Row[] }>(
      `select org_id, id, ${from} as text from ${table}
        where ?::uuid is null or (org_id, id) > (?::uuid, ?::uuid)
        order by org_id, id limit ${rowsAtOnce}`,
      [last.org_id ?? null, last.org_id ?? null, last.id ?? null],
    )
    if (rows.length === 0) return
    await knex.raw(
      `update ${table} t set ${column} = folded.text
         from unnest(?::uuid[], ?::uuid[], ?::text[]) as folded (org_id, id, text)
        where t.org_id = folded.org_id and t.id = folded.id`,
      [rows.map(({ org_id }) => org_id), rows.map(({ id }) => id), rows.map(({ text }) => fold(text))],
    )
    last = rows.at(-1)!
  }
}

/**
 * Two names that were different may now have the same key: `Sales  Team` and `Sales Team`. The records keep their names.
 * The active one, and of several the oldest one, has the key; the others get their id as a second line, which no key of
 * a name has. They get a key of their own when they are renamed.
 */
const distinguish = (table: string): string => `
  update ${table} t set name_key = t.name_key || chr(10) || t.id
    from (select org_id, id, row_number() over (
                   partition by org_id, name_key order by archived_at is not null, created_at, id) as place
            from ${table}) ranked
   where ranked.org_id = t.org_id and ranked.id = t.id and ranked.place > 1`

// eslint-disable-next-line no-control-regex -- the range of ASCII begins with them
const ascii = /^[\x00-\x7f]*$/
const cherokee = /\p{Script=Cherokee}/u

function foldCase(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('')
}

function foldCharacter(character: string): string {
  if (character === 'ı') return character
  if (cherokee.test(character)) return character.toUpperCase()
  return character.toLowerCase().toUpperCase().toLowerCase()
}

function nameKey(name: string): string {
  const spaced = name.trim().replace(/\s+/gu, ' ')
  return foldCase(spaced.normalize('NFD')).normalize('NFC')
}

const plainLetters: Record<string, string> = {
  a: 'ⱥ',
  ae: 'æ',
  b: 'ƀɓƃ',
  c: 'ƈȼ',
  d: 'đðɖɗƌȡ',
  db: 'ȸ',
  e: 'ɛɇəǝ',
  f: 'ƒ',
  g: 'ɠǥ',
  h: 'ħ',
  hv: 'ƕ',
  i: 'ıɩɨ',
  j: 'ȷɉ',
  k: 'ƙ',
  l: 'łƚȴ',
  ll: 'ỻ',
  n: 'ŋɲƞȵ',
  o: 'øɔ',
  oe: 'œ',
  oi: 'ƣ',
  p: 'ƥ',
  q: 'ĸ',
  qp: 'ȹ',
  r: 'ɍ',
  s: 'ẜẝȿ',
  t: 'ŧƫƭʈȶⱦ',
  th: 'þ',
  u: 'ʉ',
  v: 'ʋỽ',
  y: 'ƴɏỿ',
  z: 'ƶȥɀ',
}
const plainLetterOf = new Map(
  Object.entries(plainLetters).flatMap(([plain, letters]) =>
    Array.from(letters, (letter) => [letter, plain]),
  ),
)
const specialLetter = new RegExp(`[${[...plainLetterOf.keys()].join('')}]`, 'gu')

const skipped = /['’‘‛`´ʹʻʼʽʾʿˈ′·‧\p{Default_Ignorable_Code_Point}]/gu
const separators = /[\p{Dash}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\s,;:"<>،؛、]+/gu
const accents = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv

function searchText(text: string): string {
  const letters = foldCase(text.replace(skipped, '').normalize('NFKD')).normalize('NFD')
  return letters
    .replace(accents, '')
    .replace(skipped, '')
    .replace(specialLetter, (letter) => plainLetterOf.get(letter)!)
    .replace(separators, ' ')
    .trim()
    .normalize('NFC')
}
