import { addDays, type Day } from '../../../src/domain/day.ts'
import {
  above,
  aboveOnce,
  differing,
  employmentOn,
  hasLeft,
  isHr,
  kindOf,
  lastEmployment,
  managerOf,
  memberOf,
  personOf,
  placeOf,
  termsOn,
  todayOf,
  worksOn,
  type Change,
  type Member,
  type Person,
  type Request,
  type Step,
  type Unit,
  type UnitAct,
  type World,
} from './world.ts'

/** Where the service is known to differ from the specification: set these right with it. */
export const known = {
  /** A row of a file or of setup.apply is not yet held to the approval rules. */
  bulkNeedsApproval: false,
  /** Requests about people who have left are closed by the next job, and hidden from the manager whom they ask. */
  leaversToo: false,
  /** Not only leads, but all who decided a step go on seeing the request. */
  decidersKeepSeeing: true,
  /** Above a unit that the proposer moved no lead is asked, and not the next one. */
  noLeadAboveMoved: true,
}

/** An invite or a change of a unit by the proposer counts against those whom it puts in charge for so long. */
const trustDays = 30

const within = (world: World, at: number): boolean => world.now.getTime() - at <= trustDays * 86_400_000

export const canSignIn = (member: Member | undefined): member is Member =>
  !!member && !member.disabled && member.password

type Untrusted = 'no_login' | 'invited_by_proposer' | null

/** Who decides a step today, and how that came about. */
export interface Asked {
  as: 'manager' | 'lead' | 'hr'
  members: Member[]
  fallback: boolean
  teamLead: { unit: Unit; reason: 'no_manager' | 'manager_left' } | null
  /** The nearest unit that was passed over because of what the proposer did, with all that they did to it. */
  blocked: { unit: Unit; what: UnitAct[] } | null
  untrusted: Untrusted
}

type Matter = Pick<Request, 'person' | 'proposer'> & { change: Change }

const invitedBy = (world: World, { invite }: Member, proposer: Member): boolean =>
  invite?.by === proposer.id && within(world, invite.at)

function distrust(world: World, member: Member | undefined, proposer: Member): Untrusted {
  if (!canSignIn(member)) return 'no_login'
  return invitedBy(world, member, proposer) ? 'invited_by_proposer' : null
}

/** Who decides for HR, and the members whom an invite of the proposer passed over. */
function askHr(
  world: World,
  { person, proposer, change }: Matter,
): { members: Member[]; late: Member[]; untrusted: Untrusted } {
  const others = world.members.filter(
    (member) => isHr(member) && member !== proposer && member.person !== person,
  )
  const role = memberOf(world, person)?.role
  const [owners, admins, hr] = (['owner', 'admin', 'hr'] as const).map((one) =>
    others.filter((member) => member.role === one),
  ) as [Member[], Member[], Member[]]
  const tiers =
    kindOf(change) !== 'pay_change'
      ? [others]
      : role === 'owner'
        ? [owners, admins, hr]
        : role === 'hr'
          ? [[...owners, ...admins], hr]
          : [others]
  const able = tiers.map((tier) => tier.filter(canSignIn))
  const trusted = able.map((tier) => tier.filter((member) => !invitedBy(world, member, proposer)))
  const members = trusted.find((tier) => tier.length > 0) ?? []
  const late = able.find((tier) => tier.length > 0) ?? []
  const passed = able.flat().some((member) => invitedBy(world, member, proposer))
  const nobody = late.length === 0 && others.some(({ disabled }) => !disabled)
  return { members, late, untrusted: passed ? 'invited_by_proposer' : nobody ? 'no_login' : null }
}

/** Who decides a step: the manager, the lead of a unit in the manager's place, or HR. */
export function ask(world: World, matter: Matter, approver: Step['approver']): Asked {
  const { person, proposer } = matter
  const today = todayOf(world)
  const asked: Asked = {
    as: 'hr',
    members: [],
    fallback: false,
    teamLead: null,
    blocked: null,
    untrusted: null,
  }
  const late: { as: Asked['as']; member: Member; teamLead: Asked['teamLead'] }[] = []
  if (approver === 'manager') {
    const manager = managerOf(world, person, today)
    const member = memberOf(world, manager)
    let reason: 'no_manager' | 'manager_left' = 'no_manager'
    if (manager && worksOn(manager, today)) {
      if (member === proposer) {
        return { ...asked, ...hrOnly(askHr(world, matter)) }
      }
      asked.untrusted = distrust(world, member, proposer)
      if (asked.untrusted === null) return { ...asked, as: 'manager', members: [member!] }
      if (asked.untrusted === 'invited_by_proposer')
        late.push({ as: 'manager', member: member!, teamLead: null })
    } else if (manager && hasLeft(manager, today)) reason = 'manager_left'
    for (
      let unit = world.units.find(({ id }) => id === placeOf(person, today).unit_id) ?? null;
      unit;
      unit = unit.parent
    ) {
      const acts = unit.acts.filter(({ by, at }) => by === proposer.id && within(world, at))
      if (acts.length > 0) {
        asked.blocked ??= { unit, what: acts.map(({ what }) => what) }
        if (known.noLeadAboveMoved && acts.some(({ what }) => what === 'moved')) break
        continue
      }
      const lead = unit.lead
      if (!lead || lead === person || !worksOn(lead, today)) continue
      const login = memberOf(world, lead)
      if (login === proposer) continue
      const doubt = distrust(world, login, proposer)
      const teamLead = { unit, reason }
      if (doubt === null) return { ...asked, as: 'lead', members: [login!], teamLead }
      asked.untrusted ??= doubt
      if (doubt === 'invited_by_proposer') late.push({ as: 'lead', member: login!, teamLead })
    }
    asked.fallback = true
  }
  const hr = askHr(world, matter)
  if (hr.members.length > 0)
    return { ...asked, members: hr.members, untrusted: asked.untrusted ?? hr.untrusted }
  const [first] = late
  if (first)
    return { ...asked, as: first.as, members: [first.member], teamLead: first.teamLead, fallback: false }
  return {
    ...asked,
    members: hr.late,
    untrusted: asked.untrusted ?? hr.untrusted,
  }
}

const hrOnly = ({ members, late, untrusted }: ReturnType<typeof askHr>) => ({
  members: members.length > 0 ? members : late,
  untrusted,
})

/** Whether somebody counts as decided a step for HR by proposing: not about themselves, and never pay. */
const decidesByRole = ({ person, proposer, change }: Matter): boolean =>
  isHr(proposer) && kindOf(change) !== 'pay_change' && proposer.person !== person

export type Submitted =
  | { status: 'off' }
  | { status: 'approved'; steps: Step[]; note: 'proposed_by_approver' | 'no_other_approver'; asked?: Asked }
  | { status: 'pending'; steps: Step[]; asked: Asked; then: 'manager' | 'hr' | null }

/** What becomes of a proposal that is allowed and possible. */
export function submit(world: World, matter: Matter): Submitted {
  const rule = world.rules[kindOf(matter.change)]
  if (rule === 'off') return { status: 'off' }
  const approvers: Step['approver'][] = rule === 'manager_then_hr' ? ['manager', 'hr'] : [rule]
  const steps = approvers.map((approver): Step => {
    const skipped = approver === 'hr' && decidesByRole(matter)
    return { approver, status: skipped ? 'skipped' : 'waiting', decided: null }
  })
  let none: Asked | undefined
  for (const step of steps.filter(({ status }) => status === 'waiting')) {
    const asked = ask(world, matter, step.approver)
    const rest = steps.filter((other) => other !== step && other.status === 'waiting')
    // HR is not asked twice.
    if (step.approver === 'manager' && asked.as === 'hr' && rest.length > 0) {
      step.status = 'skipped'
      none = asked
      continue
    }
    const found = none
      ? { ...none, members: asked.members, untrusted: none.untrusted ?? asked.untrusted }
      : asked
    if (asked.members.length === 0) {
      step.status = 'skipped'
      none = found
      continue
    }
    step.status = 'pending'
    return { status: 'pending', steps, asked: found, then: rest[0]?.approver ?? null }
  }
  return {
    status: 'approved',
    steps,
    note: none ? 'no_other_approver' : 'proposed_by_approver',
    ...(none && { asked: none }),
  }
}

/** Whether the caller's role lets them make such changes by themselves. */
const mayByRole = (member: Member): boolean => isHr(member)

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
    const isAbove = proposer.person !== null && line(world, person).includes(proposer.person)
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

/** The last day on which a request can be decided. */
export const expiryOf = (world: World, effective: Day): Day => {
  const month = addDays(todayOf(world), trustDays)
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
  if (caller.person && above(world, person).includes(caller.person)) return true
  if (
    steps.some(({ decided }) => decided?.by === caller && (known.decidersKeepSeeing || decided.as === 'lead'))
  )
    return true
  const step = pendingStep(request)
  const asked = step && ask(world, request, step.approver)
  return !!asked?.members.includes(caller) && asked.as === 'lead'
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
