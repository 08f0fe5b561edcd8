import type { Language } from './language.ts'
import { onOneLine } from './phrase.ts'

/**
 * A text is a sentence with places for values. `{unit}` is a text, a number, or a list of some things that a sentence names:
 * texts, records as `{id, name}`, rows as `{day, title}`. A list is followed by how many more there are, if `more` says so.
 * `{count, plural, one {# person} other {# people}}` is a number with its noun, by the plural rules of the language.
 */
export type Values = Readonly<Record<string, Value>>
export type Value = string | number | readonly Item[]
export type Item = string | NamedRecord | DatedRow

export interface NamedRecord {
  readonly id: string
  readonly name: string
}

export interface DatedRow {
  readonly day: string
  readonly title: string
}

const place = /\{([a-z][a-z0-9_]*)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g

/** A text with its values. */
export function fill(text: string, values: Values, language: Language): string {
  return text.replace(place, (_all, name: string, one: string | undefined, other: string | undefined) => {
    const value = values[name] ?? ''
    if (typeof value === 'object') return spellList(value, Number(values['more'] ?? 0), language)
    if (other === undefined) return onOneLine(value)
    const noun = plurals[language].select(Number(value)) === 'one' ? one! : other
    return noun.replaceAll('#', String(value))
  })
}

/** The names of the values that a text wants. */
export const valuesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(place)].map(([, name]) => name!)),
]

/** What is left of a text without its places: a brace in it belongs to a place that is not well formed. */
export const withoutValues = (text: string): string => text.replace(place, '')

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
}

const andMore: Record<Language, string> = { en: ' and # more', de: ' und # weitere' }

function spellList(items: readonly Item[], more: number, language: Language): string {
  const named = items.map(spellItem).join(', ')
  return more > 0 ? named + andMore[language].replace('#', String(more)) : named
}

function spellItem(item: Item): string {
  if (typeof item === 'string') return onOneLine(item)
  return 'name' in item ? `${onOneLine(item.name)} (id ${item.id})` : `${item.day} (${onOneLine(item.title)})`
}
