import { linkButton } from '../button/part.ts'
import type { Examples } from '../html.ts'
import { empty } from './part.ts'

export const examples: Examples = {
  'nothing to do': () => empty('Nothing waits for you.'),
  'a beginning': () =>
    empty('There are no units yet.', linkButton('/acme', { text: 'Create a unit', kind: 'main' })),
}
