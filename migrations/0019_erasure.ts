import type { Knex } from 'knex'

const statements = [
  // Deletes the rows of one table that are about a person. It knows the tables, so it deletes nothing else.
  `create function erase_rows(p_org uuid, p_person uuid, p_table text) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_count integer;
   begin
     if p_org <> current_setting('app.org_id')::uuid then
       raise exception 'erase_rows: another organization';
     end if;
     if p_table = 'pay_rows' then
       delete from pay_rows p where p.org_id = p_org and p.person_id = p_person;
     elsif p_table = 'person_keys' then
       delete from person_keys k where k.org_id = p_org and k.person_id = p_person;
     elsif p_table = 'notices' then
       delete from notices n where n.org_id = p_org and n.person_id = p_person;
     elsif p_table = 'notifications' then
       delete from notifications n
        where n.org_id = p_org
          and (n.person_id = p_person
               or n.membership_id in (select m.id from memberships m where m.org_id = p_org and m.person_id = p_person));
     elsif p_table = 'checklist_comments' then
       delete from checklist_comments c
        where c.org_id = p_org
          and (c.author = p_person
               or c.task_id in (select t.id from checklist_tasks t join checklist_runs r on r.org_id = p_org and r.id = t.run_id
                                 where t.org_id = p_org and r.person_id = p_person));
     elsif p_table = 'checklist_tasks' then
       delete from checklist_tasks t where t.org_id = p_org and t.run_id in (
         select r.id from checklist_runs r where r.org_id = p_org and r.person_id = p_person);
     elsif p_table = 'checklist_runs' then
       delete from checklist_runs r where r.org_id = p_org and r.person_id = p_person;
     elsif p_table = 'approval_pay' then
       delete from approval_pay a where a.org_id = p_org and a.request_id in (
         select r.id from approval_requests r where r.org_id = p_org and r.person_id = p_person);
     elsif p_table = 'approval_steps' then
       delete from approval_steps s where s.org_id = p_org and s.request_id in (
         select r.id from approval_requests r where r.org_id = p_org and r.person_id = p_person);
     elsif p_table = 'approval_requests' then
       delete from approval_requests r where r.org_id = p_org and r.person_id = p_person;
     elsif p_table = 'identities' then
       delete from identities i where i.org_id = p_org and i.user_id in (
         select m.user_id from memberships m where m.org_id = p_org and m.person_id = p_person);
     elsif p_table = 'idempotency_records' then
       delete from idempotency_records i
        where i.org_id = p_org
          and (i.mentions @> array[p_person] or (i.mentions is null and strpos(i.response, p_person::text) > 0));
     else
       raise exception 'erase_rows: % is no table whose rows are deleted', p_table;
     end if;
     get diagnostics v_count = row_count;
     return v_count;
   end $$`,
  // Takes the values and names out of the lines of the log that are about a person or the credentials of their login.
  `create function scrub_activity(p_org uuid, p_person uuid) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_count integer;
   begin
     if p_org <> current_setting('app.org_id')::uuid then
       raise exception 'scrub_activity: another organization';
     end if;
     update activity a
        set subject_name = case when a.subject_type = 'person' and a.subject_id <> p_person then a.subject_name
                                when a.subject_name is null then null else '' end,
            changes = coalesce((select jsonb_agg(jsonb_build_object('field', c.value->'field', 'before', null, 'after', null)
                                                 order by c.place)
                                  from jsonb_array_elements(a.changes) with ordinality c (value, place)), '[]')
      where a.org_id = p_org
        and (a.person_id = p_person
             or (a.subject_type in ('api_key', 'connection', 'membership') and a.membership_id in (
                   select m.id from memberships m where m.org_id = p_org and m.person_id = p_person)));
     get diagnostics v_count = row_count;
     return v_count;
   end $$`,
  // Who was erased, in ids only. It is kept with the keys of persons and not with the data, so that a backup from before an
  // erasure does not bring anybody back: a restore erases them again.
  `create table erasures (
     org_id    uuid not null,
     person_id uuid not null,
     erased_at timestamptz not null,
     primary key (org_id, person_id)
   )`,
  `select protect_table('erasures', 'append-only')`,
  // How long an organization keeps what is over; one without a row has the defaults.
  `create table retention_settings (
     org_id        uuid not null references organizations (org_id),
     log_days      integer check (log_days between 365 and 3650),
     sessions_days integer not null check (sessions_days between 1 and 30),
     mails_days    integer not null check (mails_days between 7 and 90),
     updated_at    timestamptz not null,
     primary key (org_id)
   )`,
  `select protect_table('retention_settings', 'editable')`,
  // Removes what its organization keeps no longer. Answers how many rows were removed.
  `create function sweep_retained(p_limit integer, p_now timestamptz) returns integer
   language plpgsql security definer set search_path = public, pg_temp as $$
   declare
     v_orgs  uuid[];
     v_ids   uuid[];
     v_total integer := 0;
     v_count integer;
   begin
     delete from activity where (org_id, id) in (
       -- Ids are in the order of time, so the first lines of an organization are its oldest. No others are read.
       select a.org_id, a.id
         from retention_settings s
        cross join lateral (select l.org_id, l.id, l.at from activity l where l.org_id = s.org_id order by l.id limit p_limit) a
        where a.at < p_now - make_interval(days => s.log_days)
        limit p_limit);
     get diagnostics v_count = row_count;
     v_total := v_total + v_count;

     select array_agg(old.org_id), array_agg(old.id) into v_orgs, v_ids
       from (select x.org_id, x.id
               from retention_settings s
               join sessions x on x.org_id = s.org_id
                and least(x.expires_at, x.ended_at) < p_now - make_interval(days => s.sessions_days)
              limit p_limit) old;
     delete from sessions where (org_id, id) in (select * from unnest(v_orgs, v_ids));
     delete from credential_lookups where kind = 'web' and (org_id, credential_id) in (select * from unnest(v_orgs, v_ids));
     v_total := v_total + coalesce(cardinality(v_ids), 0);

     delete from mails where (org_id, id) in (
       select m.org_id, m.id
         from retention_settings s
         join mails m on m.org_id = s.org_id and m.ended_at < p_now - make_interval(days => s.mails_days)
        limit p_limit);
     get diagnostics v_count = row_count;
     v_total := v_total + v_count;
     return v_total;
   end $$`,
  `grant create on schema public to rollcall_system`,
  `alter function sweep_retained owner to rollcall_system`,
  `revoke execute on function sweep_retained from public`,
  `alter function erase_rows owner to rollcall_system`,
  `alter function scrub_activity owner to rollcall_system`,
  `revoke create on schema public from rollcall_system`,
  `revoke execute on function erase_rows, scrub_activity from public`,
  `grant execute on function erase_rows, scrub_activity to rollcall_app`,
]

/** Erasing the data of a person: what the application deletes and rewrites nowhere else. */
export async function up(knex: Knex): Promise<void> {
  for (const one of statements) await knex.raw(one)
}

export async function down(): Promise<void> {
  throw new Error('Migrations only go forward: restore a backup instead.')
}
