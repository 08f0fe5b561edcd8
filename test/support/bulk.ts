import type { TestClient } from './client.ts'
import type { Company } from './company.ts'
import { CallError } from './client.ts'
import type { TestServer } from './server.ts'

/** A person of org/setup.apply, when a test does not care. */
export const entry = (name: string, more: object = {}) => ({
  given_name: name,
  family_name: 'Example',
  work_email: emailOf(name),
  title: 'Engineer',
  ...more,
})

export const emailOf = (name: string): string => `${name.toLowerCase()}@company.example`

/** The columns that every file of people needs, and the cells of somebody below them. */
export const requiredColumns = ['given_name', 'family_name', 'work_email', 'title']
export const cellsOf = (name: string, title = 'Engineer'): string[] => [name, 'Example', emailOf(name), title]

/** The id of somebody whom the company has already, and whom `entry` and `cellsOf` mean by the same name. */
export const someone = async (company: Company, name: string, more: object = {}): Promise<string> =>
  (await company.person({ given_name: name, family_name: 'Example', work_email: emailOf(name), ...more })).id

/** A file of CSV with these people of setup.apply, who all have the same columns. */
export const fileOf = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows.map((row) => row.join(delimiter)).join('\n')

/** Applies people, and nothing else. */
export const applyPeople = (client: TestClient, ...people: object[]) =>
  client.call('org_setup_apply', { people: people as ReturnType<typeof entry>[] })

/** The problems of a refused setup.apply, each as `path code`, sorted. */
export async function problemsOf(call: Promise<unknown>): Promise<string[]> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return (error.body.error.details ?? []).map(({ path, code }) => `${path} ${code}`).sort()
  }
  throw new Error('the call was expected to be refused, but it succeeded')
}

/** The id of the person with this name, as `entry` makes them. */
export async function idOf({ db }: TestServer, company: Company, name: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'select id from people where org_id = $1 and work_email_key = $2',
    [company.id, emailOf(name)],
  )
  return rows[0]!.id
}

/** The job history of a person, as org/people.timeline tells it. */
export async function jobsOf(server: TestServer, company: Company, client: TestClient, name: string) {
  const person_id = await idOf(server, company, name)
  return (await client.call('org_people_timeline', { person_id })).jobs
}

/** The job that somebody has today, or their first one. */
export async function personOf(server: TestServer, company: Company, client: TestClient, name: string) {
  const person_id = await idOf(server, company, name)
  return client.call('org_people_get', { person_id })
}
