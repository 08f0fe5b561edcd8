import type { Db } from '../db/transaction.ts'
import type { Day } from '../domain/day.ts'
import { comparableText, mostSimilar } from '../domain/similar-names.ts'
import { presentPersonRef, type PersonRef } from '../presenters/org/people.ts'
import type { PeopleFilter } from '../queries/org/people-filter.ts'
import { findSimilarPeople } from '../queries/org/similar-names.ts'
import { runCooperatively } from '../streaming/yield.ts'

/** Finds the people whom a caller may have meant whose search found nobody. */
export async function similarPeople(
  db: Db,
  search: string | undefined,
  filter: PeopleFilter,
  today: Day,
): Promise<PersonRef[]> {
  const text = search && comparableText(search)
  if (!text) return []
  const found = await findSimilarPeople(db, text, filter, today)
  const similar = await runCooperatively(mostSimilar(text, found))
  return similar.map(({ id, name, title, photo_hash }) => presentPersonRef(id, name, title, photo_hash)!)
}
