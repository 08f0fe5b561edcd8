import { personFieldNames, personFields, type PersonField } from './person-fields.ts'

/** The name of everybody who was erased. */
const erasedName = { given_name: 'Erased', family_name: 'person' }
/** The name of somebody erased as one text, as answers have it. */
export const erasedPerson = `${erasedName.given_name} ${erasedName.family_name}`

/** The own fields of a person who was erased: texts that everybody has have a placeholder, all others are empty. */
export function erasedValues(personId: string): Record<PersonField, string | null> {
  const placeholders: Partial<Record<PersonField, string>> = {
    ...erasedName,
    work_email: `${personId}@erased.invalid`,
  }
  const valueOf = (name: PersonField): string | null => {
    if (!personFields[name].required) return null
    const placeholder = placeholders[name]
    if (placeholder === undefined) throw new Error(`The field ${name} has no placeholder for who is erased.`)
    return placeholder
  }
  return Object.fromEntries(personFieldNames.map((name) => [name, valueOf(name)])) as Record<
    PersonField,
    string | null
  >
}

/**
 * The data of an event without what it tells about a person: wherever their id is, the name and the person's own fields
 * beside it are those of somebody erased. Ids, days and the terms of jobs stay, as they stay in job histories.
 *
 * @param paths where the ids of people are: `person_id`, `unit.head.id`. The contract says so (`x-id: person`)
 */
export function withoutPerson(paths: readonly string[], data: object, personId: string): object {
  const erased = { ...erasedValues(personId), name: erasedPerson }
  const named = paths.reduce((value, path) => replaced(value, path.split('.'), personId, erased), data)
  return withoutTitle(named, personId)
}

/** Titles of documents and of tasks about the person may say something about them. */
function withoutTitle(data: object, personId: string): object {
  const about = data as {
    document_id?: unknown
    person_id?: unknown
    task?: object
    person?: { id?: unknown }
  }
  if (about.task !== undefined && about.person?.id === personId)
    return { ...data, task: { ...about.task, title: '' } }
  if (about.document_id === undefined || about.person_id !== personId) return data
  return { ...data, title: null, category: null }
}

function replaced<Value>(
  here: Value,
  [step = '', ...rest]: readonly string[],
  personId: string,
  erased: Readonly<Record<string, unknown>>,
): Value {
  if (here === null || typeof here !== 'object') return here
  if (step === '*') {
    const each = (item: unknown) => replaced(item, rest, personId, erased)
    return (
      Array.isArray(here)
        ? here.map(each)
        : Object.fromEntries(Object.entries(here).map(([key, item]) => [key, each(item)]))
    ) as Value
  }
  const value = (here as Record<string, unknown>)[step]
  if (rest.length > 0) return { ...here, [step]: replaced(value, rest, personId, erased) }
  if (step !== 'id' || value !== personId) return here
  const told = Object.entries(erased).filter(([name]) => Object.hasOwn(here, name))
  return { ...here, ...Object.fromEntries(told) }
}
