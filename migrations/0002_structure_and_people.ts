import type { Knex } from 'knex'

/**
 * Units, locations, legal entities, people and their employment. Ranges include both ends; an open end is null. The
 * exclusion constraints use person_id::text, so that look-ups do not use their GiST index, but the b-tree index, which
 * is several times faster.
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
      work_phone      text,
      erased_at       timestamptz,
      created_at      timestamptz not null default now(),
      updated_at      timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index people_work_email on people (org_id, lower(work_email collate "und-x-icu"));
    create unique index people_employee_number on people (org_id, lower(employee_number collate "und-x-icu"));
    create index people_by_name on people (org_id, family_name, given_name, id);

    -- Private and payroll details are in a separate table, so that no directory query can return them by accident.
    create table person_details (
      org_id             uuid not null,
      person_id          uuid not null,
      personal_email     text,
      personal_phone     text,
      address            jsonb,
      emergency_contacts jsonb not null default '[]',
      birthday           date,
      gender             text,
      nationality        text,
      primary key (org_id, person_id),
      foreign key (org_id, person_id) references people (org_id, id)
    );

    alter table memberships add foreign key (org_id, person_id) references people (org_id, id);

    create table units (
      org_id         uuid not null references organizations (org_id),
      id             uuid not null,
      name           text not null,
      kind           text not null check (kind in ('company', 'division', 'department', 'team')),
      parent_id      uuid,
      head_person_id uuid,
      archived_at    timestamptz,
      created_at     timestamptz not null default now(),
      updated_at     timestamptz not null default now(),
      primary key (org_id, id),
      foreign key (org_id, parent_id) references units (org_id, id),
      foreign key (org_id, head_person_id) references people (org_id, id),
      check ((kind = 'company') = (parent_id is null)),
      check (kind <> 'company' or archived_at is null)
    );
    create unique index units_name on units (org_id, name collate case_insensitive);
    create unique index units_one_root on units (org_id) where parent_id is null;
    create index units_of_parent on units (org_id, parent_id);
    create index units_of_head on units (org_id, head_person_id);

    create table locations (
      org_id      uuid not null references organizations (org_id),
      id          uuid not null,
      name        text not null,
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
    create unique index locations_name on locations (org_id, name collate case_insensitive);

    create table legal_entities (
      org_id              uuid not null references organizations (org_id),
      id                  uuid not null,
      name                text not null,
      country             text not null,
      registration_number text,
      tax_id              text,
      address             jsonb,
      archived_at         timestamptz,
      created_at          timestamptz not null default now(),
      updated_at          timestamptz not null default now(),
      primary key (org_id, id)
    );
    create unique index legal_entities_name on legal_entities (org_id, name collate case_insensitive);

    create table employments (
      org_id     uuid not null,
      id         uuid not null,
      person_id  uuid not null,
      start_date date not null,
      last_day   date,
      end_type   text,
      end_reason text,
      created_at timestamptz not null default now(),
      primary key (org_id, id),
      unique (org_id, person_id, start_date),
      foreign key (org_id, person_id) references people (org_id, id),
      check (last_day >= start_date),
      exclude using gist (org_id with =, (person_id::text) with =, daterange(start_date, last_day, '[]') with &&)
    );

    create table job_rows (
      org_id             uuid not null,
      id                 uuid not null,
      person_id          uuid not null,
      employment_id      uuid not null,
      valid_from         date not null,
      valid_to           date,
      title              text not null,
      unit_id            uuid,
      manager_id         uuid,
      location_id        uuid,
      legal_entity_id    uuid,
      employment_type    text not null check (employment_type in ('full_time', 'part_time', 'contractor', 'intern')),
      fte                numeric(4, 3) not null check (fte between 0 and 1),
      reason             text not null,
      end_reason         text,
      contract_type      text not null
        check (contract_type in ('permanent', 'fixed_term', 'temporary', 'internship', 'freelance')),
      contract_end_date  date,
      probation_end_date date,
      weekly_hours       numeric(4, 2) check (weekly_hours between 0 and 80),
      notice_period_days integer check (notice_period_days between 0 and 365),
      created_at         timestamptz not null default now(),
      primary key (org_id, id),
      unique (org_id, person_id, valid_from),
      foreign key (org_id, person_id) references people (org_id, id),
      foreign key (org_id, employment_id) references employments (org_id, id),
      foreign key (org_id, unit_id) references units (org_id, id),
      foreign key (org_id, manager_id) references people (org_id, id),
      foreign key (org_id, location_id) references locations (org_id, id),
      foreign key (org_id, legal_entity_id) references legal_entities (org_id, id),
      check (valid_to >= valid_from),
      check (manager_id <> person_id),
      exclude using gist (org_id with =, (person_id::text) with =, daterange(valid_from, valid_to, '[]') with &&)
    );
    create unique index job_rows_one_open on job_rows (org_id, person_id) where valid_to is null;
    create index job_rows_of_unit on job_rows (org_id, unit_id, valid_from, valid_to);
    create index job_rows_of_manager on job_rows (org_id, manager_id, valid_from, valid_to);
    create index job_rows_of_location on job_rows (org_id, location_id, valid_from, valid_to);
    create index job_rows_of_legal_entity on job_rows (org_id, legal_entity_id, valid_from, valid_to);

    create table activity (
      org_id        uuid not null references organizations (org_id),
      id            uuid not null,
      at            timestamptz not null default now(),
      action        text not null,
      summary       text not null,
      actor_kind    text not null check (actor_kind in ('user', 'api_key', 'app', 'system')),
      actor_id      uuid,
      membership_id uuid,
      via           text not null check (via in ('web', 'api', 'mcp', 'service')),
      subject_type  text,
      subject_id    uuid,
      subject_name  text,
      person_id     uuid,
      changes       jsonb not null default '[]',
      request_id    text not null,
      primary key (org_id, id)
    );
    create index activity_of_person on activity (org_id, person_id, id);
    create index activity_of_actor on activity (org_id, actor_id, id);
    create index activity_of_member on activity (org_id, membership_id, id);
    create index activity_of_action on activity (org_id, action, id);

    create table idempotency_records (
      org_id      uuid not null references organizations (org_id),
      holder_id   uuid not null,
      key         text not null,
      action      text not null,
      fingerprint bytea not null,
      response    text,
      activity_id uuid,
      person_ids  uuid[] not null default '{}',
      expires_at  timestamptz not null,
      primary key (org_id, holder_id, key)
    );
    create index idempotency_expiry on idempotency_records (expires_at);
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
