import type { Knex } from 'knex'

/**
 * A name for this database, which its backups tell: so that the backup of another one does not take their place. It is
 * in no backup, and a restored database has one of its own.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table database_identity (
      id uuid primary key default gen_random_uuid()
    );
    insert into database_identity default values;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
