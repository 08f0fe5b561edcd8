import { field, input } from '../field/part.ts'
import type { Examples } from '../html.ts'
import { filters } from './part.ts'

const text = (id: string, label: string) =>
  field({ id, label, control: (aria) => input(aria, { name: id, value: '', type: 'search' }) })

export const examples: Examples = {
  'a row, and more below': (language) =>
    filters({
      action: '/gallery',
      row: [text('find', 'Name'), text('place', 'Place')],
      more: { summary: language === 'de' ? 'Mehr' : 'More', open: true, fields: text('team', 'Team') },
      submit: language === 'de' ? 'Anzeigen' : 'Show',
      clear: { text: language === 'de' ? 'Zurücksetzen' : 'Clear', href: '/gallery' },
    }),
}
