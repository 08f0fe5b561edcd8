import type { Examples } from '../html.ts'
import { graph } from './part.ts'

export const examples: Examples = {
  'three months': () =>
    graph(
      'People by month',
      [
        { name: 'Sep 26', value: 12 },
        { name: 'Oct 26', value: 14 },
        { name: 'Nov 26', value: 13 },
      ],
      String,
    ),
}
