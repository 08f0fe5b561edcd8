import type { components } from '../../generated/contract.ts'
import type { OrganizationRow } from '../../queries/platform/organization.ts'

export function presentOrganization(row: OrganizationRow): components['schemas']['Organization'] {
  const { id, slug, name, time_zone, language, created_at } = row
  return { id, slug, name, time_zone, language, created_at }
}

/** This server keeps no files yet: there is neither a logo nor room for photos. */
export function presentAppearance(
  row: Pick<OrganizationRow, 'palette' | 'shell'>,
): components['schemas']['Appearance'] {
  return { palette: row.palette, shell: row.shell, logo_url: null, photos_available: false }
}
