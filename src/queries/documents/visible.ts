import type { Day } from '../../domain/day.ts'
import { onlyHr, type DocumentReader } from '../../domain/documents.ts'
import { belowSql } from '../org/reporting-line.ts'

/** The readers of a document as a value of `visibility`: the file of a custom field follows the field. */
export const visibility = `coalesce(d.visibility,
  case when f.archived_at is not null then '${onlyHr}' when f.tier = 'private' then 'hr_person'
       when f.tier = 'job' then 'hr_person_manager' else 'everyone' end)`

/** Tables that a query of documents joins, for the fragments here. */
export const joined = `documents d left join custom_fields f on f.org_id = $1 and f.id = d.field_id`

/**
 * The rule of who sees a document, said once. It adds its values to those of the query, whose `$1` is the organization.
 *
 * @returns `below`: what the query begins with; `sees`: the condition
 */
export function visibleTo(
  { all, jobTier, personId }: DocumentReader,
  today: Day,
  values: unknown[],
): { below: string; sees: string } {
  if (all) return { below: '', sees: 'true' }
  const [me, day] = [`$${values.push(personId)}::uuid`, `$${values.push(today)}`]
  return {
    below: `with recursive below as ${belowSql(me, day)}`,
    sees: `case
      when d.person_id is null
        then ${visibility} = 'everyone' or (${visibility} = 'managers' and exists (select 1 from below))
      when d.person_id = ${me} then ${visibility} <> '${onlyHr}'
      else ${visibility} = 'everyone'
        or (${visibility} = 'hr_person_manager'
            and (${jobTier ? 'd.field_id is not null or ' : ''}d.person_id in (select b.person_id from below b))) end`,
  }
}
