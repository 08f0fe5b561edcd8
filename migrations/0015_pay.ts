import type { Knex } from 'knex'

/**
 * What people earn. A row applies until the day before the next one of the person; that last day is not stored, so rows
 * cannot overlap or leave a gap.
 *
 * A row is never changed, and the application deletes none: it sets `removed_at`, and may update nothing else. Stored
 * answers of pay.remove hold the ids of rows in place of the amounts, so a removed row stays as long as an answer may be
 * repeated (72 hours). Then `sweep_removed_pay` deletes it.
 *
 * The day is called applies_from and not valid_from: codegen finds by its name that no event may hold it, and the
 * valid_from of a job row may be in events.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table pay_rows (
      org_id       uuid not null,
      id           uuid not null,
      person_id    uuid not null,
      applies_from date not null,
      amount       numeric(11, 2) not null check (amount between 0 and 100000000),
      currency     text not null check (currency ~ '^[A-Z]{3}$'),
      period       text not null check (period in ('year', 'month', 'hour')),
      note         text,
      created_at   timestamptz not null,
      removed_at   timestamptz,
      primary key (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    create unique index pay_rows_one_a_day on pay_rows (org_id, person_id, applies_from) where removed_at is null;
    create index pay_rows_of_person on pay_rows (org_id, person_id);
    create index pay_rows_removed on pay_rows (removed_at) where removed_at is not null;
    select protect_table('pay_rows', 'append-only');
    grant update (removed_at) on pay_rows to rollcall_app;

    grant create on schema public to rollcall_system;

    -- Deletes at most p_limit rows that were removed long enough ago. Answers how many.
    create function sweep_removed_pay(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_before timestamptz := now() - interval '4 days';
      v_count  integer;
    begin
      delete from pay_rows where (org_id, id) in (
        select r.org_id, r.id from pay_rows r where r.removed_at < v_before limit p_limit);
      get diagnostics v_count = row_count;
      return v_count;
    end $$;
    alter function sweep_removed_pay(integer) owner to rollcall_system;
    revoke execute on function sweep_removed_pay(integer) from public;
    revoke create on schema public from rollcall_system;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
