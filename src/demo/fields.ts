import type { Input } from '../actions/action.ts'
import type { Call } from './caller.ts'
import type { DemoPerson } from './company.ts'
import { addDays, type Day } from '../domain/day.ts'
import { monthsFrom } from './months.ts'

type Field = Partial<Input<'org_fields_create'>>

/** Custom fields, one of each type. Values of files come with documents. */
const fields: Field[] = [
  {
    key: 't_shirt_size',
    label: 'T-shirt size',
    type: 'select',
    options: ['XS', 'S', 'M', 'L', 'XL'],
    tier: 'public',
  },
  { key: 'desk', label: 'Desk', type: 'text', tier: 'public' },
  { key: 'first_aider', label: 'First aider', type: 'boolean', tier: 'public' },
  { key: 'training_days', label: 'Training days a year', type: 'number', tier: 'job' },
  { key: 'last_health_check', label: 'Last health check', type: 'date', tier: 'private' },
  {
    key: 'first_aid_certificate',
    label: 'First aid certificate',
    type: 'file',
    tier: 'job',
    file: { kinds: ['pdf', 'image'], max_mb: 10, self_upload: true },
  },
]

export async function makeFields(call: Call): Promise<void> {
  // One after the other: the order of creation is the order in which they are shown.
  for (const field of fields) await call('org_fields_create', field)
}

const sizes = ['S', 'M', 'L', 'XL', 'XS', 'M', 'L']

/** Invented values. Not everybody has all of them. */
export function customOf(
  person: DemoPerson,
  number: number,
  now: Day,
): Record<string, string | number | boolean> {
  const inOffice = person.place === 'hamburg'
  return {
    t_shirt_size: sizes[number % sizes.length]!,
    first_aider: number % 9 === 0,
    training_days: person.kind ? 0 : number % 4 === 0 ? 7.5 : 5,
    ...(inOffice && {
      desk: `${(number % 4) + 1}.${String((number * 7) % 40).padStart(2, '0')}`,
      last_health_check: addDays(monthsFrom(now, -(number % 20) - 1), number % 28),
    }),
  }
}
