import { addDays, shiftDay, type Day } from './day.ts'

/** Reminders of days that come: which are told, and when. */

export const reminderKinds = [
  'probation_end',
  'contract_end',
  'start_soon',
  'start_today',
  'anniversary',
] as const
export type ReminderKind = (typeof reminderKinds)[number]

export interface ReminderSettings {
  enabled: Readonly<Record<ReminderKind, boolean>>
  /** Whole days, 0 to 60. */
  days_before: Readonly<Record<ReminderKind, number>>
}

/** The settings of a company that has changed none. */
export const usualReminders: ReminderSettings = {
  enabled: {
    probation_end: true,
    contract_end: true,
    start_soon: true,
    start_today: true,
    anniversary: true,
  },
  days_before: { probation_end: 14, contract_end: 30, start_soon: 3, start_today: 0, anniversary: 0 },
}

/** A day that was missed, because nothing ran, is told so many days late. */
export const mostDaysLate = 3

/** From which to which day something is told; null: not at all. */
export type Windows = Readonly<Record<ReminderKind, { from: Day; to: Day } | null>>

const windowsOf = (of: (kind: ReminderKind) => { from: Day; to: Day } | null): Windows =>
  Object.fromEntries(reminderKinds.map((kind) => [kind, of(kind)])) as Windows

/** The days that are told today: those that come soon enough, and those that were missed. */
export const toldToday = ({ enabled, days_before }: ReminderSettings, today: Day): Windows =>
  windowsOf((kind) => {
    if (!enabled[kind]) return null
    const late = shiftDay(today, -mostDaysLate)
    // A first day that is over comes no more.
    return { from: kind === 'start_soon' ? addDays(today, 1) : late, to: shiftDay(today, days_before[kind]) }
  })

/** All days of the next weeks that would be told; a first day is either today, or comes. */
export const comingDays = ({ enabled }: ReminderSettings, today: Day, days: number): Windows =>
  windowsOf((kind) => {
    if (!enabled[kind]) return null
    const last = shiftDay(today, days - 1)
    if (kind === 'start_today') return { from: today, to: today }
    return { from: kind === 'start_soon' ? shiftDay(today, 1) : today, to: last }
  })

/** People hear of their own first day and of their anniversaries. */
export const tellsSelf = (kind: ReminderKind): boolean => kind === 'start_today' || kind === 'anniversary'
