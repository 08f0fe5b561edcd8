import type { Knex } from 'knex'

/**
 * The people who have one of many names, for a call that hires many at once. Before, each name was a search of its own
 * (`find_people`, 0007): that was planned for each of them, and read what all who share a part of the name have in the
 * index for parts of words, so that a name cost more the more people there were.
 *
 * The text for the search begins with the name, and this index is in the order of these texts. It has only their
 * beginning, because what is longer than a third of a page fits into no index; so the whole text is compared again. Like
 * `find_people` the function runs without row-level security, because `left` might tell about the rows of others. It
 * answers for the organization of the transaction and for no other one, and gives nothing but ids.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index people_by_search_text on people (org_id, left(search_text, 200) collate "C");

    create function find_namesakes(p_names text[], p_limit integer) returns table (place bigint, person_id uuid)
    language plpgsql stable security definer
    set search_path = public, pg_temp as $$
    declare
      v_org uuid := current_setting('app.org_id')::uuid;
    begin
      -- '!' comes next after the space that ends a name.
      return query
        select n.place, found.id
          from unnest(p_names) with ordinality as n (name, place)
         cross join lateral (
               select p.id from people p
                where p.org_id = v_org
                  and left(p.search_text, 200) collate "C" between left(n.name || ' ', 200) and left(n.name || '!', 200)
                  and starts_with(p.search_text, n.name || ' ')
                limit p_limit) found;
    end $$;
    grant create on schema public to rollcall_system;
    alter function find_namesakes(text[], integer) owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_namesakes(text[], integer) from public;
    grant execute on function find_namesakes(text[], integer) to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
