import { expect } from 'chai'
import type { Result } from '../../../src/actions/action.ts'
import { type Person, type Member, type Step, type Request, type World, historyOf } from './world.ts'
import { sees, canDecide } from './model.ts'
import { type Asked, ask } from './asked.ts'
import { type Scene } from './scene.ts'

type Shown = Result<'org_approvals_get'>

const byName = (a: string, b: string) => (a < b ? -1 : 1)
const idsOf = (members: readonly Member[]): string[] =>
  members.flatMap(({ person }) => (person ? [person.id] : [])).sort(byName)

/** The requests that a caller sees are those that the model says, and say what it says. */
export async function checkRequests(scene: Scene, caller: Member, via: 'app' | 'api'): Promise<void> {
  const { world } = scene
  const client = await scene.client(caller, via)
  const list = await client.call('org_approvals_list', { status: 'all' })
  const told = new Map(list.items.map((item) => [item.id, item]))
  const seen = world.requests.filter((request) => sees(world, request, caller, via))
  const label = ({ kind, status, person }: Request) => `${kind} ${status} of ${person.name}`
  for (const request of world.requests) {
    const item = told.get(request.id)
    const as = `${caller.name} (${caller.role}, ${via})`
    expect(!!item, `[sees] ${label(request)} is shown to ${as}`).to.equal(seen.includes(request))
    if (item) checkRequest(world, request, item, caller)
  }
  expect(told.size, '[sees] no requests that nobody proposed').to.equal(seen.length)
  const turns = seen.filter((request) => canDecide(world, request, caller)).length
  expect(list.waiting_for_me, '[waiting_for_me]').to.equal(turns)
}

function checkRequest(world: World, request: Request, shown: Shown, caller: Member): void {
  const { status, decidedAt, steps, proposer, change, kind } = request
  const about = `${kind} of ${request.person.name} by ${proposer.name}`
  expect(shown.status, `[status] ${about}`).to.equal(status)
  expect(
    shown.steps.map((step) => step.status),
    `[steps] ${about}`,
  ).to.deep.equal(steps.map((step) => step.status))
  const open = status === 'pending'
  const asked = steps.map((step) => askedFor(world, request, step))
  expect(shown.can_decide, `[can_decide] ${about} for ${caller.name}`).to.equal(
    canDecide(world, request, caller),
  )
  for (const [index, step] of steps.entries()) {
    const told = shown.steps[index]!
    const expected = asked[index]
    if (step.decided) {
      expect(told.approver, `[decided as] ${about}`).to.equal(step.decided.as)
      expect(told.decided_by, `[decided by] ${about}`).to.deep.equal(refOf(step.decided.by))
      expect(told.note, `[note of step] ${about}`).to.equal(step.decided.note)
      expect(
        told.approvers.map(({ id }) => id),
        `[approvers of decided] ${about}`,
      ).to.deep.equal(idsOf([step.decided.by]))
    } else if (expected) {
      expect(told.approver, `[approver ${step.status}] ${about}`).to.equal(expected.as)
      const approvers = told.approvers.map(({ id }) => id).sort(byName)
      expect(approvers, `[approvers ${step.status} ${expected.as}] ${about}`).to.deep.equal(
        idsOf(expected.members),
      )
    }
  }
  const turn = asked[steps.findIndex((step) => step.status === 'pending')]
  const last = steps.findLast(({ decided }) => decided)?.decided
  expect(
    {
      kind: shown.kind,
      change: shown.change,
      person: shown.person.id,
      effective: shown.effective_date,
      expires: shown.expires_on,
      proposer: shown.proposed_by,
      waiting: shown.waiting_for,
      withdraw: shown.can_withdraw,
      decidedAt: shown.decided_at,
      note: shown.decision_note,
      closed: shown.closed_reason !== null,
    },
    `[fields] ${about}`,
  ).to.deep.equal({
    kind,
    change: change.change,
    person: request.person.id,
    effective: request.effective,
    expires: request.expires,
    proposer: { ...refOf(proposer), via: request.via },
    waiting: open ? (turn?.as ?? null) : null,
    withdraw: open && caller === proposer,
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    note: status === 'approved' || status === 'rejected' ? (last?.note ?? null) : null,
    closed: status === 'cancelled' || status === 'outdated' || status === 'expired',
  })
}

const refOf = ({ name, person }: Member) => ({ name, person_id: person?.id ?? null })

const askedFor = (world: World, request: Request, { status, approver }: Step): Asked | undefined =>
  status === 'pending' || status === 'waiting' ? ask(world, request, approver) : undefined

/** A person's job history and pay are what the model says. */
export async function checkPerson({ founder }: Scene, person: Person): Promise<void> {
  const { jobs } = await founder.call('org_people_timeline', { person_id: person.id })
  const rows = jobs.map(({ valid_from, valid_to, title, fte, unit, manager }) => [
    valid_from,
    valid_to,
    { title, fte, unit_id: unit?.id ?? null, manager_id: manager?.id ?? null },
  ])
  expect(rows, `[history] of ${person.name}`).to.deep.equal(historyOf(person))
  const { history } = await founder.call('org_pay_list', { person_id: person.id })
  const pay = history.map(({ id, valid_from, amount }) => ({ id, from: valid_from, amount }))
  expect(
    pay.sort((a, b) => byName(a.from, b.from)),
    `[pay] of ${person.name}`,
  ).to.deep.equal(person.pay)
}

/** What the answer to a proposal says about its approval. */
export function summaryOf(
  request: Request,
  submitted: { asked?: Asked; then?: string | null; note?: string },
) {
  const { asked, then = null, note = null } = submitted
  const pending = request.status === 'pending'
  const unitOf = (of: { unit: { id: string; name: string } } | null | undefined) =>
    of ? { unit_id: of.unit.id, unit_name: of.unit.name } : null
  return {
    status: request.status,
    waiting_for: pending ? (asked!.as === 'hr' ? 'hr' : 'manager') : null,
    approvers: pending ? asked!.members.map(({ name }) => name).sort(byName) : [],
    automatic: !pending,
    note,
    fallback: asked?.fallback ?? false,
    team_lead: asked?.teamLead ? { ...unitOf(asked.teamLead)!, reason: asked.teamLead.reason } : null,
    team_lead_blocked: unitOf(asked?.blocked),
    untrusted: asked?.untrusted ?? null,
    then,
  }
}
