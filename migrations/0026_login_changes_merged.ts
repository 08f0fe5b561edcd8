import type { Knex } from 'knex'

/**
 * What is told by a mail that waits already may have an older id than what that mail was written for: ids of two calls at
 * once follow no order, and those of two processes follow two clocks. Then the mail begins with the older one. And a mail
 * that could not be sent until now is tried again with what is new as if it were new, too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function tell_member(p_id uuid, p_about uuid, p_membership uuid, p_now timestamptz, p_due timestamptz)
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
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
