import {
  type Member,
  type UnitAct,
  type Unit,
  type Step,
  type Request,
  type World,
  todayOf,
  kindOf,
  worksOn,
  memberOf,
  isHr,
  managerOf,
  placeOf,
} from './world.ts'
import { known } from './known.ts'

/** An invite or a change of a unit by the proposer counts against those whom it puts in charge for so long. */
const trustDays = 30

const within = (world: World, at: number, { proposedAt = world.now.getTime() }: Matter): boolean =>
  proposedAt - at <= trustDays * 86_400_000

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

export type Matter = Pick<Request, 'person' | 'proposer' | 'change'> & { proposedAt?: number }

const invitedBy = (world: World, { invite }: Member, matter: Matter): boolean =>
  invite?.by === matter.proposer.id && within(world, invite.at, matter)

function distrust(world: World, member: Member | undefined, matter: Matter): Untrusted {
  if (!canSignIn(member)) return 'no_login'
  return invitedBy(world, member, matter) ? 'invited_by_proposer' : null
}

/** Who decides for HR, and the members whom an invite of the proposer passed over. */
function askHr(world: World, matter: Matter): { members: Member[]; late: Member[]; untrusted: Untrusted } {
  const { person, proposer, change } = matter
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
  const trusted = able.map((tier) => tier.filter((member) => !invitedBy(world, member, matter)))
  const members = trusted.find((tier) => tier.length > 0) ?? []
  const late = able.find((tier) => tier.length > 0) ?? []
  const passed = able.flat().some((member) => invitedBy(world, member, matter))
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
  /** Leads who are there, or above the person, because of what the proposer did. */
  const chosen: typeof late = []
  if (approver === 'manager') {
    const manager = managerOf(world, person, today)
    const member = memberOf(world, manager)
    let reason: 'no_manager' | 'manager_left' = 'no_manager'
    if (manager && worksOn(manager, today)) {
      if (member === proposer) {
        return { ...asked, ...hrOnly(askHr(world, matter)) }
      }
      asked.untrusted = distrust(world, member, matter)
      if (asked.untrusted === null) return { ...asked, as: 'manager', members: [member!] }
      if (asked.untrusted === 'invited_by_proposer')
        late.push({ as: 'manager', member: member!, teamLead: null })
    } else if (manager?.employments.some(({ last }) => last !== null && last < today))
      // Who has left and comes back is gone until then.
      reason = 'manager_left'
    let moved = false
    for (
      let unit = world.units.find(({ id }) => id === placeOf(person, today).unit_id) ?? null;
      unit;
      unit = unit.parent
    ) {
      const acts = unit.acts.filter(({ by, at }) => by === proposer.id && within(world, at, matter))
      if (acts.length > 0 && !moved) asked.blocked ??= { unit, what: acts.map(({ what }) => what) }
      moved ||= known.noLeadAboveMoved && acts.some(({ what }) => what === 'moved')
      const lead = unit.lead
      if (unit.archived || !lead || lead === person || !worksOn(lead, today)) continue
      const login = memberOf(world, lead)
      if (login === proposer) continue
      const teamLead = { unit, reason }
      if (acts.length > 0 || moved) {
        if (canSignIn(login)) chosen.push({ as: 'lead', member: login, teamLead })
        continue
      }
      const doubt = distrust(world, login, matter)
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
  const [last] = hr.late.length > 0 ? [] : chosen
  if (last) return { ...asked, as: last.as, members: [last.member], teamLead: last.teamLead, fallback: false }
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
    // Only what HR proposes is made when nobody else can be asked: others wait until somebody can.
    if (asked.members.length === 0 && isHr(matter.proposer)) {
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
