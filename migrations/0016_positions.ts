import type { Knex } from 'knex'

const statements = [
  `create table positions (
     org_id                 uuid not null references organizations (org_id),
     id                     uuid not null,
     title                  text not null,
     status                 text not null check (status in ('draft', 'open', 'on_hold', 'filled', 'cancelled')),
     reason                 text not null check (reason in ('new', 'replacement')),
     unit_id                uuid,
     location_id            uuid,
     legal_entity_id        uuid,
     reports_to_person_id   uuid,
     reports_to_position_id uuid,
     contract_type          text not null
       check (contract_type in ('permanent', 'fixed_term', 'temporary', 'internship', 'freelance')),
     weekly_hours           numeric(4, 2) check (weekly_hours between 0 and 80),
     pay_range              jsonb,
     target_start_date      date,
     notes                  text,
     replaces_person_id     uuid,
     filled_by              uuid,
     filled_on              date,
     -- The employment that began with it, where it was filled by a hire. It may be taken back, so nothing holds it.
     filled_employment_id   uuid,
     closed_at              timestamptz,
     created_at             timestamptz not null,
     updated_at             timestamptz not null,
     primary key (org_id, id),
     foreign key (org_id, unit_id) references units (org_id, id),
     foreign key (org_id, location_id) references locations (org_id, id),
     foreign key (org_id, legal_entity_id) references legal_entities (org_id, id),
     foreign key (org_id, reports_to_person_id) references people (org_id, id),
     foreign key (org_id, reports_to_position_id) references positions (org_id, id),
     foreign key (org_id, replaces_person_id) references people (org_id, id),
     foreign key (org_id, filled_by) references people (org_id, id),
     check (reports_to_person_id is null or reports_to_position_id is null),
     check (replaces_person_id is null or reason = 'replacement'),
     check ((status in ('filled', 'cancelled')) = (closed_at is not null)),
     check ((status = 'filled') = (filled_by is not null) and (status = 'filled') = (filled_on is not null))
   )`,
  `create index positions_active on positions (org_id, created_at, id) where closed_at is null`,
  `create index positions_closed on positions (org_id, closed_at, id) where closed_at is not null`,
  `create index positions_of_unit on positions (org_id, unit_id)`,
  `create index positions_of_location on positions (org_id, location_id)`,
  `create index positions_of_legal_entity on positions (org_id, legal_entity_id)`,
  `create index positions_below_person on positions (org_id, reports_to_person_id)`,
  `create index positions_below_position on positions (org_id, reports_to_position_id)`,
  `create index positions_replacing on positions (org_id, replaces_person_id)`,
  `create index positions_of_person on positions (org_id, filled_by)`,
  `select protect_table('positions', 'editable')`,
]

/** Positions: the seats that a company wants to fill. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
