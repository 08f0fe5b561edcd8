/** The first parts of the service's own paths. The slugs of organizations must differ from them. */
export const reservedSlugs: ReadonlySet<string> = new Set([
  'api',
  'assets',
  'auth',
  'docs',
  'files',
  'healthz',
  'mcp',
  'metrics',
  'oauth',
  'readyz',
  'static',
  'v1',
])

/** Whether an organization may be called so in addresses: 1 to 60 lower-case letters, digits and inner dashes. */
export const isSlug = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(text)
