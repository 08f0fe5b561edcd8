import type { PublicOrganization } from '../auth/public-organization.ts'
import { nameOfProvider } from '../domain/sign-in.ts'
import { linkButton } from './form.ts'
import { html } from './html.ts'
import type { Child } from '../html/html.ts'
import { signs } from './icons.ts'

/**
 * Links to the providers that can be used now.
 *
 * @param query what they are told besides the organization
 */
export function providerLinks(
  organization: Pick<PublicOrganization, 'slug' | 'methods'>,
  label: (name: string) => string,
  query: Record<string, string | undefined>,
): Child {
  const names = (['google', 'microsoft'] as const).filter((name) => organization.methods[name])
  const links = names.map((name) =>
    linkButton(providerPath(name, organization.slug, query), [signs[name](), label(nameOfProvider[name])]),
  )
  return links.length > 0 && html`<div class="ways">${links}</div>`
}

/** Where signing in, linking or accepting with a provider begins. */
export function providerPath(
  provider: 'google' | 'microsoft',
  organization: string,
  query: Record<string, string | undefined>,
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `/auth/${provider}?${new URLSearchParams([['organization', organization], ...given]).toString()}`
}
