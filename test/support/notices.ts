import type { Company } from './company.ts'
import type { TestServer } from './server.ts'

/** The notices that wait to be sent in a company; oldest first. */
export async function noticesOf({ db }: Pick<TestServer, 'db'>, company: Company): Promise<object[]> {
  const { rows } = await db.query<object>(
    'select kind, person_id, recipient, about from notices where org_id = $1 order by created_at, id',
    [company.id],
  )
  return rows
}
