import { icon } from '../icon/part.ts'
import { html, type Child } from '../html.ts'

export interface Step {
  text: Child
  done: boolean
  /** Says for screen readers that it is done, or not yet. */
  state: string
  /** The way to do it, while it is not done. */
  action?: Child
}

/** Steps on the way to something that is complete: those that are done, and how to do the others. */
export const checklist = (steps: readonly Step[]): Child => html`
  <ol class="checklist">
    ${steps.map(
      ({ text, done, state, action }) => html`
        <li class=${done ? 'done' : undefined}>
          <span class="check">${done && icon('check')}<span class="away">${state}</span></span>
          <span class="check-text">${text}</span>
          ${!done && action}
        </li>
      `,
    )}
  </ol>
`
