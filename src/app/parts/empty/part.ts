import { html, type Child } from '../html.ts'

/**
 * A place where nothing is yet: what would stand here, and how it begins.
 *
 * @param action a button, where the reader may begin it
 */
export const empty = (text: Child, action?: Child): Child => html`
  <div class="empty">
    <p>${text}</p>
    ${action}
  </div>
`
