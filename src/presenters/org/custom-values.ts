import { seenFields, type Tiers } from '../../access/people.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import type { components } from '../../generated/contract.ts'
import type { CustomValues } from '../../queries/org/custom-values.ts'

/** The custom fields that a person shows: `custom`, and what `hidden_fields` names of them. */
export interface CustomOfPerson {
  custom: components['schemas']['CustomValues']
  hidden: string[]
}

/** Answers what a person shows of custom fields, at these tiers. */
export type PresentCustom = (personId: string, tiers: Tiers) => CustomOfPerson

/**
 * Presents the custom fields of the people of an answer. Which fields are shown depends only on the tiers, so it is
 * found out once for each combination of them and not for each person.
 *
 * @param fields the active fields, by their place
 * @param values of the people in the answer, in the fields that may be shown
 */
export function customOf(fields: readonly CustomField[], values: CustomValues): PresentCustom {
  if (fields.length === 0) return () => ({ custom: {}, hidden: [] })
  const splits = new Map<string, { shown: CustomField[]; hidden: string[] }>()
  const splitFor = (tiers: Tiers) => {
    const name = `${tiers.job} ${tiers.private}`
    const known = splits.get(name)
    if (known) return known
    const shown = seenFields(tiers, fields)
    const hidden = fields.filter((field) => !shown.includes(field)).map(({ key }) => `custom.${key}`)
    const split = { shown, hidden }
    splits.set(name, split)
    return split
  }
  return (personId, tiers) => {
    const { shown, hidden } = splitFor(tiers)
    const own = values.get(personId)
    const custom: CustomOfPerson['custom'] = {}
    for (const { id, key } of shown) custom[key] = own?.[id] ?? null
    return { custom, hidden }
  }
}
