import type { Knex } from 'knex'

/**
 * Searches for people. PostgreSQL uses no index for `like`, or for similar texts, where row-level security applies: it must
 * not show the rows of others to an operator that could tell about them. So these functions run without it. Each answers
 * for the organization of the transaction and for no other one, and gives nothing but ids and how similar each is.
 *
 * In a cluster they can be called by statements of their own alone, and by no transaction that has written: the other nodes
 * know each role by a connection of its own.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The ids of the people whose name, e-mail or any title is like a pattern; at most p_limit by name or e-mail, and as
    -- many by title. It is planned for each call. A plan for all organizations would use the index for parts of one or two
    -- letters, too, for which the index must read the rows of all organizations.
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

    -- The people whose name is similar to a text, for a search that found nobody, and how similar each name is. The index
    -- finds parts of similar words, in the domain of the e-mail, too; what is before the @ is compared again, whole words
    -- with whole words. How many people are found depends on the text, so at most p_among of them are compared.
    create function find_similar_people(p_text text, p_among integer, p_limit integer)
    returns table (person_id uuid, similarity real)
    language plpgsql security definer
    set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
    declare
      v_org uuid := current_setting('app.org_id')::uuid;
    begin
      -- A text without letters that the database knows would match the index as a whole.
      if show_trgm(p_text) = '{}' then return; end if;
      -- Not a setting of the function: only a superuser could restore a dump with one that an extension defines. And not
      -- set_config, which a cluster does not tell its other nodes; a function that is stable could not set it otherwise.
      set local pg_trgm.word_similarity_threshold = 0.4;
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
    alter function find_people owner to rollcall_system;
    alter function find_similar_people owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function find_people, find_similar_people from public;
    grant execute on function find_people, find_similar_people to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
