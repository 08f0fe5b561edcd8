import { html, type Child } from '../html.ts'

export interface Swatch {
  name: string
  palette: string
  /** The way to choose it; undefined: it cannot be chosen. */
  href: string | undefined
  /** The words in place of a link, where it is chosen already. */
  chosen: string | undefined
  /** The word on the button of the preview. */
  sample: string
}

/** Palettes to choose from: each shows a button, a link and the tint in its colours. */
export const swatches = (items: readonly Swatch[]): Child => html`
  <x-palettes
    ><ul class="swatches">
      ${items.map(
        ({ name, palette, href, chosen, sample }) => html`
          <li class=${chosen === undefined ? undefined : 'chosen'}>
            <span class="swatch" data-palette=${palette} aria-hidden="true"
              ><span class="swatch-button">${sample}</span><span class="swatch-tint">Aa</span></span
            >
            <span class="swatch-name">
              ${href === undefined || chosen !== undefined ? name : html`<a href=${href}>${name}</a>`}
              ${chosen !== undefined && html`<span class="note">${chosen}</span>`}
            </span>
          </li>
        `,
      )}
    </ul></x-palettes
  >
`
