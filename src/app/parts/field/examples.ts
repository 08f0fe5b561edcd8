import type { Examples } from '../html.ts'
import { checkbox, checkboxes, field, group, input, radios, select, textArea, tick } from './part.ts'

export const examples: Examples = {
  'one line': () =>
    field({
      id: 'e-name',
      label: 'Name',
      help: 'As it is written on the door.',
      control: (aria) => input(aria, { name: 'name', value: 'Research' }),
    }),
  'a mistake': () =>
    field({
      id: 'e-email',
      label: 'Work e-mail',
      error: 'Somebody already has this address. Give another one.',
      control: (aria) => input(aria, { name: 'email', value: 'grace@', type: 'email' }),
    }),
  'a number': () =>
    field({
      id: 'e-fte',
      label: 'Share of full time',
      note: 'optional',
      control: (aria) => input(aria, { name: 'fte', value: '0.8', mode: 'decimal', short: true }),
      below: checkbox('clear', '1', 'No value', false),
    }),
  'a day': () =>
    field({
      id: 'e-day',
      label: 'Start date',
      control: (aria) => input(aria, { name: 'day', value: '2026-03-01', type: 'date', short: true }),
    }),
  'several lines': () =>
    field({
      id: 'e-note',
      label: 'Note',
      control: (aria) => textArea(aria, { name: 'note', value: 'One\nTwo' }),
    }),
  'one of many': () =>
    field({
      id: 'e-unit',
      label: 'Unit',
      control: (aria) =>
        select(
          aria,
          'unit',
          [
            { value: '', label: 'None' },
            { value: '1', label: 'Research' },
          ],
          '1',
        ),
    }),
  'one of a few': () =>
    group(
      { id: 'e-kind', label: 'Kind', help: 'How large it is.' },
      radios(
        'kind',
        [
          { value: 'team', label: 'Team', help: 'A handful of people.' },
          { value: 'department', label: 'Department' },
        ],
        'team',
      ),
      'choices',
    ),
  'some of a few': () =>
    group(
      { id: 'e-kinds', label: 'Files', error: 'Choose at least one.' },
      checkboxes(
        'kinds',
        [
          { value: 'pdf', label: 'PDF' },
          { value: 'image', label: 'Images' },
        ],
        ['pdf'],
      ),
      'choices',
    ),
  'a box to tick, with an error': () =>
    tick(
      {
        id: 'e-confirm',
        label: 'Show what there is to more people',
        help: 'They see it at once.',
        error: 'Tick this, or leave the field as it is.',
      },
      { name: 'confirm', value: 'true', checked: false },
    ),
  'a checklist in groups': () =>
    group(
      { id: 'e-events', label: 'Events' },
      checkboxes(
        'events',
        [
          { value: 'person.hired', label: 'person.hired', help: 'Somebody was added.', under: 'People' },
          { value: 'person.left', label: 'person.left', help: 'Somebody has left.', under: 'People' },
          { value: 'unit.created', label: 'unit.created', under: 'Structure' },
        ],
        ['person.left'],
      ),
      'choices',
    ),
  'parts of one thing': () =>
    group({ id: 'e-address', label: 'Address', note: 'optional' }, [
      field({ id: 'e-line1', label: 'Street', control: (aria) => input(aria, { name: 'line1', value: '' }) }),
      field({ id: 'e-city', label: 'City', control: (aria) => input(aria, { name: 'city', value: '' }) }),
    ]),
}
