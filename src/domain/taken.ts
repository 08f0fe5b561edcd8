import { problem, type Problem } from '../errors.ts'

type NameTaken = 'unit_name_taken' | 'location_name_taken' | 'legal_entity_name_taken'

/** A name that another record has, archived or not; the record is named. */
export const nameProblems = <Name extends NameTaken>(
  name: Name,
  other: { id: string; name: string } | undefined,
): Problem<Name>[] =>
  other ? [problem(name, { name: other.name, record_id: other.id } as never) as Problem<Name>] : []
