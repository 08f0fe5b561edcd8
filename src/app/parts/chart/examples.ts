import type { Examples } from '../html.ts'
import { orgChart } from './part.ts'

export const examples: Examples = {
  'three levels': (language) =>
    orgChart([
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
