import type { Knex } from 'knex'

const statements = [
  // The first half of the SHA-256 of the image that is shown, in hex: it is in its address, which so changes with it.
  `alter table organizations add column logo_hash text`,
  `alter table people add column photo_hash text`,
  // The images, apart from the rows that are read all the time. One that was removed has no bytes.
  `create table images (
     org_id     uuid not null references organizations (org_id),
     -- Whose image it is: a person, or for the logo the organization itself.
     owner_id   uuid not null,
     bytes      bytea,
     updated_at timestamptz not null,
     primary key (org_id, owner_id),
     check (length(bytes) <= 1000000)
   )`,
  `select protect_table('images', 'editable')`,
]

/** The logo of an organization, and photos of people. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
