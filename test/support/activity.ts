import { spellSummary } from '../../src/texts/log.ts'
import type { Company } from './company.ts'
import type { ActionEntry } from './contract.ts'
import type { TestServer } from './server.ts'

export interface RecordedActivity {
  summary: string
  subject_type: string | null
  subject_id: string | null
  subject_name: string | null
  person_id: string | null
  changes: { field: string; before: unknown; after: unknown }[]
}

/** What an action, such as `org.units.update`, wrote to the activity log of a company; oldest first. */
export async function activityOf(
  server: TestServer,
  company: Company,
  action: string,
): Promise<RecordedActivity[]> {
  const { rows } = await server.db.query<Stored>(
    `select summary_code as code, summary_values as values, subject_type, subject_id, subject_name, person_id, changes
       from activity where org_id = $1 and action = $2 order by id`,
    [company.id, action],
  )
  return rows.map(({ code, values, ...line }) => ({ summary: inEnglish(code, values), ...line }))
}

type Stored = Omit<RecordedActivity, 'summary'> & {
  code: string
  values: Record<string, string | number> | null
}

/** A stored line in words, with `{subject}` where the name of its subject would be. */
export const inEnglish = (code: string, values: Readonly<Record<string, string | number>> | null): string =>
  spellSummary(code, values ?? {}, '{subject}', 'en')

/**
 * Removes the lines of an action that is a read and leaves some, where two of its answers are compared: an export of a person's data
 * shows the line of the one before.
 */
export async function forgetRecorded(
  { db }: Pick<TestServer, 'db'>,
  company: Pick<Company, 'id'>,
  { path, operation }: ActionEntry,
): Promise<void> {
  if (!operation['x-recorded']) return
  const action = path.replace('/v1/', '').replace('/', '.')
  const client = await db.connect()
  try {
    // A read does not wait for its commit, and until then its line cannot be seen: this waits.
    await client.query('begin; lock table activity in exclusive mode')
    await client.query('delete from activity where org_id = $1 and action = $2', [company.id, action])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The lines of a list without those of exports: an export shows the ones before it. */
export const withoutExports = (name: string, value: unknown): unknown =>
  name === 'activity' && Array.isArray(value)
    ? value.filter(({ action }: { action: string }) => !action.includes('.export_'))
    : value
