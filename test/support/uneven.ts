import type { Day } from '../../src/domain/day.ts'
import type { Company } from './company.ts'
import type { TestServer } from './server.ts'

/** So many records of each kind are in the company that has much more than others, and a few in each of the others. */
export const many = 1000
const few = 4
const neighbors = 60

/** Writes so many records of each kind to the tables, with a day for each, and answers the ids of the people. */
type Fill = (made: Company, count: number, on: (n: number) => Day) => Promise<string[]>

/**
 * Makes a company that is not average, among small ones: everything in it is of one day, `on(0, 0)`, and in the others of
 * days of their own. Tests ask for the plans that PostgreSQL makes for all of them.
 *
 * @returns the company, its people, and the membership of its owner
 */
export async function makeUneven(
  server: TestServer,
  fill: Fill,
  on: (place: number, n: number) => Day,
): Promise<{ company: Company; people: string[]; owner: string }> {
  for (let place = 0; place < neighbors; place++) await fill(await server.company(), few, (n) => on(place, n))
  const company = await server.company()
  const people = await fill(company, many, () => on(0, 0))
  const { rows } = await server.db.query<{ id: string }>(
    `select id from memberships where org_id = $1 and role = 'owner'`,
    [company.id],
  )
  await server.db.query('vacuum analyze')
  return { company, people, owner: rows[0]!.id }
}
