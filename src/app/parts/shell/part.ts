import { render } from '../../../html/html.ts'
import { initials, type OrganizationLook } from '../../../pages/layout.ts'
import { buttonForm } from '../button/part.ts'
import { head, type Head } from '../head/part.ts'
import { icon, type IconName } from '../icon/part.ts'
import { html, type Child, type Language } from '../html.ts'

export interface Link {
  text: string
  href: string
  icon: IconName
  current: boolean
}

export interface Shell extends Head {
  language: Language
  organization: OrganizationLook & { shell: string }
  /** The stylesheet. */
  style: string
  /** The member who is signed in, and the role. */
  person: { name: string; role: string }
  /** The pages that this reader may open, in groups. */
  navigation: readonly { title?: string; links: readonly Link[] }[]
  /** The search in everything; `from` answers `{choices}` to its script. */
  find: { text: string; href: string; from: string }
  /** The way to notifications; `count` of those that are not read, where there are any. */
  bell: { text: string; href: string; count: string | undefined; current: boolean }
  /** The other workspace, and the own account. */
  links: readonly Omit<Link, 'current'>[]
  /** The other language. */
  other: { language: Language; text: string; action: string; back: string }
  signOut: { text: string; action: string }
  words: { skip: string; navigation: string; menu: string; you: string }
  /** The title in the tab; left out: that of the head. */
  tab?: string
  /** Above everything: what was done, or what is worth knowing. */
  notice?: Child
  body: Child
}

/** A whole page for somebody who is signed in, as a document. */
export function shell(shown: Shell): string {
  const { language, organization, words } = shown
  return render(html`
    <html lang=${language} data-palette=${organization.palette} data-shell=${organization.shell}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${shown.tab ?? shown.title} · ${organization.name}</title>
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href=${shown.style} />
      </head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        <header class="side">
          ${brand(shown)}
          <div class="side-tools">${finder(shown)} ${bell(shown)}</div>
          <details class="menu">
            <summary>${icon('menu')}<span>${words.menu}</span></summary>
            <div class="menu-content">${sideContent(shown)}</div>
          </details>
        </header>
        <main id="main" tabindex="-1">${shown.notice} ${head(shown)} ${shown.body}</main>
      </body>
    </html>
  `)
}

const brand = ({ organization: { name, logo_url } }: Shell): Child => html`
  <div class="brand">
    ${
      logo_url
        ? html`<img class="mark" src=${logo_url} alt="" width="28" height="28" />`
        : html`<span class="mark letters" aria-hidden="true">${initials(name)}</span>`
    }
    <span class="brand-name">${name}</span>
  </div>
`

const finder = ({ find }: Shell): Child => html`
  <x-commands data-from=${find.from}
    ><a class="find" href=${find.href}>${icon('search')}<span>${find.text}</span></a></x-commands
  >
`

const bell = ({ bell: { text, href, count, current } }: Shell): Child => html`
  <a class="bell" href=${href} aria-label=${text} aria-current=${current ? 'page' : undefined}
    >${icon('bell')}${count !== undefined && html`<span class="bell-count" aria-hidden="true">${count}</span>`}</a
  >
`

/** The menu: on a telephone it is folded; elsewhere its content is shown beside the page, whether it is open or not. */
const sideContent = (shown: Shell): Child => [
  html`
    <nav class="side-nav" aria-label=${shown.words.navigation}>
      ${shown.navigation.map(
        ({ title, links }) => html`
          ${title && html`<p class="side-title">${title}</p>`}
          <ul>
            ${links.map(link)}
          </ul>
        `,
      )}
    </nav>
  `,
  you(shown),
]

const link = (one: Omit<Link, 'current'> & { current?: boolean }): Child => html`
  <li>
    <a href=${one.href} aria-current=${one.current ? 'page' : undefined}
      >${icon(one.icon)}<span>${one.text}</span></a
    >
  </li>
`

function you({ person, links, other, signOut, words }: Shell): Child {
  const { back, language } = other
  return html`
    <section class="you" aria-label=${words.you}>
      <p><b>${person.name}</b><span>${person.role}</span></p>
      <ul>
        ${links.map(link)}
      </ul>
      <div class="you-buttons">
        ${buttonForm(other.action, { text: other.text, small: true }, { language, back })}
        ${buttonForm(signOut.action, { text: signOut.text, small: true })}
      </div>
    </section>
  `
}
