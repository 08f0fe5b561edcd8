import { diff } from '../diff/part.ts'
import type { Examples } from '../html.ts'
import { notice } from '../notice/part.ts'
import { confirm } from './part.ts'

const shared = {
  action: '/acme/manage/do/org/units.create',
  values: {},
  cancel: { text: 'Cancel', href: '/acme' },
}

export const examples: Examples = {
  'a change': () =>
    confirm({
      ...shared,
      title: 'This will happen',
      lines: [
        [
          'Changed the job of Grace Hopper',
          diff([{ field: 'Title', before: 'Editor', after: 'Head' }], {
            field: 'Field',
            before: 'Before',
            after: 'After',
            nothing: 'nothing',
          }),
        ],
      ],
      notes: notice('This waits for approval by HR: Ada Lovelace.', 'warn'),
      confirm: 'Change the job',
      change: { text: 'Change something', name: '~step', value: 'edit' },
    }),
}
