import type { Knex } from 'knex'

const statements = [
  `create table email_changes (
    org_id         uuid not null,
    id             uuid not null,
    membership_id  uuid not null,
    -- The address that is to be the login's, and to which the link went.
    email          text not null check (length(email) <= 254),
    -- Where the login's mails went before it was changed; null until then. It is told.
    email_before   text check (length(email_before) <= 254),
    token_hash     bytea not null,
    -- A hash of e-mail and password as they were: when one of them changes, the link ends.
    basis          bytea not null,
    created_at     timestamptz not null,
    expires_at     timestamptz not null,
    ended_at       timestamptz,
    primary key (org_id, id),
    foreign key (org_id, membership_id) references memberships (org_id, id)
  )`,
  `create unique index email_changes_token on email_changes (org_id, token_hash)`,
  `create index email_changes_of_member on email_changes (org_id, membership_id)`,
  `create index email_changes_expiry on email_changes (expires_at)`,
  `select protect_table('email_changes', 'editable')`,
  // Removes at most p_limit links that expired 30 days ago. Answers how many.
  `create function sweep_email_changes(p_limit integer, p_now timestamptz) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_count integer;
   begin
     delete from email_changes where (org_id, id) in (
       select c.org_id, c.id from email_changes c where c.expires_at < p_now - interval '30 days' limit p_limit);
     get diagnostics v_count = row_count;
     return v_count;
   end $$`,
  `grant create on schema public to rollcall_system`,
  `alter function sweep_email_changes owner to rollcall_system`,
  `revoke create on schema public from rollcall_system`,
  `revoke execute on function sweep_email_changes from public`,
  `alter table mails drop constraint mails_kind_check`,
  `alter table mails add constraint mails_kind_check check (kind in (
    'invite', 'password_reset', 'payroll_changed', 'login_changed', 'webhook_failing', 'document_uploaded',
    'reminders', 'approval_request', 'mail_limit', 'organization_status', 'email_change', 'email_changed'))`,
]

/** Links by which members change the e-mail that they sign in with, and the mails about it. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
