import { logoUrl } from '../../domain/images.ts'
import type { components } from '../../generated/contract.ts'
import type { OrganizationRow } from '../../queries/platform/organization.ts'

/** The organization as the contract shows it. */
export function presentOrganization(row: OrganizationRow): components['schemas']['Organization'] {
  const { id, slug, name, time_zone, language, created_at } = row
  return { id, slug, name, time_zone, language, created_at }
}

/** The appearance. Every server can keep photos. */
export function presentAppearance(
  row: Pick<OrganizationRow, 'slug' | 'palette' | 'shell' | 'logo_hash'>,
): components['schemas']['Appearance'] {
  const { palette, shell, slug, logo_hash } = row
  return { palette, shell, logo_url: logoUrl(slug, logo_hash), photos_available: true }
}
