import type { Examples } from '../html.ts'
import { tree } from './part.ts'

export const examples: Examples = {
  'three levels': (language) =>
    tree([
      {
        name: 'Ada Lovelace',
        href: '/gallery',
        note: language === 'de' ? 'Geschäftsführung' : 'Chief Executive',
        end: '4',
        branches: [
          { name: 'Grace Hopper', branches: [{ name: 'Alan Turing', branches: [] }] },
          { name: 'Barbara Liskov', branches: [] },
        ],
      },
    ]),
}
