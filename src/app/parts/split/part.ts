import { html, type Child } from '../html.ts'

/** A page about one record: what happens with it, and beside it what it is. Below each other where there is no room. */
export const split = (main: Child, side: Child): Child => html`
  <div class="split">
    <div class="split-main">${main}</div>
    <div class="split-side">${side}</div>
  </div>
`
