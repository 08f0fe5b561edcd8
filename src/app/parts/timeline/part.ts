import { html, type Child } from '../html.ts'

export interface Moment {
  when: Child
  what: Child
  /** More about it, below. */
  note?: Child
  /** `now` for what applies today, `coming` for what is ahead; left out: it is past. */
  state?: 'now' | 'coming'
}

/** Lists what happened or will, in the order in which it is given. */
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
