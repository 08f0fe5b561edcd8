import { html, type Examples } from '../html.ts'
import { notice, problems } from './part.ts'

export const examples: Examples = {
  done: () => notice('The unit is created.', 'good'),
  'worth knowing': () => notice('The rule for job changes is on: this change waits for approval.'),
  warning: () => notice('This day is long ago: check it.', 'warn'),
  problems: () =>
    html`${problems('There are 2 problems', [{ id: 'x', text: 'Give a name.' }, { text: 'Something else.' }])}
      <p id="x">…</p>`,
}
