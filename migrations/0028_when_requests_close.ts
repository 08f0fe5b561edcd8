import type { Knex } from 'knex'

/** `closed_at` says when a request was decided, as it does of every other end. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table approval_requests drop column decided_at`)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
