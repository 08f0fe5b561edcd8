import type pg from 'pg'
import { deleteRows } from '../queries/system/deletion.ts'
import { OperatorError } from './errors.ts'
import { findOrganization } from './status.ts'
import { asOperator } from './transaction.ts'

export interface DeletedOrganization {
  slug: string
  /** The number of deleted rows, by table. */
  rows: Record<string, number>
}

/**
 * Deletes every row of an organization, for good.
 *
 * @param options.confirm the slug again
 * @param options.force delete it even if it is not closed
 * @throws OperatorError when `confirm` is not the slug, the organization is unknown, or is not closed
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
