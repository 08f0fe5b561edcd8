import { html } from './html.ts'
import { render, type Child } from '../html/html.ts'
import type { Language } from './language.ts'
import { stylesheet } from './stylesheet.ts'
import { common } from './texts/common.ts'

/** The look of an organization on its pages. */
export interface OrganizationLook {
  name: string
  slug: string
  palette: string
  /** A path of this service; null without a logo. */
  logo_url: string | null
}

/** A page, as it is shown. */
export interface Page {
  /** The title in the tab, before the name of the organization or service. */
  title: string
  language: Language
  /** The organization of the page; left out: the service's own. */
  organization?: OrganizationLook | undefined
  body: Child
  /** Below the card: where else to go. */
  aside?: Child
  /** The member who is signed in, beside the way out: then the page is wide, with a bar at its top. */
  bar?: Child
  /** Tells that the forms of this page lead to other places, by redirects. */
  leadsAnywhere?: boolean
}

/** A page as HTML. */
export function renderPage(page: Page): string {
  const { title, language, organization, bar } = page
  const t = common[language]
  return render(html`
    <html lang=${language} data-palette=${organization?.palette ?? 'emerald'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${organization?.name ?? 'Rollcall'}</title>
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href=${stylesheet.path} />
      </head>
      <body class=${bar ? 'wide' : 'narrow'}>
        <a class="skip" href="#main">${t.skip}</a>
        ${bar ? wide(page) : narrow(page)}
        <footer class="foot">${t.madeWith} <b>Rollcall</b></footer>
      </body>
    </html>
  `)
}

const narrow = ({ organization, body, aside }: Page): Child => html`
  <main id="main" tabindex="-1">
    <div class="card">
      <div class="brand">${brand(organization)}</div>
      ${body}
    </div>
    ${aside && html`<div class="aside">${aside}</div>`}
  </main>
`

const wide = ({ organization, body, bar }: Page): Child => [
  html`
    <header class="top">
      <div class="brand">${brand(organization)}</div>
      <div class="who">${bar}</div>
    </header>
  `,
  html`<main id="main" tabindex="-1">${body}</main>`,
]

/** Logo and name of the organization. Without a logo, the first letters of its name stand on the colour of its palette. */
function brand(organization: OrganizationLook | undefined): Child {
  const name = organization?.name ?? 'Rollcall'
  return [
    organization?.logo_url
      ? html`<img class="mark" src=${organization.logo_url} alt="" width="44" height="44" />`
      : html`<span class="mark letters" aria-hidden="true">${initials(name)}</span>`,
    html`<span class="brand-name">${name}</span>`,
  ]
}

/** `Acme` → `A`, `Łódź & Söhne GmbH` → `ŁS`. */
export function initials(name: string): string {
  const words = name.split(/[\s&+./-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = words.slice(0, 2).map((word) => [...word][0]!.toUpperCase())
  return letters.join('') || '·'
}
