import type { Knex } from 'knex'

/**
 * Employments and job rows. Ranges include both ends; an open end is null. A row that has not begun can be taken back, so
 * these rows may be deleted.
 *
 * Each job row says which terms it set itself (`own_terms`): a change that takes effect before it reaches the other ones.
 * The ranges of job rows are compared at the end of a statement where it asks for that, because one statement may move the
 * end of one row and the beginning of the next. The exclusion constraints use `nullif`, so that look-ups do not use their GiST
 * index, but the b-tree index, which is several times faster. No person has the id of their organization, so it leaves the id
 * as it is. It comes first, because it differs most: then a restore checks these constraints in half of the time.
 *
 * A change is announced on the day on which it takes effect, once. `start_announced_at` and `left_announced_at` say when;
 * the first row of an employment is marked together with its beginning. `login_settled_at` says that the login of somebody
 * who left was dealt with. The indexes hold only what is not announced, which is little: days to come.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table employments (
      org_id             uuid not null,
      id                 uuid not null,
      person_id          uuid not null,
      start_date         date not null,
      last_day           date,
      end_type           text,
      end_reason         bytea,
      start_announced_at timestamptz,
      left_announced_at  timestamptz,
      login_settled_at   timestamptz,
      created_at         timestamptz not null default now(),
      primary key (org_id, id),
      -- Whether somebody works here on a day is told by this index alone.
      constraint employments_of_person unique (org_id, person_id, start_date) include (last_day),
      foreign key (org_id, person_id) references people (org_id, id),
      check (last_day >= start_date),
      constraint employments_without_overlap
        exclude using gist
          (nullif(person_id, org_id) with =, org_id with =, daterange(start_date, last_day, '[]') with &&)
    );
    -- How many people work here on a day is counted from this index alone, without reading the table.
    create index employments_by_end on employments (org_id, last_day, start_date, person_id);
    create index employments_by_start on employments (org_id, start_date, person_id);
    create index employments_start_unannounced on employments (org_id, start_date) where start_announced_at is null;
    create index employments_end_unannounced on employments (org_id, last_day)
      where last_day is not null and (left_announced_at is null or login_settled_at is null);
    select protect_table('employments', 'editable');

    create table job_rows (
      org_id             uuid not null,
      id                 uuid not null,
      person_id          uuid not null,
      employment_id      uuid not null,
      valid_from         date not null,
      valid_to           date,
      title              text not null,
      search_text        text not null,
      unit_id            uuid,
      manager_id         uuid,
      location_id        uuid,
      legal_entity_id    uuid,
      employment_type    text not null check (employment_type in ('full_time', 'part_time', 'contractor', 'intern')),
      fte                numeric(4, 3) not null check (fte between 0 and 1),
      contract_type      text not null
        check (contract_type in ('permanent', 'fixed_term', 'temporary', 'internship', 'freelance')),
      contract_end_date  date,
      probation_end_date date,
      weekly_hours       numeric(4, 2) check (weekly_hours between 0 and 80),
      notice_period_days integer check (notice_period_days between 0 and 365),
      own_terms          text[] not null default array[
        'title', 'unit_id', 'manager_id', 'location_id', 'legal_entity_id', 'employment_type', 'fte', 'contract_type',
        'contract_end_date', 'probation_end_date', 'weekly_hours', 'notice_period_days'],
      reason             text not null,
      end_reason         bytea,
      start_announced_at timestamptz,
      created_at         timestamptz not null default now(),
      primary key (org_id, id),
      constraint job_rows_one_a_day unique (org_id, person_id, valid_from) deferrable initially immediate,
      foreign key (org_id, person_id) references people (org_id, id),
      foreign key (org_id, employment_id) references employments (org_id, id),
      foreign key (org_id, unit_id) references units (org_id, id),
      foreign key (org_id, manager_id) references people (org_id, id),
      foreign key (org_id, location_id) references locations (org_id, id),
      foreign key (org_id, legal_entity_id) references legal_entities (org_id, id),
      check (valid_to >= valid_from),
      check (manager_id <> person_id),
      constraint job_rows_without_overlap
        exclude using gist
          (nullif(person_id, org_id) with =, org_id with =, daterange(valid_from, valid_to, '[]') with &&)
        deferrable initially immediate
    );
    create index job_rows_of_employment on job_rows (org_id, employment_id);
    create index job_rows_of_unit on job_rows (org_id, unit_id, valid_from, valid_to);
    create index job_rows_of_manager on job_rows (org_id, manager_id, valid_from, valid_to);
    create index job_rows_of_location on job_rows (org_id, location_id, valid_from, valid_to);
    create index job_rows_of_legal_entity on job_rows (org_id, legal_entity_id, valid_from, valid_to);
    create index job_rows_search on job_rows using gin (org_id, search_text gin_trgm_ops) with (fastupdate = off);
    create index job_rows_by_start on job_rows (org_id, valid_from, person_id);
    create index job_rows_by_probation on job_rows (org_id, probation_end_date, person_id)
      where probation_end_date is not null;
    create index job_rows_by_contract_end on job_rows (org_id, contract_end_date, person_id)
      where contract_end_date is not null;
    create index job_rows_start_unannounced on job_rows (org_id, valid_from) where start_announced_at is null;
    select protect_table('job_rows', 'editable');

    grant delete on job_rows, employments to rollcall_app;

    -- A row for each organization, which holds nothing: changes of managers wait for each other there.
    create table reporting_lines (
      org_id uuid not null references organizations (org_id),
      primary key (org_id)
    );
    select protect_table('reporting_lines', 'editable');
    -- The operator makes it with the organization.
    revoke insert on reporting_lines from rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
