import type pg from 'pg'

const uuids = `'[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'`

/** The rows of a table whose column `text` names other people than `mentions` says. */
const wrong = (table: string, what: string, text: string) => `
  select format('%s of %s names %s, and its mentions are %s', ${what}, org_id, there, coalesce(mentions::text, 'null')) as problem
    from (select t.*,
                 array(select p.id from people p
                        where p.org_id = t.org_id
                          and p.id in (select found[1]::uuid from regexp_matches(${text}, ${uuids}, 'g') found)
                        order by 1) as there,
                 array(select distinct id from unnest(t.mentions) id order by 1) as said
            from ${table} t
           where ${text} is not null and (t.org_id = any ($1) or cardinality($1::uuid[]) = 0)) compared
   where mentions is null or there <> said or cardinality(said) <> cardinality(mentions)`

/**
 * Events and stored answers whose collected ids (`mentions`) are not all ids in them that people of the organization have,
 * in words; without companies: of all. The contract says where such ids are (`x-id: person`).
 */
export async function mentionProblems(
  db: Pick<pg.ClientBase, 'query'>,
  ...companies: { id: string }[]
): Promise<string[]> {
  const { rows } = await db.query<{ problem: string }>(
    `${wrong('events', 'type', 'payload::text')}
     union all ${wrong('idempotency_records', 'action', 'response')}`,
    [companies.map(({ id }) => id)],
  )
  return rows.map(({ problem }) => problem)
}
