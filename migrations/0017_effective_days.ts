import type { Knex } from 'knex'

/**
 * What takes effect on its day is told on that day, once. These columns say when it was told: the beginning and the end of
 * an employment, and the beginning of a job row. The first row of an employment is marked together with its beginning.
 * `login_settled_at` says that the login of somebody who left was dealt with. The indexes hold only what is not told, which
 * is little: days to come.
 *
 * Days that are over count as told. The logins of those who have left are closed by the first run of the job.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table employments add column start_told_at    timestamptz;
    alter table employments add column left_told_at     timestamptz;
    alter table employments add column login_settled_at timestamptz;
    alter table job_rows    add column start_told_at    timestamptz;
  `)
  // The owner of the database may be subject to row-level security. This role sees the rows of all organizations.
  await knex.raw(`
    set local role rollcall_system;
    update employments e
       set start_told_at    = case when e.start_date <= o.today then now() end,
           left_told_at     = case when e.last_day < o.today then now() end,
           login_settled_at = case when e.last_day < o.today
                                    and not exists (select 1 from memberships m
                                                     where m.org_id = e.org_id and m.person_id = e.person_id
                                                       and m.status = 'active') then now() end
      from (select org_id, (now() at time zone time_zone)::date as today from organizations) o
     where e.org_id = o.org_id and e.start_date <= o.today;
    update job_rows j
       set start_told_at = now()
      from (select org_id, (now() at time zone time_zone)::date as today from organizations) o
     where j.org_id = o.org_id and j.valid_from <= o.today;
    reset role;
  `)
  await knex.raw(`
    create index employments_start_untold on employments (org_id, start_date) where start_told_at is null;
    create index employments_end_untold on employments (org_id, last_day)
      where last_day is not null and (left_told_at is null or login_settled_at is null);
    create index job_rows_start_untold on job_rows (org_id, valid_from) where start_told_at is null;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
