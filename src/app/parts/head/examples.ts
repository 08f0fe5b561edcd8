import { linkButton } from '../button/part.ts'
import type { Examples } from '../html.ts'
import { head } from './part.ts'

// The title of a page is its only first heading, so the gallery shows one of them.
export const examples: Examples = {
  'with trail, sentence and buttons': () =>
    head({
      title: 'Research and development',
      lead: 'A department of 12 people, led by Grace Hopper.',
      trail: [
        { text: 'Organization', href: '/acme/manage' },
        { text: 'Units', href: '/acme/manage/units' },
      ],
      actions: [
        linkButton('/acme', { text: 'Change' }),
        linkButton('/acme', { text: 'Add a unit', kind: 'main' }),
      ],
    }),
}
