import type { Knex } from 'knex'

/** When a browser session was last used, for its owner to know it by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table sessions add column last_used_at timestamptz')
  // It changes often. With room in the page of its row, the indexes need not change with it.
  await knex.raw('alter table sessions set (fillfactor = 70)')
  await knex.raw(`
    -- Credential, caller and rate limit in one statement. No row: the credential is unknown or no longer valid, and
    -- nothing is counted.
    create or replace function authenticate(p_secret_hash bytea, p_kind text, p_cost integer)
    returns table (
      credential_id uuid, audience text, membership_id uuid, role text, person_id uuid, user_id uuid, email text,
      display_name text, user_language text, org_id uuid, slug text, org_name text, org_language text,
      time_zone text, status text, pause_reason text, paused_since timestamptz, delete_on date,
      used integer, reset_seconds integer
    )
    language plpgsql security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      v_org    uuid;
      v_id     uuid;
      v_now    timestamptz := now();
      v_minute timestamptz := date_trunc('minute', v_now);
    begin
      select l.org_id, l.credential_id into v_org, v_id
        from credential_lookups l where l.secret_hash = p_secret_hash and l.kind = p_kind;
      if not found then return; end if;

      if p_kind = 'key' then
        select k.audience, m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on
          into audience, membership_id, role, person_id, user_id, email, display_name, user_language,
               slug, org_name, org_language, time_zone, status, pause_reason, paused_since, delete_on
          from api_keys k
          join memberships m on m.org_id = v_org and m.id = k.membership_id and m.status = 'active'
          join users u on u.org_id = v_org and u.id = m.user_id
          join organizations o on o.org_id = v_org
         where k.org_id = v_org and k.id = v_id and k.revoked_at is null;
      else
        select m.id, m.role, m.person_id, u.id, u.email, u.display_name, u.language,
               o.slug, o.name, o.language, o.time_zone, o.status, o.pause_reason, o.paused_since, o.delete_on
          into membership_id, role, person_id, user_id, email, display_name, user_language,
               slug, org_name, org_language, time_zone, status, pause_reason, paused_since, delete_on
          from sessions s
          join memberships m on m.org_id = v_org and m.id = s.membership_id and m.status = 'active'
          join users u on u.org_id = v_org and u.id = m.user_id
          join organizations o on o.org_id = v_org
         where s.org_id = v_org and s.id = v_id and s.ended_at is null and s.expires_at > v_now;
      end if;
      if not found then return; end if;

      insert into rate_windows as w (org_id, credential_id, minute, used)
      values (v_org, v_id, v_minute, p_cost)
      on conflict (org_id, credential_id) do update
        -- A call that began before the minute turned may count after one that began in the new minute.
        set used   = case when w.minute >= v_minute then w.used + p_cost else p_cost end,
            minute = greatest(w.minute, v_minute)
      returning w.used into used;

      -- The first call of each minute says when the credential was last used; that is exact enough and costs one write. It
      -- does not wait for the disk: if the database crashes, the time of a call in the last moment may be lost.
      if used = p_cost then
        perform set_config('synchronous_commit', 'off', true);
        if p_kind = 'key' then
          update api_keys k set last_used_at = v_now where k.org_id = v_org and k.id = v_id;
        else
          update sessions s set last_used_at = v_now where s.org_id = v_org and s.id = v_id;
        end if;
      end if;

      credential_id := v_id;
      org_id := v_org;
      reset_seconds := ceil(extract(epoch from v_minute + interval '1 minute' - v_now));
      return next;
    end $$;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
