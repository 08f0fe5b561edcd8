import type { Knex } from 'knex'

/**
 * Invites, links for a new password, and mails.
 *
 * A link holds a secret of which only the hash is here. A mail holds neither an address nor a text: both follow from what
 * it is about, and are made when it is sent. So there is nothing in it to erase.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table invites (
      org_id        uuid not null references organizations (org_id),
      id            uuid not null,
      -- The first owner of an organization is invited before there are people.
      person_id     uuid,
      -- The membership that gets its login by it: one that was there before, or the one that accepting it has made.
      membership_id uuid,
      email         text not null,
      role          text not null check (role in ('owner', 'admin', 'hr', 'viewer', 'member')),
      token_hash    bytea not null,
      -- Null: the operator.
      created_by    uuid,
      created_at    timestamptz not null,
      expires_at    timestamptz not null,
      accepted_at   timestamptz,
      revoked_at    timestamptz,
      check (person_id is not null or membership_id is not null),
      check (accepted_at is null or (revoked_at is null and membership_id is not null)),
      primary key (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id),
      foreign key (org_id, created_by) references memberships (org_id, id)
    );
    create unique index invites_token on invites (org_id, token_hash);
    create index invites_of_person on invites (org_id, person_id);
    create index invites_of_membership on invites (org_id, membership_id);
    create index invites_by_member on invites (org_id, created_by);
    create index invites_newest on invites (org_id, created_at desc, id desc);
    create unique index invites_one_open on invites (org_id, person_id)
      where accepted_at is null and revoked_at is null and person_id is not null;
    select protect_table('invites', 'editable');

    create table password_resets (
      org_id        uuid not null,
      id            uuid not null,
      membership_id uuid not null,
      token_hash    bytea not null,
      -- A hash of e-mail and password as they were: when one of them changes, the link ends.
      basis         bytea not null,
      created_at    timestamptz not null,
      expires_at    timestamptz not null,
      ended_at      timestamptz,
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id)
    );
    create unique index password_resets_token on password_resets (org_id, token_hash);
    create index password_resets_of_member on password_resets (org_id, membership_id);
    create index password_resets_expiry on password_resets (expires_at);
    select protect_table('password_resets', 'editable');

    create table mails (
      org_id          uuid not null references organizations (org_id),
      id              uuid not null,
      kind            text not null check (kind in ('invite', 'password_reset', 'payroll_changed')),
      -- The invite, the link for a new password, or the notices that were put together.
      about_id        uuid not null,
      -- Whose mail it is: a login, or a person.
      membership_id   uuid,
      person_id       uuid,
      status          text not null check (status in ('pending', 'sending', 'sent', 'failed')),
      attempts        integer not null default 0,
      -- Why it was not sent, in one word.
      reason          text,
      created_at      timestamptz not null,
      -- While it is pending: when it is tried next. While it is being sent: when nobody can be sending it any more.
      due_at          timestamptz not null,
      ended_at        timestamptz,
      check ((status in ('sent', 'failed')) = (ended_at is not null)),
      primary key (org_id, id),
      foreign key (org_id, membership_id) references memberships (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    create index mails_of_membership on mails (org_id, membership_id);
    create index mails_of_person on mails (org_id, person_id);
    create index mails_due on mails (due_at) where status in ('pending', 'sending');
    create index mails_ended on mails (ended_at);
    select protect_table('mails', 'editable');

    -- How many mails an organization has written today.
    create table mail_days (
      org_id uuid not null references organizations (org_id),
      day    date not null,
      used   integer not null,
      primary key (org_id)
    );
    select protect_table('mail_days', 'editable');

    -- Notices that were told together have the same id here.
    alter table notices add column told_at timestamptz, add column told_in uuid;
    create index notices_untold on notices (created_at) where told_at is null;
    create index notices_told on notices (org_id, told_in) where told_in is not null;
    create index notices_told_long_ago on notices (told_at) where told_at is not null;

    -- Mails and notices that were told are kept for 90 days, links for a new password for 30 days after they have ended.
    -- Answers how many rows were removed.
    create function sweep_mails(p_limit integer) returns integer
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      v_total integer := 0;
      v_count integer;
    begin
      delete from mails where (org_id, id) in (
        select m.org_id, m.id from mails m where m.ended_at < now() - interval '90 days' limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from notices where (org_id, id) in (
        select n.org_id, n.id from notices n where n.told_at < now() - interval '90 days' limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;

      delete from password_resets where (org_id, id) in (
        select r.org_id, r.id from password_resets r where r.expires_at < now() - interval '30 days' limit p_limit);
      get diagnostics v_count = row_count; v_total := v_total + v_count;
      return v_total;
    end $$;
    grant create on schema public to rollcall_system;
    alter function sweep_mails(integer) owner to rollcall_system;
    revoke create on schema public from rollcall_system;
    revoke execute on function sweep_mails(integer) from public;

    -- Jobs write mails, too, and queue their sending.
    grant execute on function enqueue_job(text, json) to rollcall_system;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
