import { html, type Child } from '../html.ts'

export interface Moment {
  when: Child
  what: Child
  /** More about it, below. */
  note?: Child
  /** Whether it applies today, or is still to come; left out: it is past. */
  state?: 'now' | 'coming'
}

/** What happened or will, newest first or oldest first as it is given. */
export const timeline = (moments: readonly Moment[]): Child => html`
  <ol class="timeline">
    ${moments.map(
      ({ when, what, note, state }) => html`
        <li class=${state ?? 'past'}>
          <span class="when">${when}</span>
          <div class="what"><b>${what}</b>${note && html`<div class="note">${note}</div>`}</div>
        </li>
      `,
    )}
  </ol>
`
