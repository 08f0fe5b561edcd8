import type { components } from '../../generated/contract.ts'
import type { OrganizationRow } from '../../queries/platform/organization.ts'

/** The organization as the contract shows it. */
export function presentOrganization(row: OrganizationRow): components['schemas']['Organization'] {
  const { id, slug, name, time_zone, language, created_at } = row
  return { id, slug, name, time_zone, language, created_at }
}

/** The appearance. This server has no files yet, so there is no logo, and photos are not available. */
export function presentAppearance(
  row: Pick<OrganizationRow, 'palette' | 'shell'>,
): components['schemas']['Appearance'] {
  return { palette: row.palette, shell: row.shell, logo_url: null, photos_available: false }
}
