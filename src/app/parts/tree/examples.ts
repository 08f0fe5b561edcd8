import { badge } from '../badge/part.ts'
import type { Examples } from '../html.ts'
import { tree } from './part.ts'

export const examples: Examples = {
  'two levels': () =>
    tree('Units', [
      {
        name: 'Acme',
        note: 'Ada Lovelace leads',
        end: '42 people',
        below: [
          { name: 'Research', mark: badge('Department'), below: [] },
          { name: 'Sales', mark: badge('Department'), end: '7 people', below: [] },
        ],
      },
    ]),
}
