import { languages, type Language, type Text } from './language.ts'

/**
 * A sentence, or some words of one, that is spelled when somebody reads it: its text, and the values for its places. A
 * place is `{name}`, or `{count, plural, one {# person} other {# people}}` for a number with its noun, by the plural rules
 * of the language.
 */
export interface Phrase {
  readonly text: Text
  readonly values: Values
}

/**
 * The value of a place: a text of somebody or a number as it is, words of ours in the reader's language, or a list. The
 * number beside a list, called `more`, says how many entries it leaves out. Days are spelled as inputs take them.
 */
export type Value = string | number | Phrase | readonly Item[]
export type Values = Readonly<Record<string, Value>>

/** An entry of a list. */
export type Item = string | NamedRecord | DatedRow

export interface NamedRecord {
  readonly id: string
  readonly name: string
}

export interface DatedRow {
  readonly day: string
  readonly title: string
}

/** A change of our own words. What others wrote, such as names and paths, is never given to it. */
export type Change = (words: string) => string

const place = /\{([a-z][a-z0-9_]*)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g

/** A phrase in one language. Values are not read again: one may look like a place. */
export function spell({ text, values }: Phrase, language: Language, change: Change = asItIs): string {
  return change(text[language]).replace(place, (braces, name: string, one?: string, other?: string) => {
    const value = values[name]
    if (value === undefined) return braces
    if (other === undefined) return spellValue(value, values, language, change)
    const noun = plurals[language].select(Number(value)) === 'one' ? one! : other
    return noun.replaceAll('#', String(value))
  })
}

const asItIs: Change = (words) => words

const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  de: new Intl.PluralRules('de'),
}

function spellValue(value: Value, beside: Values, language: Language, change: Change): string {
  if (typeof value !== 'object') return onOneLine(value)
  return isList(value)
    ? spellList(value, Number(beside['more'] ?? 0), language)
    : spell(value, language, change)
}

const isList = (value: Value): value is readonly Item[] => Array.isArray(value)

const andMore: Text = { en: '{all} and {count} more', de: '{all} und {count} weitere' }
const andLast: Text = { en: '{all} and {last}', de: '{all} und {last}' }

function spellList(items: readonly Item[], more: number, language: Language): string {
  const all = untranslated(items.map(spellItem).join(', '))
  return spell(more > 0 ? { text: andMore, values: { all, count: more } } : all, language)
}

function spellItem(item: Item): string {
  if (typeof item === 'string') return onOneLine(item)
  return 'name' in item ? `${onOneLine(item.name)} (id ${item.id})` : `${item.day} (${onOneLine(item.title)})`
}

/** A list with its own number of entries that it leaves out: `A, B and 3 more`. */
export const listOf = (items: readonly Item[], more: number): Phrase => ({
  text: untranslated('{items}').text,
  values: { items, more },
})

/** A list that is whole: `A, B and C`. There is at least one entry. */
export function wholeListOf(items: readonly Item[]): Phrase {
  const all = listOf(items.slice(0, -1), 0)
  const last = listOf(items.slice(-1), 0)
  return items.length > 1 ? { text: andLast, values: { all, last } } : last
}

/** A value in `params` has at most so many characters. */
const longestValue = 1000

/** The values of a phrase's text for programs. Lists, and words of ours, are in the reader's language. */
export function paramsOf({ text, values }: Phrase, language: Language): Record<string, string | number> {
  const tell = (value: Value) =>
    typeof value === 'number' ? value : spellValue(value, values, language, asItIs).slice(0, longestValue)
  const named = valuesIn(text.en).filter((name) => values[name] !== undefined)
  return Object.fromEntries(named.map((name) => [name, tell(values[name]!)]))
}

/** The names of the places in a text, each once. */
export const valuesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(place)].map(([, name]) => name!)),
]

/** The text around its places. A brace that is left belongs to a place that is not well formed. */
export const withoutValues = (text: string, replacement = ''): string =>
  text.replaceAll(place, () => replacement)

/** The names of the places in a text, as a type. */
export type PlacesOf<T extends string> = T extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside extends `${infer Name}, plural, one {${string}`
    ? Rest extends ` other {${string}}}${infer After}`
      ? Name | PlacesOf<After>
      : never
    : Inside | PlacesOf<Rest>
  : never

/** A text whose places are the same in every language. */
type Alike<T extends Text> = {
  [L in Language]: [PlacesOf<T[L]>, PlacesOf<T['en']>] extends [PlacesOf<T['en']>, PlacesOf<T[L]>]
    ? string
    : never
}

type AllAlike<T extends Record<string, Text>> = T & { [Name in keyof T]: Alike<T[Name]> }

/** Texts by their codes, for what is stored as a code. One that lacks a language, or has other places in one, does not compile. */
export const texts = <const T extends Record<string, Text>>(all: AllAlike<T>): T => all

/**
 * Texts with names. Each becomes a function that takes the values of its places and answers the phrase. A text that lacks
 * a language, or has other places in one, does not compile.
 */
export function phrases<const T extends Record<string, Text>>(all: AllAlike<T>): Phrases<T> {
  const made = Object.entries<Text>(all).map(([name, text]) => [
    name,
    Object.assign((values: Values = {}) => ({ text, values }), { text }),
  ])
  return Object.fromEntries(made) as Phrases<T>
}

export type Phrases<T extends Record<string, Text>> = {
  readonly [Name in keyof T]: Spoken<PlacesOf<T[Name]['en']>>
}

/** One text of {@link phrases}, and what takes the values of its places. */
type Spoken<Place extends string> = ([Place] extends [never]
  ? () => Phrase
  : (values: Readonly<Record<Place, Value>>) => Phrase) & { readonly text: Text }

/** Words that are the same in every language: names of actions, and what other standards want in English. */
export const untranslated = (words: string): Phrase => ({
  text: Object.fromEntries(languages.map((language) => [language, words])) as Text,
  values: {},
})

/** A name for a sentence. Names from before may hold line breaks, which would look like lines of our own. */
export function onOneLine(value: string | number): string {
  return String(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}
