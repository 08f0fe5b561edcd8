import type { Input } from '../actions/action.ts'
import { addDays, type Day } from '../domain/day.ts'
import { company, leads, members, terms, type DemoPerson, type LocationKey } from './company.ts'
import { customOf } from './fields.ts'
import { monthsFrom } from './months.ts'

/** A row of the table as the input of a hire. */
export function describe(person: DemoPerson, now: Day, number: number): Partial<Input<'org_people_hire'>> {
  const { name, preferred, title, place, since, fte = 1, until, kind, phone } = person
  const start_date = monthsFrom(now, since)
  const probationEnd = addDays(monthsFrom(now, since + 6), -1)
  return {
    given_name: name[0],
    family_name: name[1],
    preferred_name: preferred ?? null,
    employee_number: `OI-${String(number).padStart(3, '0')}`,
    work_email: emailOf(person),
    work_phone: phone ?? null,
    title,
    start_date,
    employment_type: kind ?? (fte < 1 ? 'part_time' : 'full_time'),
    fte,
    contract_type: kind ? contractOf[kind] : until === undefined ? 'permanent' : 'fixed_term',
    contract_end_date: until === undefined ? null : addDays(monthsFrom(now, until + 1), -1),
    probation_end_date: kind === undefined && probationEnd >= now ? probationEnd : null,
    weekly_hours: hoursOf(place, fte),
    notice_period_days: kind === undefined ? terms[place].noticeDays : 14,
    birthday: birthday(number, kind === 'intern'),
    custom: customOf(person, number, now),
  }
}

/** Weekly hours of part of a full-time contract, in quarters. */
export function hoursOf(place: LocationKey, fte: number): number {
  return Math.round(terms[place].hours * fte * 4) / 4
}

/** Where somebody works, by the local part of their e-mail. */
export function placeOf(who: string): LocationKey {
  return [...leads, ...members].find((person) => localPart(person) === who)!.place
}

const contractOf = { intern: 'internship', contractor: 'freelance' } as const

/** Invented birthdays, in many different years and months. */
function birthday(number: number, student: boolean): Day {
  const two = (value: number) => String(value).padStart(2, '0')
  const year = student ? 2004 : 1966 + ((number * 17) % 34)
  return `${year}-${two(((number * 5) % 12) + 1)}-${two(((number * 11) % 28) + 1)}` as Day
}

/** The names in the table have no accents, so that small letters are enough for an e-mail address. */
export function localPart({ name }: DemoPerson): string {
  return name.join('.').toLowerCase().replaceAll(' ', '')
}

export function emailOf(person: DemoPerson): string {
  return `${localPart(person)}@${company.domain}`
}
