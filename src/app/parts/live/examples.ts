import { field, input } from '../field/part.ts'
import { filters } from '../filters/part.ts'
import type { Examples } from '../html.ts'
import { list } from '../list/part.ts'
import { live } from './part.ts'

export const examples: Examples = {
  'a list with a filter': (language) =>
    live('1', [
      filters({
        action: '/gallery',
        row: field({
          id: 'e-live',
          label: 'Name',
          control: (aria) => input(aria, { name: 'live', value: '', type: 'search' }),
        }),
        submit: language === 'de' ? 'Anzeigen' : 'Show',
      }),
      list([{ name: 'Grace Hopper', note: 'Admiral' }]),
    ]),
}
