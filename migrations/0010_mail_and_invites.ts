import type { Knex } from 'knex'

/**
 * Invites, links for a new password, notices, and mails.
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
      kind            text not null check (kind in (
                        'invite', 'password_reset', 'payroll_changed', 'login_changed', 'webhook_failing', 'document_uploaded',
                        'reminders', 'approval_request', 'mail_limit')),
      -- The invite, the link for a new password, the request, or what was put together: notices, days.
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

    -- What somebody is to be told, and has not been told yet. It holds names of fields and never their values. Notices
    -- that were told together have the same told_in.
    create table notices (
      org_id     uuid not null,
      id         uuid not null,
      kind       text not null check (kind in ('payroll_changed', 'document_uploaded')),
      person_id  uuid not null,
      recipient  text not null check (recipient in ('person', 'administration')),
      about      text[] not null,
      created_at timestamptz not null,
      told_at    timestamptz,
      told_in    uuid,
      primary key (org_id, id),
      foreign key (org_id, person_id) references people (org_id, id)
    );
    create index notices_of_person on notices (org_id, person_id);
    create index notices_untold on notices (created_at) where told_at is null;
    create index notices_told on notices (org_id, told_in) where told_in is not null;
    create index notices_told_long_ago on notices (told_at) where told_at is not null;
    select protect_table('notices', 'append-only');

    -- Writes the mail that tells a member what changed about their login. What happens until such a mail is sent is told by
    -- the same one: it takes the lock of the mail that waits, so that it is not sent before the transaction has ended whose
    -- happening it shall tell. What is told may have an older id than what that mail was written for, because ids of two
    -- calls at once follow no order: then the mail begins with the older one. And a mail that could not be sent until now is
    -- tried again with what is new as if it were new, too.
    create function tell_member(p_id uuid, p_about uuid, p_membership uuid, p_now timestamptz, p_due timestamptz)
    returns void
    language plpgsql set search_path = public, pg_temp as $$
    declare
      v_org uuid := current_setting('app.org_id')::uuid;
    begin
      perform 1 from mails m
        where m.org_id = v_org and m.membership_id = p_membership
          and m.kind = 'login_changed' and m.status = 'pending'
          for update;
      if found then
        update mails m
           set about_id = least(m.about_id, p_about), due_at = least(m.due_at, p_due), attempts = 0
         where m.org_id = v_org and m.membership_id = p_membership
           and m.kind = 'login_changed' and m.status = 'pending'
           and (m.about_id > p_about or m.due_at > p_due or m.attempts > 0);
        return;
      end if;
      insert into mails (org_id, id, kind, about_id, membership_id, status, created_at, due_at)
      values (v_org, p_id, 'login_changed', p_about, p_membership, 'pending', p_now, p_due);
    end $$;
    revoke execute on function tell_member from public;
    grant execute on function tell_member to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
