import type { Examples } from '../html.ts'
import { figures } from './part.ts'

export const examples: Examples = {
  two: () =>
    figures([
      { name: 'Headcount', value: 17 },
      { name: 'Turnover', value: '4.2%' },
    ]),
}
