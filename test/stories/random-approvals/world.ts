import { addDays, type Day } from '../../../src/domain/day.ts'
import type { Role } from '../../../src/domain/caller.ts'

/** The terms of a job with which the stories play; the others stay as they are. */
export interface Terms {
  title: string
  fte: number
  unit_id: string | null
  manager_id: string | null
}

/** A row of a job history, with only what it changes. The first one of an employment sets all terms. */
export interface Row {
  from: Day
  sets: Partial<Terms>
}

export interface Employment {
  start: Day
  last: Day | null
  /** By first day. */
  rows: Row[]
}

export interface PayRow {
  id: string
  from: Day
  amount: number
}

export interface Person {
  id: string
  name: string
  employments: Employment[]
  /** By first day. */
  pay: PayRow[]
}

export interface Member {
  id: string
  userId: string
  name: string
  person: Person | null
  role: Role
  disabled: boolean
  /** Whether the login has a way to sign in. */
  password: boolean
  /** The invite by which the member got the login; null: not by one that the story knows. */
  invite: { by: string; at: number } | null
}

export type UnitAct = 'lead' | 'removed' | 'moved' | 'archived'

export interface Unit {
  id: string
  name: string
  parent: Unit | null
  lead: Person | null
  archived: boolean
  acts: { by: string; at: number; what: UnitAct }[]
}

export type Mode = 'off' | 'hr' | 'manager' | 'manager_then_hr'
export type Kind = 'job_change' | 'termination' | 'pay_change'
export type Status = 'pending' | 'approved' | 'rejected' | 'cancelled' | 'outdated' | 'expired'

/** A change as it is proposed. Days are calendar days; `last: null` takes an end back. */
export type Change =
  | { change: 'change_job'; day: Day; sets: Partial<Terms> }
  | { change: 'correct_job'; day: Day; sets: Partial<Terms> }
  | { change: 'terminate'; last: Day | null }
  | { change: 'rehire'; day: Day; sets: Terms }
  | { change: 'pay_add'; day: Day; amount: number }
  | { change: 'pay_remove'; pay: PayRow }

export interface Step {
  approver: 'manager' | 'hr'
  status: 'waiting' | 'pending' | 'approved' | 'rejected' | 'skipped'
  /** The member who decided it, as what, and the note. */
  decided: { by: Member; as: 'manager' | 'lead' | 'hr'; note: string | null } | null
}

export interface Request {
  id: string
  kind: Kind
  change: Change
  person: Person
  proposer: Member
  via: 'app' | 'api'
  proposedAt: number
  effective: Day
  expires: Day
  status: Status
  steps: Step[]
  decidedAt: number | null
  /** What the request would change, as it was when it was proposed. */
  basis: unknown
  /** The history of the person when it was proposed. */
  history: string
}

/** An organization as the model sees it. The time zone is UTC. */
export interface World {
  now: Date
  rules: Record<Kind, Mode>
  people: Person[]
  members: Member[]
  units: Unit[]
  requests: Request[]
  /** Who last changed a unit or invited somebody. */
  meddler?: Member
}

export const todayOf = (world: World): Day => world.now.toISOString().slice(0, 10) as Day

export const kindOf = ({ change }: Change): Kind =>
  change === 'terminate' ? 'termination' : change.startsWith('pay_') ? 'pay_change' : 'job_change'

export const lastEmployment = (person: Person): Employment => person.employments.at(-1)!

export const employmentOn = (person: Person, day: Day): Employment | undefined =>
  person.employments.find(({ start, last }) => start <= day && (last === null || day <= last))

export const worksOn = (person: Person, day: Day): boolean => employmentOn(person, day) !== undefined

/** Whether the last employment of the person is over. */
export const hasLeft = (person: Person, today: Day): boolean => {
  const { last } = lastEmployment(person)
  return last !== null && last < today
}

/** The terms that apply on a day; undefined when the person is not employed then. */
export function termsOn(person: Person, day: Day): Terms | undefined {
  const employment = employmentOn(person, day)
  return employment && termsIn(employment, day)
}

function termsIn({ rows }: Employment, day: Day): Terms {
  return Object.assign({}, ...rows.filter(({ from }) => from <= day).map(({ sets }) => sets)) as Terms
}

export const payOn = (person: Person, day: Day): PayRow | undefined =>
  person.pay.findLast(({ from }) => from <= day)

export const personOf = (world: World, id: string | null): Person | null =>
  world.people.find((person) => person.id === id) ?? null

export const memberOf = (world: World, person: Person | null): Member | undefined =>
  person ? world.members.find((member) => member.person === person) : undefined

export const isHr = ({ role }: Member): boolean => role === 'owner' || role === 'admin' || role === 'hr'

/** Everybody above a person on the reporting line of today, the nearest one first. It ends where somebody has left. */
export const above = (world: World, person: Person): Person[] =>
  lineOf(person, (one) => personOf(world, termsOn(one, todayOf(world))?.manager_id ?? null))

/** As `above`, but those who have left make no gap. */
export const aboveOnce = (world: World, person: Person): Person[] =>
  lineOf(person, (one) => managerOf(world, one, todayOf(world)))

function lineOf(person: Person, next: (one: Person) => Person | null): Person[] {
  const found: Person[] = []
  for (let at = next(person); at && !found.includes(at); at = next(at)) found.push(at)
  return found
}

/** The manager by the row of the day; of a person who is not employed then, by the nearest row. */
export function managerOf(world: World, person: Person, day: Day): Person | null {
  return personOf(world, placeOf(person, day).manager_id)
}

/** The terms of a day; of a person who is not employed then, those with which they come, else those with which they left. */
export function placeOf(person: Person, day: Day): Terms {
  const { employments } = person
  const { last, start, ...one } =
    employmentOn(person, day) ?? employments.find(({ start }) => start > day) ?? lastEmployment(person)
  return termsIn({ last, start, ...one }, start > day ? start : last !== null && last < day ? last : day)
}

/** The rows as org/people.timeline tells them. */
export function historyOf(person: Person): [Day, Day | null, Terms][] {
  return person.employments.flatMap((employment) =>
    employment.rows.map(({ from }, index): [Day, Day | null, Terms] => {
      const next = employment.rows[index + 1]
      return [from, next ? addDays(next.from, -1) : employment.last, termsIn(employment, from)]
    }),
  )
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Only what differs from the terms of the day. */
export function differing(sets: Partial<Terms>, from: Terms | undefined): Partial<Terms> {
  const entries = Object.entries(sets).filter(([term, value]) => from?.[term as keyof Terms] !== value)
  return Object.fromEntries(entries) as Partial<Terms>
}

/** What a change would replace, to be compared later. */
export function basisOf(person: Person, change: Change): unknown {
  switch (change.change) {
    case 'change_job':
    case 'correct_job': {
      const terms = termsOn(person, change.day)
      const changed = Object.keys(differing(change.sets, terms)) as (keyof Terms)[]
      return terms && Object.fromEntries(changed.map((term) => [term, terms[term]]))
    }
    case 'terminate':
      return [person.employments.length, lastEmployment(person).last]
    case 'rehire':
      return [person.employments.length, lastEmployment(person).last]
    case 'pay_add':
      return payOn(person, change.day)?.id ?? null
    case 'pay_remove':
      return person.pay.includes(change.pay)
  }
}

/** Whether what an open request would change is no longer what it was when it was proposed. */
export function isOutdated({ person, change, basis }: Request): boolean {
  switch (change.change) {
    case 'change_job':
    case 'correct_job': {
      const terms = termsOn(person, change.day)
      const begins = !!employmentOn(person, change.day)?.rows.some(({ from }) => from === change.day)
      const held = Object.entries(basis as Partial<Terms>)
      return (
        begins !== (change.change === 'correct_job') ||
        held.some(([term, value]) => terms?.[term as keyof Terms] !== value)
      )
    }
    case 'pay_add':
      return (
        !same(basisOf(person, change), basis) ||
        person.pay.some(({ from }) => from === change.day) ||
        !(change.day <= (lastEmployment(person).last ?? change.day))
      )
    default:
      return !same(basisOf(person, change), basis)
  }
}

/** Makes a change. The id is that of the pay row that it adds. */
export function perform(person: Person, change: Change, payId: string): void {
  const byDay = (a: { from: Day }, b: { from: Day }) => (a.from < b.from ? -1 : 1)
  switch (change.change) {
    case 'change_job': {
      const employment = employmentOn(person, change.day)!
      const sets = differing(change.sets, termsIn(employment, change.day))
      employment.rows.push({ from: change.day, sets })
      employment.rows.sort(byDay)
      break
    }
    case 'correct_job': {
      const row = employmentOn(person, change.day)!.rows.find(({ from }) => from === change.day)!
      row.sets = { ...row.sets, ...change.sets }
      break
    }
    case 'terminate': {
      const employment = lastEmployment(person)
      employment.last = change.last
      employment.rows = employment.rows.filter(({ from }) => change.last === null || from <= change.last)
      break
    }
    case 'rehire':
      person.employments.push({
        start: change.day,
        last: null,
        rows: [{ from: change.day, sets: { ...change.sets } }],
      })
      break
    case 'pay_add':
      person.pay.push({ id: payId, from: change.day, amount: change.amount })
      person.pay.sort(byDay)
      break
    case 'pay_remove':
      person.pay = person.pay.filter((row) => row !== change.pay)
  }
}
