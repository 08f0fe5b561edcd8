import { type Language, type Text } from './language.ts'

/** A sentence, or some words of one, that is spelled when somebody reads it: its text, and the values for its places. */
export interface Phrase {
  readonly text: Text
  readonly values: Values
}

/** What stands at a place: a text of somebody or a number as it is, or words of ours in the reader's language. */
export type Value = string | number | Phrase
export type Values = Readonly<Record<string, Value>>

/** A change of our own words. What others wrote, such as names and paths, is never given to it. */
export type Change = (words: string) => string

const place = /\{([a-z][a-z0-9_]*)\}/g

/** A phrase in one language. */
export function spell({ text, values }: Phrase, language: Language, change: Change = asItIs): string {
  return change(text[language]).replace(place, (braces, name: string) => {
    const value = values[name]
    if (value === undefined) return braces
    return typeof value === 'object' ? spell(value, language, change) : onOneLine(value)
  })
}

const asItIs: Change = (words) => words

/** A value in `params` has at most so many characters. */
const longestValue = 1000

/** What a phrase names, for programs: the values of its text. Words of ours are in the reader's language. */
export function paramsOf({ text, values }: Phrase, language: Language): Record<string, string | number> {
  const named = Object.entries(values).filter(([name]) => text.en.includes(`{${name}}`))
  return Object.fromEntries(
    named.map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      return [name, (typeof value === 'object' ? spell(value, language) : value).slice(0, longestValue)]
    }),
  )
}

/** The names of the places in a text. */
type PlacesOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never

/** A text whose places are the same in every language. */
type Alike<T extends Text> = {
  [L in Language]: [PlacesOf<T[L]>, PlacesOf<T['en']>] extends [PlacesOf<T['en']>, PlacesOf<T[L]>]
    ? string
    : never
}

/**
 * Texts with names. Each becomes a function that takes the values of its places and answers the phrase. A text that lacks
 * a language, or has other places in one, does not compile.
 */
export function phrases<const T extends Record<string, Text>>(
  texts: T & { [Name in keyof T]: Alike<T[Name]> },
): Phrases<T> {
  const made = Object.entries<Text>(texts).map(([name, text]) => [
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
export const untranslated = (words: string): Phrase => ({ text: { en: words, de: words }, values: {} })

/** A name for a sentence. Names from before may hold line breaks, which would look like lines of our own. */
export function onOneLine(value: string | number): string {
  return String(value)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}
