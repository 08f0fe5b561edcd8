import { html, type Child } from '../html.ts'

export interface Tab {
  text: Child
  href: string
  current: boolean
}

/** Pages about the same record, beside each other. Each tab is a page of its own, so a link leads to it. */
export const tabs = (label: string, items: readonly Tab[]): Child => html`
  <nav class="tabs" aria-label=${label}>
    ${items.map(({ text, href, current }) => html`<a href=${href} aria-current=${current ? 'page' : undefined}>${text}</a>`)}
  </nav>
`
