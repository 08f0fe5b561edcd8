import type { Examples } from '../html.ts'
import { picker } from './part.ts'

const from = '/acme/manage/choices/people'
const search = { name: 'q', label: 'Manager', button: 'Search', step: { name: 'step', value: 'find' } }

export const examples: Examples = {
  'nothing chosen': () =>
    picker({
      from,
      id: 'p-one',
      label: 'Manager',
      name: 'a',
      choices: [],
      chosen: undefined,
      search: { ...search, value: '' },
    }),
  'some found': () =>
    picker({
      from,
      id: 'p-two',
      label: 'Manager',
      help: 'Who this person reports to.',
      name: 'b',
      choices: [
        { value: '1', label: 'Grace Hopper', help: 'Head of Research' },
        { value: '2', label: 'Grace Kelly', help: 'Editor' },
        { value: '', label: 'Nobody' },
      ],
      chosen: '1',
      search: { ...search, value: 'grace' },
    }),
  'nobody found': () =>
    picker({
      from,
      ...{ id: 'p-three', label: 'Manager', name: 'c', choices: [], chosen: undefined },
      search: { ...search, value: 'nobody' },
      nothing: 'Nobody is called so.',
      error: 'Choose somebody.',
    }),
}
