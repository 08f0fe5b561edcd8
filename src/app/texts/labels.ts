import { forms } from '../../generated/forms.ts'
import type { ActionId } from '../../generated/actions.ts'
import type { Language } from '../../texts/language.ts'
import { chosenTitles, germanSections, germanTitles } from './actions.ts'
import { fieldNames } from './fields.ts'
import { valueNames } from './values.ts'

const place: Record<Language, 0 | 1> = { en: 0, de: 1 }

type Names = Readonly<Record<string, readonly [en: string, de: string]>>

/**
 * The name of a property for people: `start_date` is `Start date`. One without a name is spelled as it is written.
 *
 * @param within the property of the object in which it is: `assignee.type` may have another name than `type`
 */
export const fieldName = (name: string, language: Language, within?: string): string =>
  nameIn(fieldNames, name, language, within) ?? spelled(name.replace(/_(id|ids|at)$/, ''))

/**
 * A value of a list in the contract for people: `full_time` is `Full time`.
 *
 * @param within the property of the object in which the value is: `assignee.person` may have another name than `person`
 */
export const valueName = (value: string, language: Language, within?: string): string =>
  nameIn(valueNames, value, language, within) ?? spelled(value)

/** The name of one entry of a list of objects: of `tasks` it is `Task`. */
export const entryName = (list: string, language: Language): string => fieldName(`${list}[]`, language)

function nameIn(names: Names, name: string, language: Language, within?: string): string | undefined {
  const keys = within === undefined ? [name] : [`${within}.${name}`, name]
  const key = keys.find((one) => Object.hasOwn(names, one))
  return key === undefined ? undefined : names[key]?.[place[language]]
}

/** The title of an action: `Hire a person`. */
export const actionTitle = (id: ActionId, language: Language): string =>
  (language === 'de' ? germanTitles[id] : undefined) ?? titleOfPage(forms[id].title)

/** The title of a form with what stands in it: of several things that its action does, it may name the one that is chosen. */
export function titleOfForm(
  id: ActionId,
  values: Readonly<Record<string, unknown>>,
  language: Language,
): string {
  const { field, titles } = chosenTitles[id] ?? {}
  return titles?.[String(values[field ?? ''])]?.[language] ?? actionTitle(id, language)
}

/** A page is called like what it shows: `List people` is `People`. Titles of writes stay. */
function titleOfPage(summary: string): string {
  const [, shown] = /^(?:List|Get)(?: (?:a|the))? (.+)$/.exec(summary) ?? []
  return shown === undefined ? summary : spelled(shown)
}

/** The name of a section of the contract. */
export const sectionName = (section: string, language: Language): string =>
  (language === 'de' ? germanSections[section] : undefined) ?? section

function spelled(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
