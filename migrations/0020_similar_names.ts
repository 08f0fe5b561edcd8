import type { Knex } from 'knex'

/**
 * The people whose name is similar to a text, for a search that found nobody. Like `find_people` (0007) it runs without
 * row-level security, because PostgreSQL uses no index for similar texts where it applies. It answers for the organization
 * of the transaction and for no other one, and gives nothing but ids and how similar each name is.
 *
 * The index finds parts of similar words, in the domain of the e-mail, too; what is before the `@` is compared again, whole
 * words with whole words. How many people are found depends on the text, so at most p_among of them are compared.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function find_similar_people(p_text text, p_among integer, p_limit integer)
    returns table (person_id uuid, similarity real)
    language plpgsql stable security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
    declare
      v_org uuid := current_setting('app.org_id')::uuid;
    begin
      -- A text without letters that the database knows would match the index as a whole.
      if show_trgm(p_text) = '{}' then return; end if;
      -- Not a setting of the function: only a superuser could restore a dump with one that an extension defines.
      perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
      return query
        select found.id, strict_word_similarity(p_text, found.names) as how_similar
          from (select p.id, split_part(p.search_text, '@', 1) as names from people p
                 where p.org_id = v_org and p.search_text %> p_text and p.erased_at is null
                 limit p_among) found
         where word_similarity(p_text, found.names) >= 0.4
         order by how_similar desc, found.id
         limit p_limit;
    end $$;
    grant create on schema public to rollcall_system;
    alter function find_similar_people(text, integer, integer) owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_similar_people(text, integer, integer) from public;
    grant execute on function find_similar_people(text, integer, integer) to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
