import { badge } from '../badge/part.ts'
import { linkButton } from '../button/part.ts'
import { empty } from '../empty/part.ts'
import { html, type Examples } from '../html.ts'
import { money } from '../money/part.ts'
import { table } from './part.ts'

const rows = [
  { name: 'Grace Hopper', title: 'Head of Research', status: 'Active', pay: 96000 },
  { name: 'Mary Somerville', title: 'Editor', status: 'Active', pay: 51500 },
]

export const examples: Examples = {
  rows: (language) =>
    table({
      caption: 'People and their pay',
      columns: [
        { name: 'Name', value: ({ name }) => html`<a href="/acme">${name}</a>` },
        { name: 'Title', value: ({ title }) => title },
        { name: 'Status', value: ({ status }) => badge(status, 'good') },
        { name: 'Pay', value: ({ pay }) => money(pay, 'EUR', language), end: true },
      ],
      rows,
      none: empty('Nobody.'),
      foot: linkButton('/acme', { text: 'Next page', small: true }),
    }),
  'rows with ways on': (language) =>
    table({
      caption: 'Places',
      stack: true,
      columns: [
        { name: 'Name', value: ({ name }) => name },
        { name: 'Pay', value: ({ pay }) => money(pay, 'EUR', language), end: true },
        {
          name: 'Change',
          value: ({ name }) => linkButton('/acme', { text: 'Change', label: `Change: ${name}`, small: true }),
        },
      ],
      rows,
      none: undefined,
    }),
  'no rows': () =>
    table({ caption: 'Nobody', columns: [], rows: [], none: empty('There is nobody here yet.') }),
}
