import type { Knex } from 'knex'

/**
 * The outbox: events that are to be sent. And a function that protects a table of organizations, so that no migration
 * forgets a part of it:
 *
 *     select protect_table('events', 'append-only');
 *
 * forces row-level security, lets `rollcall_app` see only its organization, and grants what the kind of table needs:
 * rows of an `append-only` table are inserted, those of an `editable` one are updated, too. The application never
 * deletes rows.
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

    -- Kept for 30 days. person_id is the person that the event is about. When a person is erased, other events that
    -- contain them are found by the ids in the payload.
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
