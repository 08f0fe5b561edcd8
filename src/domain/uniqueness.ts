import { problem, type Problem } from '../errors.ts'

type NameTaken = 'unit_name_taken' | 'location_name_taken' | 'legal_entity_name_taken'

/**
 * Refuses a name that another record has, even an archived one.
 *
 * @param name the refusal
 * @param other the record that has the name
 */
export const nameProblems = <Name extends NameTaken>(
  name: Name,
  other: { id: string; name: string } | undefined,
): Problem<Name>[] =>
  other ? [problem(name, { name: other.name, record_id: other.id } as never) as Problem<Name>] : []

/**
 * Refuses a work e-mail or an employee number that another person has. Somebody who has left keeps both.
 *
 * @param taken the people who have them
 */
export const takenProblems = (taken: {
  workEmailOf: { id: string } | undefined
  employeeNumberOf: { id: string } | undefined
}): Problem<'work_email_taken' | 'employee_number_taken'>[] => [
  ...(taken.workEmailOf ? [problem('work_email_taken', { record_id: taken.workEmailOf.id })] : []),
  ...(taken.employeeNumberOf
    ? [problem('employee_number_taken', { field: 'employee_number', record_id: taken.employeeNumberOf.id })]
    : []),
]
