import type { Knex } from 'knex'

/**
 * The outbox: what happened, for those who are told. And one function that protects a table of organizations, so that
 * no migration forgets a part of it:
 *
 *     select protect_table('events', 'append-only');
 *
 * forces row-level security, shows `rollcall_app` its organization alone, and grants what the kind of table takes:
 * `append-only` is written once, `editable` changes. Nothing is ever deleted by the application.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function protect_table(p_table regclass, p_kind text) returns void
    language plpgsql set search_path = public, pg_temp as $$
    begin
      if p_kind not in ('append-only', 'editable') then
        raise exception 'protect_table: % is neither append-only nor editable', p_kind;
      end if;
      execute format('alter table %s enable row level security', p_table);
      execute format('alter table %s force row level security', p_table);
      execute format($policy$
        create policy of_organization on %s to rollcall_app
          using (org_id = current_setting('app.org_id')::uuid)
          with check (org_id = current_setting('app.org_id')::uuid)$policy$, p_table);
      execute format('create policy of_system on %s to rollcall_system using (true) with check (true)', p_table);
      execute format('grant select, insert, update, delete on %s to rollcall_system', p_table);
      execute format('grant select, insert%s on %s to rollcall_app',
                     case p_kind when 'editable' then ', update' else '' end, p_table);
    end $$;
    revoke execute on function protect_table(regclass, text) from public;

    -- Kept for 30 days. Erasing a person finds their events by the ids in the payload: a list of people beside it could
    -- only disagree. person_id is the person that the event is about.
    create table events (
      org_id         uuid not null references organizations (org_id),
      id             uuid not null,
      type           text not null,
      at             timestamptz not null,
      effective_date date,
      subject_id     uuid not null,
      person_id      uuid,
      payload        jsonb not null,
      primary key (org_id, id)
    );
    create index events_by_age on events (at);
    create index events_of_person on events (org_id, person_id);
    select protect_table('events', 'append-only');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
