/** Pieces of SQL that several queries share. Each takes a table's alias; none takes a value. */

/** Preferred or given name, and family name (spec gaps 3). */
export const personName = (person: string): string =>
  `coalesce(${person}.preferred_name, ${person}.given_name) || ' ' || ${person}.family_name`

/** The job row in force on a day: `day` is a placeholder such as `$2`. */
export const inForce = (row: string, day: string): string =>
  `${row}.valid_from <= ${day} and (${row}.valid_to is null or ${row}.valid_to >= ${day})`

/** The person's title on a day, for a PersonRef. */
export const titleOn = (person: string, day: string): string =>
  `(select j.title from job_rows j where j.org_id = ${person}.org_id and j.person_id = ${person}.id and ${inForce('j', day)})`
