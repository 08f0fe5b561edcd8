import { termNames } from '../domain/employment.ts'
import { personFieldNames } from '../domain/person-fields.ts'

/**
 * Pieces of SQL that several queries share. They take aliases of tables and placeholders, never values. A piece that
 * reads another table expects the organization in `$1`.
 */

/** The name that a person is shown with: preferred or given name, and family name. */
export const personName = (person: string): string =>
  `coalesce(${person}.preferred_name, ${person}.given_name) || ' ' || ${person}.family_name`

/** The columns of a person's own fields. */
export const personColumns = (person: string): string =>
  personFieldNames.map((name) => `${person}.${name}`).join(', ')

/** The columns of a job row with its terms. */
export const termColumns = (row: string): string => termNames.map((name) => `${row}.${name}`).join(', ')

/** The condition that a job row is in force on a day. `day` is a placeholder such as `$2`. */
export const inForce = (row: string, day: string): string =>
  `${row}.valid_from <= ${day} and (${row}.valid_to is null or ${row}.valid_to >= ${day})`

/** The condition that a person works here on a day. A manager who does not is above nobody, whatever the rows say. */
export const isHere = (personId: string, day: string): string =>
  `exists (select 1 from job_rows m where m.org_id = $1 and m.person_id = ${personId} and ${inForce('m', day)})`

/**
 * The condition that the person of a request has left by a day, and had not when it was proposed.
 *
 * @param orgId the organization, as the query names it
 */
export const hasLeftSince = (request: string, organization: string, day: string, orgId = '$1'): string => `(
    select max(coalesce(e.last_day, 'infinity')) from employments e
     where e.org_id = ${orgId} and e.person_id = ${request}.person_id
  ) between (${request}.proposed_at at time zone ${organization}.time_zone)::date and ${day}::date - 1`

/**
 * The condition that a person has not left by a day: they work here then, or their first employment starts later. Who has
 * left and comes back is gone until the first day of the next employment.
 */
export const stays = (personId: string, day: string): string => `exists (
    select 1 from employments e
     where e.org_id = $1 and e.person_id = ${personId} and (e.last_day is null or e.last_day >= ${day})
       and (e.start_date <= ${day}
            or not exists (select 1 from employments b
                            where b.org_id = $1 and b.person_id = ${personId} and b.start_date < e.start_date)))`

/** The condition that the employment in which a date of a person lies is not over by a day. It may be one that is still to come. */
export const lasts = (personId: string, date: string, day: string): string => `exists (
    select 1 from employments e
     where e.org_id = $1 and e.person_id = ${personId} and e.start_date <= ${date}
       and (e.last_day is null or e.last_day >= greatest(${date}, ${day})))`

/** The condition that an employment was not called off: because its first row stays, that is done by an end on its first day. */
export const comes = (employment: string): string =>
  `${employment}.last_day is distinct from ${employment}.start_date`

/**
 * The first day of the employment that includes the day or starts after it, also of somebody who has left and comes back;
 * null for who has left for good.
 */
export const employedSince = (personId: string, day: string): string => `
  (select min(e.start_date) from employments e
    where e.org_id = $1 and e.person_id = ${personId} and (e.last_day is null or e.last_day >= ${day}))`

/** A person's title on a day. Before their first day it is their first title, after their last day the last one. */
export const titleOn = (person: string, day: string): string => `(
    select j.title from job_rows j
     where j.org_id = $1 and j.person_id = ${person}.id
     order by coalesce(j.valid_to < ${day}::date, false),
              case when j.valid_to < ${day}::date then ${day}::date - j.valid_from else j.valid_from - ${day}::date end
     limit 1)`

/** A text as a part of a pattern of `like`, where it means itself. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The condition that a user has a way to sign in: a password, or an account at a provider. A member may exist without;
 * a disabled member keeps it.
 *
 * @param org the placeholder of the organization
 */
export const hasLogin = (user: string, org = '$1'): string =>
  `(${user}.password_hash is not null
     or exists (select 1 from identities i where i.org_id = ${org} and i.user_id = ${user}.id and i.account is not null))`
