import { html, Html, type Part } from './html.ts'
import { eventHref, slug, tagsOf, type Reference } from './reference.ts'

/** One page: what differs from the others. */
export interface Page {
  /** `/docs/org/units.create` */
  href: string
  title: string
  /** For search engines and previews of links: one sentence. */
  summary: string
  main: Html
}

/** The addresses of the files that pages load. */
export interface Assets {
  style: string
  theme: string
  script: string
  search: string
}

/** The whole document of a page. `main` is all that differs, so the script replaces only that when a link is followed. */
export function layout(page: Page, navigation: Html, assets: Assets): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${page.summary}" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Rollcall API</title>
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href="${assets.style}" />
        <script src="${assets.theme}"></script>
        <script src="${assets.script}" defer></script>
      </head>
      <body data-search="${assets.search}">
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <button class="icon-button menu-button" popovertarget="menu" aria-label="Menu">
            ${icon('menu')}
          </button>
          <a class="brand" href="/docs"
            >${mark}<span>Rollcall <b>API</b></span></a
          >
          <button class="search-button" data-open-search aria-label="Search">
            ${icon('search')}<span>Search</span><kbd>/</kbd>
          </button>
          <nav class="top-links" aria-label="Documents"><a href="/v1/openapi.json">OpenAPI</a></nav>
          <button class="icon-button" data-switch-theme aria-label="Switch between light and dark colours">
            ${icon('moon')}${icon('sun')}
          </button>
        </header>
        <div class="frame">
          <nav id="menu" class="menu" popover aria-label="Reference">${marked(navigation, page.href)}</nav>
          <main id="main" tabindex="-1">${page.main}</main>
        </div>
        <dialog class="finder" aria-label="Search the reference">
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls="found"
            aria-autocomplete="list"
            aria-label="Search"
            placeholder="Search actions, fields, errors, events"
            autocomplete="off"
            spellcheck="false"
          />
          <ul id="found" role="listbox" aria-label="Results"></ul>
          <p class="finder-hint">
            <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
          </p>
        </dialog>
      </body>
    </html> `.text
}

/** The list of all pages. It is the same on every page, but for the mark of the page itself. */
export function navigationOf(reference: Reference): Html {
  const tags = tagsOf(reference)
  return html`<h2>Start</h2>
    <ul>
      <li><a href="/docs">Overview</a></li>
      <li><a href="/docs/errors">Errors</a></li>
    </ul>
    ${tags.map(
      ({ name, entries }) =>
        html`<h2 id="menu-${slug(name)}">${name}</h2>
          <ul>
            ${entries.map(({ href, title }) => html`<li><a href="${href}">${title}</a></li>`)}
          </ul>`,
    )}
    <h2>Events</h2>
    <ul>
      <li><a href="/docs/events">Webhooks</a></li>
      ${reference.events.map(
        ({ type }) =>
          html`<li>
            <a href="${eventHref(type)}"><code>${type}</code></a>
          </li>`,
      )}
    </ul>`
}

function marked(navigation: Html, href: string): Html {
  return new Html(navigation.text.replace(`<a href="${href}">`, `<a href="${href}" aria-current="page">`))
}

/** A white tick on green. */
export const mark = new Html(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="22" height="22" aria-hidden="true"><rect width="16" height="16" rx="4" fill="#047857"/><path d="m4 8 3 3 5-6" stroke="#fff" stroke-width="2" fill="none"/></svg>',
)

const paths = {
  menu: '<path d="M2 4h12M2 8h12M2 12h12"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>',
  moon: '<path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z"/>',
  sun: '<circle cx="8" cy="8" r="3"/><path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5 13 13M3 13l1.5-1.5M11.5 4.5 13 3"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2"/>',
}

/** A small drawing, which assistive technology does not read. */
export function icon(name: keyof typeof paths): Html {
  return new Html(
    `<svg class="icon icon-${name}" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" aria-hidden="true">${paths[name]}</svg>`,
  )
}

/** A heading with a link to itself. */
export function heading(id: string, title: Part): Html {
  return html`<h2 id="${id}"><a class="anchor" href="#${id}">${title}</a></h2>`
}
