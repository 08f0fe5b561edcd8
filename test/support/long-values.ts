import { randomUUIDv7 } from 'node:crypto'
import { lifeOf, storeLives } from './lives.ts'
import type { Company } from './company.ts'
import type { TestServer } from './server.ts'

/** The longest value of a text field, in the largest characters there are. */
export const longText = '😀'.repeat(2000)
const fieldCount = 30

/**
 * People with as much in custom fields as they may have: a value of 8 KB in each of 30 fields. Written directly to the
 * tables.
 *
 * @returns how many bytes the values of one person have
 */
export async function storeLongValues(server: TestServer, company: Company, people: number): Promise<number> {
  const life = () => lifeOf(randomUUIDv7(), [{ from: '2020-01-01', to: null }])
  await storeLives(server, company.id, Array.from({ length: people }, life))
  await server.db.query(
    `insert into custom_fields (org_id, id, key, label, type, tier, position)
     select $1, gen_random_uuid(), 'text_' || n, 'Text ' || n, 'text', 'public', n from generate_series(0, $2 - 1) n`,
    [company.id, fieldCount],
  )
  await server.db.query(
    `insert into custom_values (org_id, person_id, field_id, value, updated_at)
     select $1, p.id, f.id, to_jsonb($2::text), now()
       from people p cross join custom_fields f where p.org_id = $1 and f.org_id = $1`,
    [company.id, longText],
  )
  return fieldCount * Buffer.byteLength(longText)
}
