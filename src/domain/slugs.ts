const words = (text: string): string[] => text.split(/\s+/)

/** The first parts of the service's own paths: no organization has its pages there. */
export const ownPaths: ReadonlySet<string> = new Set(
  words('api assets auth docs files healthz mcp metrics oauth readyz static v1'),
)

/**
 * Addresses that no new organization gets: the service's own paths, what it may want one day, and what would look as if the
 * service itself spoke there. An organization that has one of these from before keeps it, unless it is an own path.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...ownPaths,
  ...words(`about abuse accept access account accounts activity admin administrator ads ai analytics app apps archive audit
    authorize avatar avatars backup backups beta billing blog board bot bots bulk calendar callback careers cdn chart chat
    checkout client clients community company connect consent contact console cookies customers dashboard data de demo
    deliveries dev developer developers directory discover dns documentation documents download downloads email embed en
    enterprise error errors events example explore export exports faq favicon feed feedback find forgot
    forgotten forms forum free fr guide guides help home host hr id identity image images import imports index info
    integrations internal invite invites invoice invoices jobs join jwks keys language legal link links live local localhost
    locations log login logo logos logout logs mail manage manager managers manifest me media members messages mobile my new
    news newsletter none notifications null onboarding open openapi operator org organization organizations owner owners
    password pay payments payroll people person photo photos ping plan plans platform positions press pricing privacy
    profile proxy public queue recover redirect reference refresh register release releases reminders report reports
    reset robots rollcall root rss sales saml sample sandbox schema schemas scim script scripts search secure security
    self service services session sessions settings setup shared shop sign-in sign-out sign-up signin signout signup site
    sitemap sitemaps smtp sso staff staging start stats status storage store style styles subscribe subscriptions super
    support sync system task tasks team teams terms test tests token tokens tools trust undefined unsubscribe update updates
    upload uploads user users v2 v3 v4 verify version versions web webhook webhooks well-known whoami widget widgets wiki
    workspace workspaces www www1 www2 you`),
])

/** Tells whether an organization may be called so in addresses: 1 to 60 lower-case letters, digits and inner dashes. */
export const isSlug = (text: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(text)
