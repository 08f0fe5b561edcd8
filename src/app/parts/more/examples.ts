import type { Examples } from '../html.ts'
import { more } from './part.ts'

export const examples: Examples = {
  two: () =>
    more('Change', 'Research', [
      { text: 'Rename', href: '/' },
      { text: 'Archive', href: '/', danger: true },
    ]),
  asking: () => more('Actions', 'Lease', [{ text: 'Delete', href: '/', danger: true, sent: { id: '1' } }]),
}
