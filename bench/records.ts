import type pg from 'pg'
import type { Vault } from '../src/secrets/personal.ts'

/** Entries of the activity log of each person: one for each change, over some years. */
const perPerson = { jobs: 4, pay: 4, profile: 2 }
/** One of so many people had a change in the 30 days for which events are kept. */
const eventOfPeople = 6

/**
 * Adds what stands beside the people that `fill` made: private details and pay, sealed; the key of each person; the
 * entries of the activity log, one for each change; and the events of the last month. In the tables of a company that
 * works, these are most of the bytes.
 *
 * @param client a connection with the owner's login
 * @param vault names the SECRET_KEY. What is sealed here is of the right length, and nobody can open it.
 */
export async function addRecords(client: pg.ClientBase, vault: Vault): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`
    insert into person_keys (org_id, person_id, key_id, wrapped_key)
    select org_id, id, '${vault.keyId}', ${sealed(61)} from people;

    insert into person_details (org_id, person_id, personal_email, personal_phone, address, emergency_contacts, birthday,
                                nationality, tax_id, social_security_number, iban)
    select org_id, id, ${[54, 45, 130, 120, 39, 31, 40, 41, 51].map(sealed).join(', ')} from people;

    insert into pay_rows (org_id, id, person_id, applies_from, sealed, created_at)
    select org_id, uuidv7(), person_id, valid_from, ${sealed(90)}, now() from job_rows;

    insert into activity (org_id, id, action, summary_code, actor_kind, actor_id, membership_id, via, subject_type,
                          subject_id, person_id, changes, request_id)
    select p.org_id, uuidv7(), c.action, c.code, 'user', m.user_id, m.id, 'web', 'person', p.id, p.id, c.changes,
           uuidv7()::text
      from people p
      join memberships m on m.org_id = p.org_id and m.role = 'owner'
     cross join (
       select 'org.people.change_job' as action, 'job_changed' as code, '[{"after": "2023-01-01", "field": "effective_date",
              "before": null}, {"after": "promotion", "field": "reason", "before": null}, {"after": "Senior engineer",
              "field": "title", "before": "Engineer"}]'::jsonb as changes from generate_series(1, ${perPerson.jobs})
       union all
       select 'org.pay.add', 'pay_added', '[{"after": null, "field": "pay", "before": null}]'
         from generate_series(1, ${perPerson.pay})
       union all
       select 'org.people.update_profile', 'profile_updated', '[{"after": null, "field": "iban", "before": null}]'
         from generate_series(1, ${perPerson.profile})) c;

    insert into events (org_id, id, type, at, position, effective_date, subject_id, person_id, payload, mentions)
    select j.org_id, uuidv7(), 'job.changed', now(), row_number() over (), j.valid_from, p.id, p.id,
           jsonb_build_object('person', to_jsonb(p), 'job', to_jsonb(j), 'previous_job', to_jsonb(j)),
           array[j.manager_id]
      from (select *, row_number() over () as turn from people) p
      join job_rows j on j.org_id = p.org_id and j.person_id = p.id and j.valid_to is null
     where p.turn % ${eventOfPeople} = 0 and j.manager_id is not null;`)
  await client.query('reset session_replication_role')
}

/** SQL for so many bytes that say nothing, other ones in each row. */
const sealed = (bytes: number) =>
  `substr(${Array.from({ length: Math.ceil(bytes / 32) }, (_, n) => `sha256(uuid_send(uuidv7()) || '${n}')`).join(' || ')}, 1, ${bytes})`
