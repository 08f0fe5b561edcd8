import { badge } from '../badge/part.ts'
import { linkButton } from '../button/part.ts'
import { day } from '../day/part.ts'
import type { Examples } from '../html.ts'
import { facts, list, section } from './part.ts'

export const examples: Examples = {
  facts: (language) =>
    facts([
      { name: 'Title', value: 'Head of Research' },
      { name: 'Start date', value: day('2024-09-01', language) },
      {
        name: 'A name that is very long for a name',
        value: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      },
    ]),
  list: (language) =>
    list([
      { name: 'Grace Hopper', href: '/acme', note: 'Head of Research', end: badge('Active', 'good') },
      {
        name: 'Mary Somerville',
        href: '/acme',
        note: 'Editor',
        end: ['since ', day('2025-02-01', language)],
      },
      {
        name: 'Somebody',
        end: linkButton('/acme', { text: 'Remove', small: true, label: 'Remove somebody' }),
      },
    ]),
  section: () => section('people', 'People', list([{ name: 'Grace Hopper', note: 'Head of Research' }])),
}
