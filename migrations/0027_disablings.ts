import type { Knex } from 'knex'

/**
 * How often a member was disabled. A sign-in that began before a disabling starts no session after it, even if the member
 * is enabled again by then: what was proven is compared with this number once more where the session starts.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table memberships add column disablings integer not null default 0;

    drop function find_login(text, text);
    grant create on schema public to rollcall_system;

    -- What is needed to check a password; no row for an unknown organization or e-mail.
    create function find_login(p_slug text, p_email_key text)
    returns table (org_id uuid, user_id uuid, membership_id uuid, person_id uuid, password_hash text, role text,
                   membership_status text, organization_status text, disablings integer)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org uuid := find_organization(p_slug);
    begin
      if v_org is null then return; end if;

      return query
        select v_org, u.id, m.id, m.person_id, u.password_hash, m.role, m.status, o.status, m.disablings
          from users u
          join memberships m on m.org_id = v_org and m.user_id = u.id
          join organizations o on o.org_id = v_org
         where u.org_id = v_org and u.email_key = p_email_key;
    end $$;
    alter function find_login(text, text) owner to rollcall_system;
    revoke execute on function find_login(text, text) from public;
    grant execute on function find_login(text, text) to rollcall_app;
    revoke create on schema public from rollcall_system;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
