import type { Knex } from 'knex'

/**
 * Mails that tell members what changed about their login. What happens until such a mail is sent is told by the same one.
 *
 * `tell_member` takes the lock of the mail that waits, so that it is not sent before the transaction has ended whose
 * happening it shall tell.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mails drop constraint mails_kind_check;
    alter table mails add constraint mails_kind_check
      check (kind in ('invite', 'password_reset', 'payroll_changed', 'login_changed'));

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
      if found then return; end if;
      insert into mails (org_id, id, kind, about_id, membership_id, status, created_at, due_at)
      values (v_org, p_id, 'login_changed', p_about, p_membership, 'pending', p_now, p_due);
    end $$;
    revoke execute on function tell_member(uuid, uuid, uuid, timestamptz, timestamptz) from public;
    grant execute on function tell_member(uuid, uuid, uuid, timestamptz, timestamptz) to rollcall_app;
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
