import { html, type Child } from '../html.ts'

/**
 * A secret or a link that is shown this once. A script adds a button that copies it.
 *
 * @param words what the button says, before and after
 */
export const secret = (value: string, words: { copy: string; copied: string }): Child => html`
  <x-copy data-copy=${words.copy} data-copied=${words.copied}
    ><code class="secret" tabindex="0">${value}</code></x-copy
  >
`
