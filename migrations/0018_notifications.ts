import type { Knex } from 'knex'

const statements = [
  // What members should know. Names and titles are looked up when it is read, and whether it still holds.
  `create table notifications (
     org_id        uuid not null references organizations (org_id),
     id            uuid not null,
     membership_id uuid not null,
     kind          text not null check (kind in ('reminder', 'task', 'approval_request', 'document_uploaded')),
     -- The request, task or document; of a reminder, the person.
     about_id      uuid not null,
     person_id     uuid not null,
     reminder      text check (reminder in ('probation_end', 'contract_end', 'start_soon', 'start_today', 'anniversary')),
     date          date,
     years         integer check (years > 0),
     -- Those that were told together, in one mail.
     batch_id      uuid,
     created_at    timestamptz not null,
     read_at       timestamptz,
     primary key (org_id, id),
     foreign key (org_id, membership_id) references memberships (org_id, id),
     foreign key (org_id, person_id) references people (org_id, id),
     check ((kind = 'reminder') = (reminder is not null)),
     check (kind <> 'reminder' or date is not null)
   )`,
  // Each is told once.
  `create unique index notifications_once on notifications (org_id, about_id, membership_id, kind) where kind <> 'reminder'`,
  `create unique index notifications_reminded on notifications (org_id, membership_id, about_id, reminder, date) where kind = 'reminder'`,
  `create index notifications_of_member on notifications (org_id, membership_id, id)`,
  `create index notifications_about_person on notifications (org_id, person_id)`,
  `create index notifications_unmailed on notifications (org_id) where kind = 'approval_request' and batch_id is null`,
  `create index notifications_created on notifications (created_at)`,
  `select protect_table('notifications', 'editable')`,
  // Which days are told, and how long before. An organization without a row has the defaults.
  `create table reminder_settings (
     org_id      uuid not null references organizations (org_id),
     enabled     jsonb not null,
     days_before jsonb not null,
     updated_at  timestamptz not null,
     primary key (org_id)
   )`,
  `select protect_table('reminder_settings', 'editable')`,
  // Which notifications are mailed. An organization without a row has the defaults: all of them, and none that costs.
  `create table notification_settings (
     org_id            uuid not null references organizations (org_id),
     reminders         boolean not null,
     approval_request  boolean not null,
     document_uploaded boolean not null,
     extra_limit       integer not null check (extra_limit between 0 and 100000 and extra_limit % 100 = 0),
     updated_at        timestamptz not null,
     primary key (org_id)
   )`,
  `select protect_table('notification_settings', 'editable')`,
  // Optional mails of a month of the organization.
  `create table mail_months (
     org_id  uuid not null references organizations (org_id),
     month   date not null check (extract(day from month) = 1),
     sent    integer not null check (sent >= 0),
     -- When owners and admins were told that no more may be sent.
     told_at timestamptz,
     primary key (org_id, month)
   )`,
  `select protect_table('mail_months', 'editable')`,
  // The last day of which the members of an organization were reminded.
  `create table reminded_days (
     org_id uuid not null references organizations (org_id),
     day    date not null,
     primary key (org_id)
   )`,
  `select protect_table('reminded_days', 'editable')`,
  // Removes at most p_limit notifications from before 90 days. Answers how many.
  `create function sweep_notifications(p_limit integer, p_now timestamptz) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_count integer;
   begin
     delete from notifications where (org_id, id) in (
       select n.org_id, n.id from notifications n where n.created_at < p_now - interval '90 days' limit p_limit);
     get diagnostics v_count = row_count;
     return v_count;
   end $$`,
  `grant create on schema public to rollcall_system`,
  `alter function sweep_notifications owner to rollcall_system`,
  `revoke create on schema public from rollcall_system`,
  `revoke execute on function sweep_notifications from public`,
]

/** Notifications of members, and reminders of days that come. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
