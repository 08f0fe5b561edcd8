import type { Knex } from 'knex'

/**
 * Approvals: the rules of an organization, requests and their steps.
 *
 * A request is about one person and one change. `proposal` says what is to be done, `shown` what readers see of it, and
 * `basis` what it was based on: a request is outdated when that has changed. All three are null in requests about pay:
 * those keep them in `approval_pay`, so that no list returns amounts by accident.
 *
 * A step is decided by the person's manager or by HR. Who that is, is asked when it is decided.
 *
 * Units remember who set or removed their lead, moved them and archived them: whoever did so lately does not choose the
 * judge of their own proposals with it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table organizations
      add column approve_job_change  text not null default 'off'
        check (approve_job_change in ('off', 'hr', 'manager', 'manager_then_hr')),
      add column approve_termination text not null default 'off'
        check (approve_termination in ('off', 'hr', 'manager', 'manager_then_hr')),
      add column approve_pay_change  text not null default 'off' check (approve_pay_change in ('off', 'hr')),
      add column approvals_updated_at timestamptz;

    alter table units
      add column head_changed_by uuid,
      add column head_changed_at timestamptz,
      add column moved_by        uuid,
      add column moved_at        timestamptz,
      add column archived_by     uuid;

    -- Few members decide for HR, among all who have a login.
    create index memberships_by_role on memberships (org_id, role);

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
      decided_at     timestamptz,
      decision_note  text,
      closed_at      timestamptz,
      closed_reason  text,
      proposal       jsonb,
      shown          jsonb,
      basis          jsonb,
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
      proposal   jsonb not null,
      shown      jsonb not null,
      basis      jsonb not null,
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
      note       text,
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
