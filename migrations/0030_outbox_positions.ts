import type { Knex } from 'knex'

/**
 * An order of the events of each organization, and the people whom events and stored answers name.
 *
 * An event gets its position after its commit, by whoever reads or by a job, so the application may change this column
 * and nothing else of an event. `event_positions` has the last one that was given: it stays when events are removed.
 *
 * `mentions` is null where nobody collected the ids: in rows from before, and for very many people. Row-level security
 * keeps the application's role from the indexes of `mentions`, because their operators are not leakproof. They write each
 * entry at once (fastupdate), so that no call waits for those of the calls before it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table event_positions (
      org_id        uuid not null references organizations (org_id),
      last_position bigint not null,
      primary key (org_id)
    )`)
  await knex.raw(`select protect_table('event_positions', 'editable')`)
  await knex.raw(`alter table events add column position bigint`)
  await knex.raw(`alter table events add column mentions uuid[]`)
  await knex.raw(`grant update (position) on events to rollcall_app`)
  await knex.raw(`
    create unique index events_by_position on events (org_id, position) where position is not null`)
  await knex.raw(`create index events_without_position on events (org_id, id) where position is null`)
  await knex.raw(`
    create index events_by_mention on events using gin (mentions) with (fastupdate = off)
      where mentions <> '{}'`)
  await knex.raw(`create index events_not_collected on events (org_id, id) where mentions is null`)
  await knex.raw(`alter table idempotency_records add column mentions uuid[]`)
  await knex.raw(`
    create index idempotency_by_mention on idempotency_records using gin (mentions) with (fastupdate = off)
      where mentions <> '{}'`)
  await knex.raw(`
    create index idempotency_not_collected on idempotency_records (org_id, holder_id) where mentions is null`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
