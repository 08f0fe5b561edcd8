import { problem, type Problem } from '../errors.ts'
import { asciiDomains, emailKey } from './email.ts'
import { foldCase } from './folding.ts'

/**
 * The Latin letters that Unicode does not decompose into a plain letter and a mark, after the plain letters that people
 * type for them. A test compares them with PostgreSQL's `unaccent`.
 */
const plainLetters: Record<string, string> = {
  a: 'ⱥ',
  ae: 'æ',
  b: 'ƀɓƃ',
  c: 'ƈȼ',
  d: 'đðɖɗƌȡ',
  db: 'ȸ',
  e: 'ɛɇəǝ',
  f: 'ƒ',
  g: 'ɠǥ',
  h: 'ħ',
  hv: 'ƕ',
  i: 'ıɩɨ',
  j: 'ȷɉ',
  k: 'ƙ',
  l: 'łƚȴ',
  ll: 'ỻ',
  n: 'ŋɲƞȵ',
  o: 'øɔ',
  oe: 'œ',
  oi: 'ƣ',
  p: 'ƥ',
  q: 'ĸ',
  qp: 'ȹ',
  r: 'ɍ',
  s: 'ẜẝȿ',
  t: 'ŧƫƭʈȶⱦ',
  th: 'þ',
  u: 'ʉ',
  v: 'ʋỽ',
  y: 'ƴɏỿ',
  z: 'ƶȥɀ',
}
const plainLetterOf = new Map(
  Object.entries(plainLetters).flatMap(([plain, letters]) =>
    Array.from(letters, (letter) => [letter, plain]),
  ),
)
const specialLetter = new RegExp(`[${[...plainLetterOf.keys()].join('')}]`, 'gu')

/** Apostrophes and the like, and invisible characters such as a soft hyphen. They are left out: `O’Neil`, `oneil`. */
const skipped = /['’‘‛`´ʹʻʼʽʾʿˈ′·‧\p{Default_Ignorable_Code_Point}]/gu
/** Hyphens, dashes, white space, commas and the like, brackets and quotation marks separate words. */
const separators = /[\p{Dash}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\s,;:"<>،؛、]+/gu
/**
 * Marks on letters: accents, and the optional vowel signs of Hebrew and Arabic. The voiced sound marks of Japanese are
 * kept, because they make other syllables; so are the vowel signs of the scripts of India.
 */
const accents = /[[\p{Mn}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]]--[\u3099\u309a]]/gv

/**
 * So long is a text at most as the search compares it. Longer ones are cut. No name, title or address is longer, but one
 * character may become 18 letters, and whatever is done with the text would take 18 times as long.
 */
export const longestFolded = 300

/**
 * A text as the search compares it: words in small letters without accents, with one space between them. `Zoë
 * Müller-Øster` becomes `zoe muller oster`. Variants of a letter become the usual one, such as full-width letters.
 */
export function searchText(text: string): string {
  // Some apostrophes decompose into others, and others into a space and an accent: so they are looked for twice.
  const letters = foldCase(text.replace(skipped, '').normalize('NFKD')).normalize('NFD')
  const folded = letters
    .replace(accents, '')
    .replace(skipped, '')
    .replace(specialLetter, (letter) => plainLetterOf.get(letter)!)
    .replace(separators, ' ')
    .trim()
    .normalize('NFC')
  return folded.length <= longestFolded
    ? folded
    : folded.slice(0, longestFolded).replace(halfLetter, '').trim()
}

/** The first half of a character beyond U+FFFF, whose other half was cut off. */
const halfLetter = /[\ud800-\udbff]$/

/** The texts of a person that the search compares. The title is not here: it belongs to a job, and changes with it. */
export interface SearchablePerson {
  given_name: string
  family_name: string
  preferred_name?: string | null | undefined
  work_email: string
}

/**
 * The text in which the search looks for a person. It begins with {@link fullNameText}. An e-mail address is there as it
 * is written, so that parts of it are found, and with its domain in ASCII, which is how `searchWords` asks for a whole
 * one.
 */
export function personSearchText(person: SearchablePerson): string {
  const { given_name, family_name, preferred_name, work_email } = person
  const emails = new Set([work_email, emailKey(work_email)].map(searchText))
  return [wordsOf([given_name, family_name, preferred_name ?? '']), ...emails].filter(Boolean).join(' ')
}

/** The name by which people are compared: those who have the same one may be one person. */
export const fullNameText = (person: Pick<SearchablePerson, 'given_name' | 'family_name'>): string =>
  wordsOf([person.given_name, person.family_name])

/** Each of them folded by itself, so that a long one does not cut off the next. */
const wordsOf = (texts: readonly string[]): string => texts.map(searchText).filter(Boolean).join(' ')

/** The words to search for; none when the text has only accents and punctuation such as hyphens. */
export function searchWords(text: string): string[] {
  return searchText(asciiDomains(text)).split(' ').filter(Boolean)
}

/** Refuses a search without a word, because it would find everybody or nobody. */
export const searchProblems = (text: string | undefined): Problem<'no_search_words'>[] =>
  text !== undefined && searchWords(text).length === 0 ? [problem('no_search_words', {})] : []
