import type { Knex } from 'knex'

/**
 * What every write leaves: a line in the activity log, events that are to be sent (the outbox), and its answer, for a
 * caller that repeats it.
 *
 * An event gets its position after its commit, by whoever reads or by a job, so the application may change this column
 * and nothing else of an event. `event_positions` has the last one that was given: it stays when events are removed.
 *
 * `mentions` are the people whom events and stored answers name, for when one of them is erased. It is null where nobody
 * collected the ids, for very many people. Row-level security keeps the application's role from the indexes of
 * `mentions`, because their operators are not leakproof. They write each entry at once (fastupdate), so that no call waits
 * for those of the calls before it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activity (
      org_id         uuid not null references organizations (org_id),
      id             uuid not null,
      at             timestamptz not null default now(),
      action         text not null,
      -- A code with values, which are spelled in the reader's language; or the sentence itself.
      summary_code   text,
      summary_values jsonb,
      summary        text not null default '',
      actor_kind     text not null check (actor_kind in ('user', 'api_key', 'app', 'system')),
      actor_id       uuid,
      membership_id  uuid,
      via            text not null check (via in ('web', 'api', 'mcp', 'service')),
      subject_type   text,
      subject_id     uuid,
      subject_name   text,
      person_id      uuid,
      changes        jsonb not null default '[]',
      request_id     text not null,
      primary key (org_id, id)
    );
    create index activity_of_person on activity (org_id, person_id, id);
    create index activity_of_actor on activity (org_id, actor_id, id);
    create index activity_of_member on activity (org_id, membership_id, id);
    create index activity_of_action on activity (org_id, action, id);
    select protect_table('activity', 'append-only');

    -- Kept for 30 days. person_id is the person that the event is about.
    create table events (
      org_id         uuid not null references organizations (org_id),
      id             uuid not null,
      type           text not null,
      at             timestamptz not null,
      position       bigint,
      effective_date date,
      subject_id     uuid not null,
      person_id      uuid,
      payload        jsonb not null,
      mentions       uuid[],
      primary key (org_id, id)
    );
    create index events_by_age on events (at);
    create index events_of_person on events (org_id, person_id);
    create unique index events_by_position on events (org_id, position) where position is not null;
    create index events_without_position on events (org_id, id) where position is null;
    create index events_by_mention on events using gin (mentions) with (fastupdate = off) where mentions <> '{}';
    create index events_not_collected on events (org_id, id) where mentions is null;
    select protect_table('events', 'append-only');
    grant update (position) on events to rollcall_app;

    create table event_positions (
      org_id        uuid not null references organizations (org_id),
      last_position bigint not null,
      -- Raised when payloads have changed, so that workers drop those that they have read.
      scrubs        integer not null default 0,
      primary key (org_id)
    );
    select protect_table('event_positions', 'editable');

    -- The events of the caller's organization whose payload names a person, in order of their ids. The index finds them,
    -- which row-level security keeps from the application's role. Of an event whose ids nobody collected, the payload is read.
    create function events_naming(p_org uuid, p_person uuid, p_after uuid, p_limit integer)
    returns table (id uuid, type text, payload jsonb)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    begin
      if p_org <> current_setting('app.org_id')::uuid then
        raise exception 'events_naming: another organization';
      end if;
      return query
        select n.id, n.type, n.payload
          from (select e.id, e.type, e.payload from events e
                 where e.org_id = p_org and e.mentions <> '{}' and e.mentions @> array[p_person]
                 union all
                select e.id, e.type, e.payload from events e
                 where e.org_id = p_org and e.mentions is null and strpos(e.payload::text, p_person::text) > 0) n
         where p_after is null or n.id > p_after
         order by n.id
         limit p_limit;
    end $$;

    -- Replaces payloads of events that name a person, and changes nothing else: not even what is about others may be
    -- changed by this, except in the same payload.
    create function scrub_events(p_org uuid, p_person uuid, p_events jsonb) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if p_org <> current_setting('app.org_id')::uuid then
        raise exception 'scrub_events: another organization';
      end if;
      update events e
         set payload = n.payload
        from jsonb_to_recordset(p_events) as n (id uuid, payload jsonb)
       where e.org_id = p_org and e.id = n.id
         and (e.mentions @> array[p_person] or (e.mentions is null and strpos(e.payload::text, p_person::text) > 0));
    end $$;

    grant create on schema public to rollcall_system;
    alter function events_naming owner to rollcall_system;
    alter function scrub_events owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function events_naming, scrub_events from public;
    grant execute on function events_naming, scrub_events to rollcall_app;

    create table idempotency_records (
      org_id      uuid not null references organizations (org_id),
      holder_id   uuid not null,
      key         text not null,
      action      text not null,
      fingerprint bytea not null,
      response    text,
      activity_id uuid,
      mentions    uuid[],
      expires_at  timestamptz not null,
      primary key (org_id, holder_id, key)
    );
    create index idempotency_expiry on idempotency_records (expires_at);
    create index idempotency_by_mention on idempotency_records using gin (mentions) with (fastupdate = off)
      where mentions <> '{}';
    create index idempotency_not_collected on idempotency_records (org_id, holder_id) where mentions is null;
    select protect_table('idempotency_records', 'editable');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
