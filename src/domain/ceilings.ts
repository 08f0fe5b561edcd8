import { problem, type Problem } from '../errors.ts'

/**
 * The highest numbers of records of a kind in an organization, archived ones included. A list answers all of them, and many
 * calls and pages read them whole; without a ceiling, an hour of calls could make a list that no server has room for. The
 * contract tells the numbers, under Limits.
 */
const most = { units: 10_000, locations: 5000, legal_entities: 1000, custom_fields: 300, templates: 200 }

/**
 * Refuses more of a kind than an organization can have.
 *
 * @param field of the input, which asks for another one
 * @param count how many there would be
 */
export const ceilingProblems = (
  kind: keyof typeof most,
  field: 'name' | 'label' | 'units' | 'locations',
  count: number,
): Problem<'too_many_in_all'>[] =>
  count <= most[kind] ? [] : [problem('too_many_in_all', { field, most: most[kind] })]
