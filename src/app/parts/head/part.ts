import { icon } from '../icon/part.ts'
import { html, type Child } from '../html.ts'

export interface Crumb {
  text: string
  href: string
}

export interface Head {
  title: string
  /** A picture beside the title. */
  picture?: Child
  /** A sentence below the title. */
  lead?: Child
  /** The pages above this one. */
  trail?: readonly Crumb[]
  /** Buttons beside the title. */
  actions?: Child
  /** The words for screen readers before the trail. */
  trailLabel?: string
}

/** The head of a page: the way to it, its title, and what can be done with what it shows. */
export const head = ({
  title,
  picture,
  lead,
  trail = [],
  actions,
  trailLabel = 'Breadcrumb',
}: Head): Child => html`
  <header class="head">
    ${
      trail.length > 0 &&
      html`<nav class="trail" aria-label=${trailLabel}>
        <ol>
          ${trail.map(crumb)}
        </ol>
      </nav>`
    }
    <div class="head-row">
      ${picture}
      <div class="head-text">
        <h1>${title}</h1>
        ${lead && html`<p class="lead">${lead}</p>`}
      </div>
      ${actions && html`<div class="head-actions">${actions}</div>`}
    </div>
  </header>
`

const crumb = ({ text, href }: Crumb): Child => html`<li><a href=${href}>${text}</a>${icon('right')}</li>`
