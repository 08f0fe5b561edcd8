import { searchText } from './search.ts'
import { mistakesBetween } from './similar-names.ts'

/** So much of a name is compared: comparing takes time with the product of both lengths. */
const lettersCompared = 40

/**
 * So much of a name is read, in units of a JavaScript string: more than any name has. What is compared may be a text that is no
 * name, because it was left out for its faults: folding megabytes takes seconds, and a row of many marks takes minutes.
 */
const unitsRead = 600

const comparedAtOnce = 50

/** A name as it is compared with others. */
interface Compared {
  name: string
  letters: string
  /** Names that differ in these are meant to differ: `Team 1` and `Team 2`, `Sales DE` and `Sales FR`. */
  marks: string
}

function compared(name: string): Compared {
  const text = searchText(name.slice(0, unitsRead)).slice(0, 2 * lettersCompared)
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, lettersCompared)
  const marks = text.match(/\d+|(?<!\p{L})\p{L}{1,2}(?!\p{L})/gu) ?? []
  return { name, letters, marks: marks.join(' ') }
}

/** The number of letters that may differ. In a short name, another letter makes another name. */
const mostMistakes = (letters: string): number => Math.min(2, Math.floor(letters.length / 4))

/**
 * The names that are nearly like others, but for typing mistakes, accents and signs: for each one the most similar other.
 * It takes time with the product of both numbers, so callers limit them; it is interrupted wherever it yields (see
 * src/streaming/yield.ts).
 *
 * @param others the better one of two equally similar ones is the one before
 */
export function* nearNames(
  names: readonly string[],
  others: readonly string[],
): Generator<undefined, Map<string, string>, undefined> {
  const known: Compared[] = []
  for (const other of others) {
    known.push(compared(other))
    yield
  }
  const near = new Map<string, string>()
  for (const name of names) {
    const one = compared(name)
    let most = mostMistakes(one.letters)
    if (one.letters === '') continue
    for (const [at, other] of known.entries()) {
      // A comparison of whole names takes a few hundred steps; most end after the lengths, or after a few letters.
      if (at % comparedAtOnce === 0) yield
      const isSame = other.letters === one.letters
      if (!isSame && other.marks !== one.marks) continue
      const mistakes = isSame ? 0 : mistakesBetween(one.letters, other.letters, most)
      if (mistakes > most) continue
      near.set(name, other.name)
      if (mistakes === 0) break
      most = mistakes - 1
    }
    yield
  }
  return near
}
