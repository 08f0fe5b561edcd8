/**
 * Pieces of SQL that several queries share. Each takes a table's alias; none takes a value. Where one asks a table of
 * its own, `$1` is the organization.
 */

/** Preferred or given name, and family name (spec gaps 3). */
export const personName = (person: string): string =>
  `coalesce(${person}.preferred_name, ${person}.given_name) || ' ' || ${person}.family_name`

/** The job row in force on a day: `day` is a placeholder such as `$2`. */
export const inForce = (row: string, day: string): string =>
  `${row}.valid_from <= ${day} and (${row}.valid_to is null or ${row}.valid_to >= ${day})`

/** The person's title on a day, for a PersonRef: before their first day the first one, after the last day the last. */
export const titleOn = (person: string, day: string): string => `(
    select j.title from job_rows j
     where j.org_id = $1 and j.person_id = ${person}.id
     order by coalesce(j.valid_to < ${day}::date, false),
              case when j.valid_to < ${day}::date then ${day}::date - j.valid_from else j.valid_from - ${day}::date end
     limit 1)`

/** Whether a user has a way to sign in. Members need not have one, and a disabled member keeps it unused. */
export const hasLogin = (user: string): string => `${user}.password_hash is not null`
