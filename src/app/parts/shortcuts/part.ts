import { icon, type IconName } from '../icon/part.ts'
import { html, type Child } from '../html.ts'

export interface Shortcut {
  text: Child
  href: string
  icon: IconName
}

/** Ways to what is done every day. */
export const shortcuts = (label: string, items: readonly Shortcut[]): Child => html`
  <nav class="shortcuts" aria-label=${label}>
    <ul>
      ${items.map(
        ({ text, href, icon: name }) =>
          html`<li>
            <a href=${href}>${icon(name)}<span>${text}</span></a>
          </li>`,
      )}
    </ul>
  </nav>
`
