import { searchWords } from './search.ts'

/** So many people are suggested at most (org/people.list). */
export const mostSuggestions = 5
/** With fewer letters, nearly any name is similar. */
const fewestLetters = 3
/** The longest words are compared: a name rarely has more, and each one more takes time. */
const wordsCompared = 3
/**
 * So much of a word is compared, and so many words of a name: comparing takes time with the product of both words, and in
 * the form that is compared a word can be many times as long as it was typed.
 */
const lettersCompared = 40
const namesCompared = 8

/**
 * The text with which names are compared when a search found nobody; undefined when it says too little. The domain of an
 * e-mail address is left out, because everybody's address is similar in it.
 */
export function comparableText(search: string): string | undefined {
  const words = [...new Set(searchWords(search.replace(/@\S*/gu, ' ')))]
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, wordsCompared))
  const text = words
    .filter((word) => longest.has(word))
    .map(compared)
    .join(' ')
  return (text.match(/\p{L}/gu)?.length ?? 0) < fewestLetters ? undefined : text
}

/**
 * The people whose names have the words of a text with the fewest mistakes, best first. The work is interrupted wherever
 * it yields (see src/streaming/yield.ts), which is after `namesCompared` words for each word of the text at most.
 *
 * @param text from `comparableText`, or a few other words
 * @param people the better one of two equally good ones is the one before
 * @param most more mistakes than these are not similar
 */
export function* mostSimilar<Person extends { names: string }>(
  text: string,
  people: readonly Person[],
  most = Infinity,
): Generator<undefined, Person[], undefined> {
  const words = text.split(' ').map(compared)
  const ranked: { person: Person; mistakes: number }[] = []
  for (const person of people) {
    const names = person.names.split(' ', namesCompared).map(compared)
    const mistakes = words.reduce((sum, word) => sum + fewestMistakes(word, names), 0)
    if (mistakes <= most) ranked.push({ person, mistakes })
    yield
  }
  return ranked
    .toSorted((a, b) => a.mistakes - b.mistakes)
    .slice(0, mostSuggestions)
    .map(({ person }) => person)
}

const compared = (word: string): string => word.slice(0, lettersCompared)

const fewestMistakes = (word: string, names: readonly string[]): number =>
  names.reduce((fewest, name) => Math.min(fewest, mistakesBetween(word, name, fewest)), Infinity)

/**
 * Counts the letters that must be added, left out, replaced or swapped with the next one to make one word of the other
 * (optimal string alignment).
 *
 * @param most the words are not compared further when it is certain that there are more mistakes
 * @returns Infinity when there are more than `most`
 */
export function mistakesBetween(one: string, other: string, most = Infinity): number {
  if (Math.abs(one.length - other.length) > most) return Infinity
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, k) => k)]
  for (let n = 1; n <= one.length; n++) {
    // Farther from the diagonal, so many letters would have to be added or left out.
    const [from, to] = [Math.max(1, n - most), Math.min(other.length, n + most)]
    const row = Array<number>(other.length + 1).fill(Infinity)
    row[0] = n
    let fewest = n
    for (let k = from; k <= to; k++) {
      const isSame = one[n - 1] === other[k - 1]
      const isSwapped = n > 1 && k > 1 && one[n - 1] === other[k - 2] && one[n - 2] === other[k - 1]
      const mistakes = Math.min(
        last![k]! + 1,
        row[k - 1]! + 1,
        last![k - 1]! + (isSame ? 0 : 1),
        isSwapped ? before![k - 2]! + 1 : Infinity,
      )
      row[k] = mistakes
      if (mistakes < fewest) fewest = mistakes
    }
    // No later row has fewer mistakes, because the row before has at most one less, and a swap of letters costs one.
    if (fewest > most) return Infinity
    ;[before, last] = [last, row]
  }
  const mistakes = last!.at(-1)!
  return mistakes > most ? Infinity : mistakes
}
