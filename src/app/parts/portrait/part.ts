import { initials } from '../../../pages/layout.ts'
import { html, type Child } from '../html.ts'

/** The photo of a person, or the first letters of their name. Beside the name it tells nothing more, so it has no text. */
export const portrait = (photoUrl: string | null, name: string, { large = false } = {}): Child => {
  const side = large ? 72 : 32
  const look = `portrait${large ? ' large' : ''}`
  return photoUrl === null
    ? html`<span class=${`${look} letters`} aria-hidden="true">${initials(name)}</span>`
    : html`<img class=${look} src=${photoUrl} alt="" width=${side} height=${side} loading="lazy" />`
}
