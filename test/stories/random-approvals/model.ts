import { addDays, type Day } from '../../../src/domain/day.ts'
import {
  type Person,
  type Member,
  type Change,
  type Step,
  type Request,
  type World,
  todayOf,
  kindOf,
  lastEmployment,
  employmentOn,
  termsOn,
  worksOn,
  personOf,
  memberOf,
  isHr,
  above,
  aboveOnce,
  differing,
} from './world.ts'
import { type Matter, ask } from './asked.ts'

/** Whether the caller's role lets them make such changes by themselves. */
const mayByRole = (member: Member): boolean => isHr(member)

/** Whether a member works here today: whoever does not is above nobody. */
const leadsToday = (world: World, { person }: Member): boolean =>
  person !== null && worksOn(person, todayOf(world))

/** Why somebody may not propose this at all; empty when they may. Several reasons may hold at once. */
export function refusals(
  world: World,
  { person, proposer, change }: Matter,
  via: 'app' | 'api',
  line = above,
): string[] {
  const found: string[] = []
  const role = memberOf(world, person)?.role
  if (kindOf(change) === 'pay_change') {
    if (via === 'api' || !isHr(proposer)) return ['forbidden']
    if (proposer.person === person) found.push('own_pay')
    if (role === 'hr' && proposer.role === 'hr') found.push('pay_of_hr')
    if (role === 'owner' && proposer.role !== 'owner') found.push('pay_of_owner')
    return found
  }
  if (!mayByRole(proposer)) {
    if (change.change !== 'change_job' && change.change !== 'terminate') return ['forbidden']
    if (proposer.role === 'viewer' && via === 'api') return ['forbidden']
    const isAbove = leadsToday(world, proposer) && line(world, person).includes(proposer.person!)
    if (!isAbove) found.push('not_their_manager')
    else if (world.rules[kindOf(change)] === 'off') found.push('proposals_are_off')
  }
  if (change.change === 'terminate' && change.last !== null) {
    if (role === 'owner' && proposer.role !== 'owner') found.push('end_of_owner')
    if (role === 'admin' && proposer.role !== 'owner' && proposer.role !== 'admin') found.push('end_of_admin')
    if ((role === 'owner' || role === 'admin') && proposer.person === person) found.push('own_end')
  }
  return found
}

/** Why a change is not possible with the facts of today; empty when it is. */
export function problems(world: World, person: Person, change: Change): string[] {
  const found: string[] = []
  const today = todayOf(world)
  const end = lastEmployment(person).last
  if (change.change === 'change_job' || change.change === 'rehire') {
    const manager = personOf(world, change.sets.manager_id ?? null)
    if (manager && (lastEmployment(manager).last ?? change.day) < change.day) found.push('manager_has_left')
    const unit = world.units.find(({ id }) => id === change.sets.unit_id)
    if (unit?.archived && termsOn(person, change.day)?.unit_id !== unit.id) found.push('unit_archived')
  }
  switch (change.change) {
    case 'change_job': {
      const employment = employmentOn(person, change.day)
      if (!employment) found.push('not_employed_then')
      if (employment?.rows.some(({ from }) => from === change.day)) found.push('job_row_on_that_day')
      else if (employment && Object.keys(differing(change.sets, termsOn(person, change.day))).length === 0)
        found.push('job_unchanged')
      break
    }
    case 'correct_job':
      if (Object.keys(differing(change.sets, termsOn(person, change.day))).length === 0)
        found.push('job_unchanged')
      break
    case 'terminate':
      if (change.last === null) {
        if (end === null) found.push('no_end_scheduled')
        else if (end < today) found.push('end_is_past')
      } else if (change.last < lastEmployment(person).start) found.push('last_day_before_start')
      else if (change.last === end) found.push('ends_then_already')
      break
    case 'rehire':
      if (end === null || change.day <= end) found.push('still_employed')
      break
    case 'pay_add':
      if (change.day < person.employments[0]!.start) found.push('pay_before_start')
      if (end !== null && change.day > end) found.push('pay_after_last_day')
      if (person.pay.some(({ from }) => from === change.day)) found.push('pay_date_taken')
      break
    case 'pay_remove':
      if (!person.pay.includes(change.pay)) found.push('pay_removed')
  }
  return found
}

/** Whether pay can be removed without approval: an older row, which is not in force today and not scheduled. */
export function isOldPay(world: World, person: Person, change: Change): boolean {
  if (change.change !== 'pay_remove') return false
  const next = person.pay[person.pay.indexOf(change.pay) + 1]
  return next !== undefined && next.from <= todayOf(world)
}

/** How long a request waits at least. */
const requestDays = 30

/** The last day on which a request can be decided. */
export const expiryOf = (world: World, effective: Day): Day => {
  const month = addDays(todayOf(world), requestDays)
  return effective > month ? effective : month
}

export const pendingStep = ({ steps }: Request): Step | undefined =>
  steps.find(({ status }) => status === 'pending')

/** Whether a caller may see a request. */
export function sees(world: World, request: Request, caller: Member, via: 'app' | 'api'): boolean {
  const { person, proposer, kind, steps } = request
  if (kind === 'pay_change')
    return via === 'app' && isHr(caller) && (caller.person !== person || caller === proposer)
  if (caller === proposer) return true
  if (caller.person === person) return false
  if (isHr(caller)) return true
  if (leadsToday(world, caller) && above(world, person).includes(caller.person!)) return true
  if (steps.some(({ decided }) => decided?.by === caller)) return true
  const step = pendingStep(request)
  const asked = step && ask(world, request, step.approver)
  return !!asked?.members.includes(caller) && asked.as !== 'hr'
}

/** Whether it is the turn of a member. */
export function canDecide(world: World, request: Request, caller: Member): boolean {
  const step = request.status === 'pending' ? pendingStep(request) : undefined
  return !!step && ask(world, request, step.approver).members.includes(caller)
}

/** Whether the proposer could propose it today. */
export function mayStillPropose(world: World, { person, proposer, change }: Request): boolean {
  if (proposer.disabled) return false
  const rules = { job_change: 'hr', termination: 'hr', pay_change: 'hr' } as const
  return refusals({ ...world, rules }, { person, proposer, change }, 'app', aboveOnce).length === 0
}
