import type { Db } from '../../db/transaction.ts'
import { searchWords } from '../../domain/search.ts'
import { likeText } from '../fragments.ts'

/** Words, and who can have them all. */
export interface Search {
  /** One pattern for each word. */
  patterns: string[]
  /** People among whom all who have the words are; undefined when these are too many to name. */
  among: string[] | undefined
}

/** If a word finds more people than this, the list reads all people of the organization instead of each of these. */
const mostCandidates = 2000
/** The number of words that are looked up: the longest ones, because few people have them. */
const wordsLookedUp = 3

/**
 * Looks for people in whose name, preferred name, e-mail or title each word of a text occurs. The order of the words
 * does not matter, because some people type the family name first. An index finds those who have each of the words in
 * any of their jobs; the list then compares all words with the job that it shows.
 *
 * @param text with at least one word
 */
export async function searchPeople(db: Db, text: string): Promise<Search> {
  const patterns = [...new Set(searchWords(text))].map((word) => `%${likeText(word)}%`)
  const longest = patterns.toSorted((a, b) => b.length - a.length).slice(0, wordsLookedUp)
  const found = await Promise.all(longest.map((pattern) => findPeople(db, pattern)))
  const complete = found.filter((ids) => ids.size <= mostCandidates)
  if (complete.length === 0) return { patterns, among: undefined }
  return { patterns, among: [...complete.reduce((all, ids) => all.intersection(ids))] }
}

/** The ids of those who have the word in any of their jobs: all of them, or more than `mostCandidates`. */
async function findPeople(db: Db, pattern: string): Promise<Set<string>> {
  const rows = await db.query<{ person_id: string }>(`select person_id from find_people($1, $2)`, [
    pattern,
    mostCandidates + 1,
  ])
  return new Set(rows.map(({ person_id: id }) => id))
}
