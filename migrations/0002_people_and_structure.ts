import type { Knex } from 'knex'

/**
 * People, units, locations and legal entities.
 *
 * Names of units, locations and legal entities are unique by a key that the application makes: collations of PostgreSQL
 * take names for the same that are not, such as `H²` and `H2`. E-mail addresses have one, too, because PostgreSQL cannot
 * bring an international domain to the form that mail servers know.
 *
 * The search for people compares texts without accents, which the application makes. Each is beside the columns from which
 * it is made. The indexes have `fastupdate = off`: otherwise each search would read all rows that were written since the
 * last vacuum, those of other organizations included.
 *
 * Private and payroll details are in a table of their own, so that no directory query returns them by accident. Each value
 * is encrypted by itself, with a key of the person (src/secrets/personal.ts). `person_keys` has the keys. Deleting a row
 * makes the details of that person unreadable, also in copies of `person_details`. It refers to no other table, so that it
 * can be backed up and restored apart from them.
 *
 * Units remember who set or removed their lead, moved them and archived them: whoever did so lately does not choose the
 * judge of their own proposals with it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table people (
      org_id          uuid not null references organizations (org_id),
      id              uuid not null,
      employee_number text,
      given_name      text collate "und-x-icu" not null,
      family_name     text collate "und-x-icu" not null,
      preferred_name  text,
      work_email      text not null,
      work_email_key  text not null,
      work_phone      text,
      search_text     text not null,
      search_start    text collate "C" generated always as (left(search_text, 200)) stored,
      erased_at       timestamptz,
      created_at      timestamptz not null default now(),
      updated_at      timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index people_work_email on people (org_id, work_email_key);
    create unique index people_employee_number on people (org_id, lower(employee_number collate "und-x-icu"));
    -- Pages of the directory are read in order of name. The id is in the index as text: with the id itself at its end,
    -- the planner used this index for look-ups by id, and they were slow in a large organization.
    create index people_by_name on people (org_id, family_name, given_name, (id::text) collate "C");
    create index people_search on people using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
    -- The text for the search begins with the name. The index has the beginning alone, because what is longer than a third of
    -- a page fits into none. A column of its own, because row-level security would keep the application from an index of
    -- left(…), which is not leakproof.
    create index people_by_search_start on people (org_id, search_start);
    -- The few people who were erased do not count among those who have left.
    create index people_erased on people (org_id, id) where erased_at is not null;
    select protect_table('people', 'editable');

    create table person_keys (
      org_id      uuid not null,
      person_id   uuid not null,
      -- Names the SECRET_KEY that wrapped it.
      key_id      text not null,
      wrapped_key bytea not null,
      primary key (org_id, person_id)
    );
    create index person_keys_by_key on person_keys (key_id, org_id, person_id);
    select protect_table('person_keys', 'append-only');

    create table person_details (
      org_id                 uuid not null,
      person_id              uuid not null,
      personal_email         bytea,
      personal_phone         bytea,
      address                bytea,
      emergency_contacts     bytea,
      birthday               bytea,
      gender                 bytea,
      nationality            bytea,
      tax_id                 bytea,
      social_security_number bytea,
      iban                   bytea,
      payroll_changed_at     timestamptz,
      primary key (org_id, person_id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    select protect_table('person_details', 'editable');

    create table units (
      org_id          uuid not null references organizations (org_id),
      id              uuid not null,
      name            text not null,
      name_key        text not null,
      kind            text not null check (kind in ('company', 'division', 'department', 'team')),
      parent_id       uuid,
      moved_by        uuid,
      moved_at        timestamptz,
      head_person_id  uuid,
      head_changed_by uuid,
      head_changed_at timestamptz,
      archived_by     uuid,
      archived_at     timestamptz,
      created_at      timestamptz not null default now(),
      updated_at      timestamptz not null default now(),
      primary key (org_id, id),
      foreign key (org_id, parent_id) references units (org_id, id),
      foreign key (org_id, head_person_id) references people (org_id, id),
      check ((kind = 'company') = (parent_id is null)),
      check (kind <> 'company' or archived_at is null)
    );
    create unique index units_name on units (org_id, name_key);
    create unique index units_one_root on units (org_id) where parent_id is null;
    create index units_of_parent on units (org_id, parent_id);
    create index units_of_head on units (org_id, head_person_id);
    select protect_table('units', 'editable');

    create table locations (
      org_id      uuid not null references organizations (org_id),
      id          uuid not null,
      name        text not null,
      name_key    text not null,
      country     text not null,
      city        text,
      time_zone   text,
      address     jsonb,
      kind        text not null default 'office' check (kind in ('office', 'remote')),
      archived_at timestamptz,
      created_at  timestamptz not null default now(),
      updated_at  timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index locations_name on locations (org_id, name_key);
    select protect_table('locations', 'editable');

    create table legal_entities (
      org_id              uuid not null references organizations (org_id),
      id                  uuid not null,
      name                text not null,
      name_key            text not null,
      country             text not null,
      registration_number text,
      tax_id              text,
      address             jsonb,
      archived_at         timestamptz,
      created_at          timestamptz not null default now(),
      updated_at          timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index legal_entities_name on legal_entities (org_id, name_key);
    select protect_table('legal_entities', 'editable');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
