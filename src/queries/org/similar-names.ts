import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { employedSince, personName, titleOn } from '../fragments.ts'
import type { PeopleFilter } from './people-filter.ts'

/** A person who is suggested, with the title of today. */
export interface SimilarPerson {
  id: string
  name: string
  title: string | null
  photo_hash: string | null
  /** As they are compared: in small letters, without accents. */
  names: string
}

/** So many people with similar names are compared. Their number depends on the text, and must not decide how long it takes. */
const mostCompared = 5000
/** So many of the most similar ones are read. */
const mostConsidered = 200
/** So much is read of a name. Only its first words are compared. */
const lettersRead = 500

/**
 * People whose name, or e-mail before the domain, is similar to a text, the most similar first. Of the filter only day and status count:
 * without a status, those who work here on that day or start later. Erased people are never among them.
 *
 * @param today the day of the titles
 */
export async function findSimilarPeople(
  db: Db,
  text: string,
  { asOf, status }: Pick<PeopleFilter, 'asOf' | 'status'>,
  today: Day,
): Promise<SimilarPerson[]> {
  // Two statements: a cluster cannot call the function where it reads people.
  const found = await db.query<{ person_id: string; similarity: number }>(
    `select person_id, similarity from find_similar_people($1, $2, $3)`,
    [text, mostCompared, mostConsidered],
  )
  return db.query<SimilarPerson>(
    `select p.id, ${personName('p')} as name, ${titleOn('p', '$5')} as title, p.photo_hash,
              left(split_part(p.search_text, '@', 1), ${lettersRead}) as names
       from unnest($2::uuid[], $3::real[]) as found (person_id, similarity)
       join lateral (select * from people where people.org_id = $1 and people.id = found.person_id offset 0) p on true
      where case $6
            when 'all' then true
            when 'active' then ${employedOn('p.id', '$4')}
            when 'pre_hire' then not ${employedOn('p.id', '$4')} and ${employedSince('p.id', '$4::date')} is not null
            when 'terminated' then ${employedSince('p.id', '$4::date')} is null
            else ${employedSince('p.id', '$4::date')} is not null end
      order by found.similarity desc, p.family_name, p.given_name, p.id`,
    [
      db.orgId,
      found.map(({ person_id }) => person_id),
      found.map(({ similarity }) => similarity),
      asOf,
      today,
      status ?? 'staying',
    ],
  )
}

/** The condition that a person works here on a day. */
const employedOn = (personId: string, day: string): string => `exists (
    select 1 from employments s
     where s.org_id = $1 and s.person_id = ${personId} and s.start_date <= ${day}::date
       and (s.last_day is null or s.last_day >= ${day}::date))`
