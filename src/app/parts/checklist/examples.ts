import { linkButton } from '../button/part.ts'
import type { Examples } from '../html.ts'
import { checklist } from './part.ts'

export const examples: Examples = {
  'one done': () =>
    checklist([
      { text: 'A legal entity', done: true, state: 'Done' },
      {
        text: 'Units',
        done: false,
        state: 'To do',
        action: linkButton('/', { text: 'Add one', small: true }),
      },
    ]),
}
