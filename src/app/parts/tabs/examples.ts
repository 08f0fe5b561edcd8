import type { Examples } from '../html.ts'
import { tabs } from './part.ts'

export const examples: Examples = {
  three: () =>
    tabs('Grace Hopper', [
      { text: 'Profile', href: '/acme/a', current: true },
      { text: 'Job', href: '/acme/b', current: false },
      { text: 'Pay', href: '/acme/c', current: false },
    ]),
}
