import type { Input } from '../actions/action.ts'

/**
 * Careers of the people of the demo company after they were hired. They are named by the local part of their e-mail.
 */

type Change = Input<'org_people_change_job'>

export interface DemoChange {
  who: string
  /** The month of the first day, in months from today; later than today it is scheduled. */
  since: number
  reason: Change['reason']
  title?: string
  /** The lead of the unit becomes the manager. */
  unit?: string
  /** Part of full time, from then on. */
  fte?: number
}

/** Changes, those of one person in order of time. */
// prettier-ignore
export const changes: DemoChange[] = [
  { who: 'lukas.ammann', since: -60, reason: 'promotion', title: 'Senior Firmware Engineer' },
  { who: 'lukas.ammann', since: -24, reason: 'promotion', title: 'Principal Firmware Engineer' },
  { who: 'oksana.hrytsenko', since: -20, reason: 'promotion', title: 'Senior Firmware Engineer' },
  { who: 'beatriz.caldeira', since: -30, reason: 'promotion', title: 'Senior Backend Engineer' },
  { who: 'beatriz.caldeira', since: -8, reason: 'promotion', title: 'Staff Engineer' },
  { who: 'guillermo.ibarrola', since: -14, reason: 'promotion', title: 'Senior Data Engineer' },
  { who: 'renate.ostermann', since: -70, reason: 'promotion', title: 'Senior Hardware Engineer' },
  { who: 'renate.ostermann', since: -17, reason: 'change', fte: 0.6 },
  { who: 'olena.marchuk', since: -25, reason: 'promotion', title: 'Shift Lead' },
  { who: 'priya.raghunathan', since: -11, reason: 'transfer', unit: 'Engineering', title: 'Quality Engineer' },
  { who: 'callum.strachan', since: 1, reason: 'transfer', unit: 'Cloud Platform', title: 'Platform Engineer' },
  { who: 'freja.holmgaard', since: 2, reason: 'promotion', title: 'Account Executive' },
]

export interface DemoEnd {
  who: string
  /** The last day is the last one of this month, in months from today. */
  until: number
  type: NonNullable<Input<'org_people_terminate'>['type']>
  reason: string
  /** The person came back. */
  again?: { since: number; title: string; unit: string }
}

// prettier-ignore
export const ends: DemoEnd[] = [
  { who: 'viktor.nemec', until: -6, type: 'voluntary', reason: 'Opens a workshop of his own' },
  { who: 'saoirse.doyle', until: -31, type: 'voluntary', reason: 'A year at sea', again: { since: -11, title: 'Customer Success Manager', unit: 'Customer Success' } },
  { who: 'birgit.nowotny', until: 2, type: 'end_of_contract', reason: 'The project is finished' },
]
