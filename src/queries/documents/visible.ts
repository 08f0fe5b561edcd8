import type { Day } from '../../domain/day.ts'
import { onlyHr, type DocumentReader } from '../../domain/documents.ts'
import { belowSql } from '../org/reporting-line.ts'

/** The readers of a document as a value of `visibility`: the file of a custom field follows the field. */
export const visibility = `coalesce(d.visibility,
  case when f.archived_at is not null then '${onlyHr}' when f.tier = 'private' then 'hr_person'
       when f.tier = 'job' then 'hr_person_manager' else 'everyone' end)`

/** Documents with the table that a query of them joins, for the fragments here. A field is looked for where there is one: most have none. */
export const withField = (documents: string): string =>
  `${documents} d
   left join lateral (select c.* from custom_fields c
                       where d.field_id is not null and c.org_id = $1 and c.id = d.field_id limit 1) f on true`
export const joined = withField('documents')

/**
 * The rule of who sees a document, said once. It adds its values to those of the query, whose `$1` is the organization.
 *
 * @returns `below`: what the query begins with; `sees`: the condition; `among`: in place of the table where no other condition
 *   finds few documents, those among which all are that the reader sees
 */
export function visibleTo(
  { all, jobTier, personId, ownArchived = false }: DocumentReader,
  today: Day,
  values: unknown[],
): { below: string; sees: string; among: string } {
  if (all) return { below: '', sees: 'true', among: 'documents' }
  const [me, day] = [`$${values.push(personId)}::uuid`, `$${values.push(today)}`]
  return {
    below: `with recursive below as ${belowSql(me, day)}`,
    among: amongSql(me),
    sees: `case
      when d.person_id is null
        then ${visibility} = 'everyone' or (${visibility} = 'managers' and exists (select 1 from below))
      when d.person_id = ${me} then ${visibility} <> '${onlyHr}'${ownArchived ? ' or d.field_id is not null' : ''}
      else ${visibility} = 'everyone'
        or (${visibility} = 'hr_person_manager'
            and (${jobTier ? 'd.field_id is not null or ' : ''}d.person_id in (select b.person_id from below b))) end`,
  }
}

/**
 * Documents of the company, those of the reader, those in fields that others see, and those of people below. Each part is found by an
 * index: the documents of all others, of many years, are not looked at.
 */
const amongSql = (me: string): string => `(
    select d.* from documents d where d.org_id = $1 and d.person_id is null
     union all
    select d.* from documents d where d.org_id = $1 and d.person_id = ${me}
     union all
    select d.* from custom_fields c
     cross join lateral (select x.* from documents x
                          where x.org_id = $1 and x.field_id = c.id and x.person_id is distinct from ${me} offset 0) d
     where c.org_id = $1 and c.tier <> 'private' and c.archived_at is null
     union all
    select d.* from below b
     cross join lateral (select x.* from documents x
                          where x.org_id = $1 and x.person_id = b.person_id and x.field_id is null offset 0) d
     where b.person_id <> ${me})`
