import { searchWords } from './search.ts'

/** So many people are suggested at most (org/people.list). */
export const mostSuggestions = 5
/** With fewer letters, nearly any name is similar. */
const fewestLetters = 3
/** The longest words are compared: a name rarely has more, and each one more takes time. */
const wordsCompared = 3

/**
 * The text with which names are compared when a search found nobody; undefined when it says too little. The domain of an
 * e-mail address is left out, because everybody's address is similar in it.
 */
export function comparableText(search: string): string | undefined {
  const words = searchWords(search.replace(/@\S*/gu, ' '))
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, wordsCompared))
  const text = words.filter((word) => longest.has(word)).join(' ')
  return (text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters ? undefined : text
}

/**
 * The people whose names have the words of a text with the fewest mistakes, best first.
 *
 * @param text from `comparableText`
 * @param people the better one of two equally good ones is the one before
 */
export function mostSimilar<Person extends { names: string }>(text: string, people: Person[]): Person[] {
  const words = text.split(' ')
  const ranked = people.map((person) => {
    const names = person.names.split(' ')
    const mistakes = words.map((word) => Math.min(...names.map((name) => mistakesBetween(word, name))))
    return { person, mistakes: mistakes.reduce((sum, one) => sum + one, 0) }
  })
  return ranked
    .toSorted((a, b) => a.mistakes - b.mistakes)
    .slice(0, mostSuggestions)
    .map(({ person }) => person)
}

/**
 * How many letters must be added, left out, replaced or swapped with the next one to make one word of the other (optimal
 * string alignment).
 */
export function mistakesBetween(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, k) => k)]
  for (let n = 1; n <= one.length; n++) {
    const row = [n]
    for (let k = 1; k <= other.length; k++) {
      const isSame = one[n - 1] === other[k - 1]
      const isSwapped = n > 1 && k > 1 && one[n - 1] === other[k - 2] && one[n - 2] === other[k - 1]
      row.push(
        Math.min(
          last![k]! + 1,
          row[k - 1]! + 1,
          last![k - 1]! + (isSame ? 0 : 1),
          isSwapped ? before![k - 2]! + 1 : Infinity,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return last!.at(-1)!
}
