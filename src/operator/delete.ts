import type pg from 'pg'
import { deleteRows } from '../queries/system/deletion.ts'
import { OperatorError } from './errors.ts'
import { findOrganization } from './status.ts'
import { asOperator } from './transaction.ts'

export interface DeletedOrganization {
  slug: string
  /** How many rows went, by table. */
  rows: Record<string, number>
}

/**
 * Removes every row of an organization for good.
 *
 * @param options.confirm the slug once more
 * @param options.force also when it is not closed
 */
export async function deleteOrganization(
  pool: pg.Pool,
  slug: string,
  options: { confirm: string; force: boolean },
): Promise<DeletedOrganization> {
  if (options.confirm !== slug) throw new OperatorError(`must be ${slug}, to be sure`, 'confirm')
  return asOperator(pool, async (client) => {
    const found = await findOrganization(client, slug)
    if (found.status !== 'closed' && !options.force)
      throw new OperatorError(`${slug} is ${found.status}. Close it first, or use --force.`)
    return { slug, rows: await deleteRows(client, found.organizationId) }
  })
}
