import type { Knex } from 'knex'

/**
 * What people earn, and requests that somebody must agree to.
 *
 * A row of pay applies until the day before the next one of the person; that last day is not stored, so rows cannot
 * overlap or leave a gap. A row is never changed, and the application deletes none: it sets `removed_at`, and may update
 * nothing else. Amount, currency, period and note are sealed by the key of the person. Stored answers of pay.remove hold the ids of rows in place of the amounts, so a removed row stays as long
 * as an answer may be repeated (72 hours). Then `sweep_removed_pay` deletes it. The day is called applies_from and not
 * valid_from: codegen finds by its name that no event may hold it, and the valid_from of a job row may be in events.
 *
 * A request is about one person and one change. `proposal` says what is to be done, `shown` what readers see of it, and
 * `basis` what it was based on: a request is outdated when that has changed. All three are null in requests about pay:
 * those keep them in `approval_pay`, so that no list returns amounts by accident. They, and notes, are sealed by the key of
 * the person. `closed_at` says when a request was
 * decided, as it does of every other end.
 *
 * A step is decided by the person's manager or by HR. Who that is, is asked when it is decided.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table pay_rows (
      org_id       uuid not null,
      id           uuid not null,
      person_id    uuid not null,
      applies_from date not null,
      sealed       bytea not null,
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

    create table approval_requests (
      org_id         uuid not null references organizations (org_id),
      id             uuid not null,
      person_id      uuid not null,
      kind           text not null check (kind in ('job_change', 'termination', 'pay_change')),
      change         text not null
        check (change in ('change_job', 'correct_job', 'rehire', 'terminate', 'pay_add', 'pay_remove')),
      status         text not null
        check (status in ('pending', 'approved', 'rejected', 'cancelled', 'outdated', 'expired')),
      effective_date date not null,
      expires_on     date not null,
      proposed_by    uuid not null,
      proposed_via   text not null check (proposed_via in ('app', 'api')),
      proposed_at    timestamptz not null,
      proposal       bytea,
      shown          bytea,
      basis          bytea,
      decision_note  bytea,
      closed_at      timestamptz,
      -- Why it was closed.
      closed_code    text,
      closed_values  jsonb,
      primary key (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id),
      foreign key (org_id, proposed_by) references memberships (org_id, id),
      check ((status = 'pending') = (closed_at is null)),
      check ((kind = 'pay_change') = (proposal is null)),
      check ((proposal is null) = (shown is null) and (proposal is null) = (basis is null))
    );
    create index approval_requests_of_person on approval_requests (org_id, person_id);
    create index approval_requests_of_proposer on approval_requests (org_id, proposed_by);
    create index approval_requests_open on approval_requests (org_id, id) where status = 'pending';
    create index approval_requests_closed on approval_requests (org_id, closed_at desc, id desc) where status <> 'pending';
    create index approval_requests_due on approval_requests (expires_on) where status = 'pending';
    select protect_table('approval_requests', 'editable');

    create table approval_pay (
      org_id     uuid not null,
      request_id uuid not null,
      proposal   bytea not null,
      shown      bytea not null,
      basis      bytea not null,
      primary key (org_id, request_id),
      foreign key (org_id, request_id) references approval_requests (org_id, id)
    );
    select protect_table('approval_pay', 'editable');

    create table approval_steps (
      org_id     uuid not null,
      request_id uuid not null,
      position   integer not null check (position > 0),
      approver   text not null check (approver in ('manager', 'hr')),
      status     text not null check (status in ('waiting', 'pending', 'approved', 'rejected', 'skipped')),
      decided_as text check (decided_as in ('manager', 'lead', 'hr')),
      decided_by uuid,
      decided_at timestamptz,
      note       bytea,
      primary key (org_id, request_id, position),
      foreign key (org_id, request_id) references approval_requests (org_id, id),
      foreign key (org_id, decided_by) references memberships (org_id, id),
      check ((status in ('approved', 'rejected')) = (decided_by is not null)),
      check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (decided_as is null))
    );
    create index approval_steps_of_member on approval_steps (org_id, decided_by);
    select protect_table('approval_steps', 'editable');
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
