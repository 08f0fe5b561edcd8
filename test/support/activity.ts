import type { Company } from './company.ts'
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
  const { rows } = await server.db.query<RecordedActivity>(
    `select summary, subject_type, subject_id, subject_name, person_id, changes
       from activity where org_id = $1 and action = $2 order by id`,
    [company.id, action],
  )
  return rows
}
