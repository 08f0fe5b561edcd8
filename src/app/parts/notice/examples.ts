import { html, type Examples } from '../html.ts'
import { notice, outcome, problems } from './part.ts'

export const examples: Examples = {
  done: () => outcome('The unit is created.'),
  good: () => notice('The mail is sent.', 'good'),
  'worth knowing': () => notice('The rule for job changes is on: this change waits for approval.'),
  warning: () => notice('This day is long ago: check it.', 'warn'),
  problems: () =>
    html`${problems('There are 2 problems', [{ id: 'x', text: 'Give a name.' }, { text: 'Something else.' }])}
      <p id="x">…</p>`,
}
