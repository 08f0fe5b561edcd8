import type { Db } from '../../db/transaction.ts'
import type { Day } from '../../domain/day.ts'
import { emailKey } from '../../domain/email.ts'
import type { Named } from '../../domain/format-list.ts'
import type { Namesakes } from '../../domain/placement.ts'
import { personFieldNames, type NewPersonValues, type PersonValues } from '../../domain/person-fields.ts'
import { fullNameText, personSearchText, searchText } from '../../domain/search.ts'
import type { EmploymentSpans } from '../../domain/employment-spans.ts'
import { oneByOne, runCooperatively } from '../../streaming/yield.ts'
import { employedSince, personColumns, personName } from '../fragments.ts'
import { manyRows } from '../values.ts'

/** Statements of a call for many people: each function is one statement, whatever their number. */

/** A person who exists already. */
export interface StoredPerson extends PersonValues {
  id: string
  email_key: string
  name: string
  erased: boolean
}

/** The people with these work e-mails, as keys, locked in the order of their ids until the transaction ends. */
export function lockPeopleByEmail(db: Db, emailKeys: readonly string[]): Promise<StoredPerson[]> {
  return db.query(
    `select p.id, p.work_email_key as email_key, ${personName('p')} as name, ${personColumns('p')},
            p.erased_at is not null as erased
       from people p
      where p.org_id = $1 and p.work_email_key = any($2::text[])
      order by p.id
        for no key update`,
    [db.orgId, emailKeys],
  )
}

/** Somebody who can be a manager, and when they work here. */
export interface PossibleManager {
  id: string
  email_key: string
  name: string
  erased: boolean
  stays: EmploymentSpans
}

/** The people with these ids, and those with these work e-mails, as keys. */
export function findPossibleManagers(
  db: Db,
  ids: readonly string[],
  emailKeys: readonly string[],
): Promise<PossibleManager[]> {
  return db.query(
    `select p.id, p.work_email_key as email_key, ${personName('p')} as name, p.erased_at is not null as erased,
            (select coalesce(json_agg(json_build_object('startDate', e.start_date, 'lastDay', e.last_day)
                                      order by e.start_date), '[]'::json)
               from employments e where e.org_id = $1 and e.person_id = p.id) as stays
       from (select unnest($2::uuid[]) as id
              union
             select k.id from people k where k.org_id = $1 and k.work_email_key = any($3::text[])) asked
       join people p on p.org_id = $1 and p.id = asked.id`,
    [db.orgId, ids, emailKeys],
  )
}

/** A new person whose name may be that of somebody else. */
export interface NewName {
  given_name: string
  family_name: string
  /** The first day, or today if that is later. */
  day: Day
}

/**
 * So many people are compared in all, and at least so many with each name. Only somebody with one name, such as Maria, can
 * meet more people whose names begin alike, or whoever comes where many have the same name. The rest is not compared.
 */
const mostCompared = 2000
const fewestCompared = 10

interface FoundName extends Named {
  place: number
  given_name: string
  family_name: string
  erased: boolean
  since: Day | null
}

/**
 * For each of these names the people who have it, whatever the case, the accents, and the spaces or hyphens; in the same
 * order. The text for the search begins with the name, so that an index finds them. It goes on with other names, so that
 * the names are compared once more. A name that is given several times is looked for once, and all who have it share what
 * was found.
 */
export async function findNamesakesOf(db: Db, names: readonly NewName[]): Promise<Namesakes[]> {
  if (names.length === 0) return []
  const given = await runCooperatively(
    oneByOne(names, (name) => [{ day: name.day, text: fullNameText(name) }]),
  )
  const keyOf = ({ day, text }: (typeof given)[number]) => `${day} ${text}`
  const asked = [...new Map(given.map((name) => [keyOf(name), name])).values()]
  const most = Math.max(fewestCompared, Math.floor(mostCompared / asked.length))
  const found = await db.query<FoundName>(
    // '!' comes next after the space that ends a name.
    `select n.place::int as place, p.id, ${personName('p')} as name, p.given_name, p.family_name,
            p.erased_at is not null as erased, ${employedSince('p.id', 'n.day')} as since
       from unnest($2::text[], $3::date[]) with ordinality as n (name, day, place)
      cross join lateral (
            select * from people
             where people.org_id = $1
               and people.search_start between left(n.name || ' ', 200) and left(n.name || '!', 200)
               and starts_with(people.search_text, n.name || ' ')
             limit $4) p
      order by p.id`,
    [db.orgId, asked.map(({ text }) => text), asked.map(({ day }) => day), most],
  )
  const same = asked.map((): Namesakes & { compared: number } => ({
    ...{ here: [], left: [], isAll: true },
    compared: 0,
  }))
  await runCooperatively(
    oneByOne(found, ({ place, since, ...person }) => {
      const known = same[place - 1]!
      known.isAll = ++known.compared < most
      if (!person.erased && fullNameText(person) === asked[place - 1]!.text)
        known[since === null ? 'left' : 'here'].push({ id: person.id, name: person.name })
      return []
    }),
  )
  const byName = new Map(asked.map((name, index) => [keyOf(name), same[index]!]))
  return given.map((name) => byName.get(keyOf(name))!)
}

/** Fields that a call for many people may change besides the job: by the work e-mail it finds them. */
export type BulkProfile = Omit<PersonValues, 'work_email'>
const changeable = personFieldNames.filter((name) => name !== 'work_email')

/** A person to store. */
export type NewStoredPerson = NewPersonValues & { id: string }
const textColumns = personFieldNames.map((name) => `${name} text`).join(', ')

/** Stores new people, in the order of their e-mails: two calls with the same ones never wait for each other. */
export async function insertPeople(db: Db, people: readonly NewStoredPerson[], now: Date): Promise<void> {
  if (people.length === 0) return
  const rows = await runCooperatively(
    oneByOne(people, (person) => [
      {
        ...person,
        work_email_key: emailKey(person.work_email),
        search_text: personSearchText(person),
      },
    ]),
  )
  rows.sort((a, b) => (a.work_email_key < b.work_email_key ? -1 : 1))
  await db.query(
    `insert into people (org_id, id, ${personFieldNames.join(', ')}, work_email_key, search_text, created_at, updated_at)
     select o.org_id, n.id, ${personColumns('n')}, n.work_email_key, n.search_text, $3, $3
       ${manyRows(`id uuid, ${textColumns}, work_email_key text, search_text text`)}`,
    [db.orgId, JSON.stringify(rows), now],
  )
}

/** Notes that these people have changed, and stores what they are called, their numbers and phones. */
export async function updateProfiles(db: Db, people: readonly StoredPerson[], now: Date): Promise<void> {
  if (people.length === 0) return
  const rows = await runCooperatively(
    oneByOne(people, (person) => [{ ...person, search_text: personSearchText(person) }]),
  )
  await db.query(
    `update people p
        set ${changeable.map((name) => `${name} = n.${name}`).join(', ')}, search_text = n.search_text, updated_at = $3
       from jsonb_to_recordset($2::jsonb) as n(id uuid, ${textColumns}, search_text text)
      where p.org_id = $1 and p.id = n.id`,
    [db.orgId, JSON.stringify(rows), now],
  )
}

/** For each of these employee numbers what makes it unique, and who has it; in the same order. */
export function findNumbers(
  db: Db,
  numbers: readonly string[],
): Promise<{ key: string; holder: string | null }[]> {
  const key = (number: string) => `lower(${number} collate "und-x-icu")`
  return db.query(
    `select ${key('asked.number')} as key, p.id as holder
       from unnest($2::text[]) with ordinality as asked (number, place)
       left join people p on p.org_id = $1 and ${key('p.employee_number')} = ${key('asked.number')}
      order by asked.place`,
    [db.orgId, numbers],
  )
}

/** Takes the employee numbers of people who get other ones: a number cannot be that of two, not even for a moment. */
export async function giveUpNumbers(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.query(`update people set employee_number = null where org_id = $1 and id = any($2::uuid[])`, [
    db.orgId,
    ids,
  ])
}

/** So many people are compared for each address, and so many of them are answered. */
const mostSimilarCompared = 1000
const mostSimilarFound = 5

/**
 * The work e-mails of people whose names or addresses are similar to these addresses, which are few, before the domain: the
 * most similar first.
 */
export async function findSimilarEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  const texts = emails.map((email) => searchText(email.split('@')[0]!))
  const [database] = await db.query<{ is_cluster: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as is_cluster`,
  )
  if (database!.is_cluster) return findSimilarEmailsInCluster(db, texts)
  const alike = await db.query<{ person_id: string; similarity: number }>(
    `select alike.person_id, alike.similarity
       from unnest($1::text[]) as asked (text)
      cross join lateral find_similar_people(asked.text, $2, $3) alike`,
    [texts, mostSimilarCompared, mostSimilarFound],
  )
  const found = await db.query<{ work_email: string }>(
    `select p.work_email
       from unnest($2::uuid[], $3::real[]) as alike (person_id, similarity)
       join people p on p.org_id = $1 and p.id = alike.person_id
      order by alike.similarity desc, p.id`,
    [db.orgId, alike.map(({ person_id }) => person_id), alike.map(({ similarity }) => similarity)],
  )
  return found.map(({ work_email }) => work_email)
}

/**
 * Look-up without the function: a transaction that has written, if only its Idempotency-Key, cannot call it in a cluster. Row-level
 * security keeps it from the index, so all people of the organization are compared.
 */
async function findSimilarEmailsInCluster(db: Db, texts: readonly string[]): Promise<string[]> {
  const found = await db.query<{ work_email: string }>(
    `select p.work_email
       from unnest($2::text[]) as asked (text)
      cross join lateral (
            select people.id, people.work_email, split_part(people.search_text, '@', 1) as names
              from people
             where people.org_id = $1 and people.erased_at is null
               and word_similarity(asked.text, split_part(people.search_text, '@', 1)) >= 0.4
             order by strict_word_similarity(asked.text, split_part(people.search_text, '@', 1)) desc, people.id
             limit $3) p
      order by strict_word_similarity(asked.text, p.names) desc, p.id`,
    [db.orgId, texts, mostSimilarFound],
  )
  return found.map(({ work_email }) => work_email)
}
