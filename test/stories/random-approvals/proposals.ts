import { expect } from 'chai'
import type { Result } from '../../../src/actions/action.ts'
import { addDays, type Day } from '../../../src/domain/day.ts'
import { CallError } from '../../support/client.ts'
import {
  type Terms,
  type Person,
  type Member,
  type Change,
  type Request,
  type World,
  todayOf,
  kindOf,
  lastEmployment,
  hasLeft,
  historyOf,
  termsOn,
  memberOf,
  differing,
  basisOf,
  perform,
} from './world.ts'
import { refusals, problems, isOldPay, expiryOf } from './model.ts'
import { submit } from './asked.ts'
import { at, proposerOf, subjectOf } from './subjects.ts'
import { type Scene } from './scene.ts'
import { summaryOf } from './check.ts'
import { type Proposal, type GivenTerms } from './operations.ts'

/** Days of changes, and of ends: no end falls on the day of a change. */
const changeDays: (Day | null)[] = [
  '2026-01-15',
  '2026-02-03',
  null,
  null,
  '2026-03-18',
  '2026-04-01',
  '2026-05-01',
  '2026-07-01',
]
const endDays: (Day | null)[] = [
  '2026-01-31',
  '2026-02-20',
  '2026-02-28',
  '2026-03-09',
  '2026-04-30',
  '2026-06-30',
  null,
  null,
]

export const changeDay = (world: World, index: number): Day => changeDays[index] ?? todayOf(world)
export const endDay = (index: number): Day | null => endDays[index] ?? null

/** Terms as inputs give them. Managers come earlier in the list and have no end, so that no line is a loop. */
export function termsFrom(world: World, person: Person, given: GivenTerms): Partial<Terms> {
  const { title, fte, unit, manager } = given as {
    title?: string
    fte?: number
    unit?: number
    manager?: number | null
  }
  const possible = world.people
    .slice(0, world.people.indexOf(person))
    .filter((one) => lastEmployment(one).last === null)
  return {
    ...(title !== undefined && { title }),
    ...(fte !== undefined && { fte }),
    ...(unit !== undefined && { unit_id: world.units[unit]!.id }),
    ...(manager !== undefined && {
      manager_id: manager === null ? null : (at(possible, manager)?.id ?? null),
    }),
  }
}

/** What somebody proposes, or undefined when the story has nothing for it. */
function changeOf(
  world: World,
  operation: Proposal,
  proposer: Member,
): { person: Person; change: Change } | undefined {
  if (operation.op === 'rehire') {
    const left = world.people.filter((one) => hasLeft(one, todayOf(world)))
    const person = at(left, operation.index)
    const sets: Terms = { title: 'Returner', fte: 1, unit_id: null, manager_id: null }
    const waits = world.requests.some((one) => one.person === person && one.status === 'pending')
    return person && !waits
      ? { person, change: { change: 'rehire', day: addDays(todayOf(world), 5), sets } }
      : undefined
  }
  const person = subjectOf(world, proposer, operation.whom)
  switch (operation.op) {
    case 'change_job': {
      const day = changeDay(world, operation.day)
      const given = termsFrom(world, person, operation.terms)
      const sets = differing(given, termsOn(person, day))
      return {
        person,
        change: {
          change: 'change_job',
          day,
          sets: Object.keys(sets).length > 0 && !('unit_id' in given) ? sets : given,
        },
      }
    }
    case 'correct_job': {
      const row = at(
        person.employments.flatMap(({ rows }) => rows),
        operation.row,
      )!
      const sets = differing(termsFrom(world, person, operation.terms), termsOn(person, row.from))
      const known = Object.fromEntries(
        Object.entries(sets).filter(([term]) => term === 'title' || term === 'fte'),
      )
      return Object.keys(known).length > 0
        ? { person, change: { change: 'correct_job', day: row.from, sets: known } }
        : undefined
    }
    case 'terminate':
      return { person, change: { change: 'terminate', last: endDay(operation.day) } }
    case 'pay_add':
      return {
        person,
        change: {
          change: 'pay_add',
          day: changeDay(world, operation.day),
          amount: 40_000 + operation.amount,
        },
      }
    case 'pay_remove': {
      const pay = at(person.pay, operation.row)
      return pay && { person, change: { change: 'pay_remove', pay } }
    }
    default:
      return undefined
  }
}

type Answer = Pick<Result<'org_people_change_job'>, 'approval'> & {
  history?: { id: string; valid_from: string }[]
}

/** Sends a change to the service. */
export async function send(
  scene: Scene,
  proposer: Member,
  via: 'app' | 'api',
  person: Person,
  change: Change,
): Promise<Answer> {
  const client = await scene.client(proposer, via)
  const person_id = person.id
  switch (change.change) {
    case 'change_job':
      return client.call('org_people_change_job', {
        person_id,
        effective_date: change.day,
        reason: 'change',
        ...change.sets,
      })
    case 'correct_job': {
      const { rows } = await scene.server.db.query<{ id: string }>(
        'select id from job_rows where org_id = $1 and person_id = $2 and valid_from = $3',
        [scene.company.id, person_id, change.day],
      )
      return client.call('org_people_correct_job', { job_id: rows[0]!.id, ...change.sets })
    }
    case 'terminate':
      return client.call('org_people_terminate', { person_id, last_day: change.last })
    case 'rehire':
      return client.call('org_people_rehire', { person_id, start_date: change.day, ...change.sets })
    case 'pay_add':
      return client.call('org_pay_add', {
        person_id,
        effective_date: change.day,
        amount: change.amount,
        currency: 'EUR',
        period: 'year',
      })
    case 'pay_remove':
      return client.call('org_pay_remove', { pay_id: change.pay.id })
  }
}

const effectiveOf = (person: Person, change: Change): Day =>
  change.change === 'terminate'
    ? (change.last ?? lastEmployment(person).last!)
    : change.change === 'pay_remove'
      ? change.pay.from
      : change.day

/** The request that waits for the same change already. */
const proposedAlready = (world: World, person: Person, change: Change): Request | undefined =>
  world.requests.find(
    (one) =>
      one.status === 'pending' &&
      one.person === person &&
      (JSON.stringify(one.change) === JSON.stringify(change) ||
        (change.change === 'pay_add' && one.change.change === 'pay_add' && one.change.day === change.day)),
  )

/** Proposes, and holds the answer against the model. */
export async function propose(scene: Scene, operation: Proposal): Promise<void> {
  const { world } = scene
  const proposer = proposerOf(world, operation)
  const { via } = operation
  const wanted = changeOf(world, operation, proposer)
  if (!wanted) return
  const { person, change } = wanted
  const matter = { person, proposer, change }
  const forbidden = refusals(world, matter, via)
  const unseen = change.change === 'pay_remove' || change.change === 'correct_job' ? ['not_found'] : []
  const impossible = problems(world, person, change)
  const already = proposedAlready(world, person, change)
  if (already && world.rules[already.kind] !== 'off')
    impossible.push('change_proposed_already', 'pay_proposed_already')
  const about = `${change.change} ${JSON.stringify(change)} of ${person.name} (${memberOf(world, person)?.role}) by ${proposer.name} (${proposer.role}, ${via}) under ${world.rules[kindOf(change)]}`
  const expected = forbidden.length > 0 ? [...forbidden, ...unseen] : impossible
  scene.trace.push(`  ${about}, ${expected.join() || 'accepted'}`)
  let answer: Answer
  try {
    answer = await send(scene, proposer, via, person, change)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const codes = [error.code, ...(error.body.error.details ?? []).map(({ code }) => code)]
    const found = codes.some((code) => expected.includes(code))
    expect(
      found,
      `[refused] ${about}: ${error.message}, expected ${expected.join() || 'no refusal'}`,
    ).to.equal(true)
    return
  }
  expect(expected, `[accepted] ${about}`).to.deep.equal([])
  const { approval } = answer
  if (approval) scene.trace.push(`  answered ${JSON.stringify(approval)}`)
  const payId =
    answer.history?.find(({ valid_from }) => change.change === 'pay_add' && valid_from === change.day)?.id ??
    ''
  const submitted = isOldPay(world, person, change) ? ({ status: 'off' } as const) : submit(world, matter)
  if (submitted.status === 'off') {
    expect(approval, `[off] ${about}`).to.equal(null)
    perform(person, change, payId)
    return
  }
  expect(approval, `[rule] ${about}`).not.to.equal(null)
  const request: Request = {
    id: approval!.id,
    kind: kindOf(change),
    change,
    person,
    proposer,
    via,
    proposedAt: world.now.getTime(),
    effective: effectiveOf(person, change),
    expires: expiryOf(world, effectiveOf(person, change)),
    status: submitted.status,
    steps: submitted.steps,
    decidedAt: submitted.status === 'pending' ? null : world.now.getTime(),
    basis: basisOf(person, change),
    history: JSON.stringify(historyOf(person)),
  }
  const { id: _, team_lead_blocked: blocked, ...summary } = approval!
  const { team_lead_blocked: expectedBlocked, ...rest } = summaryOf(request, submitted)
  const told = { ...summary, approvers: summary.approvers.toSorted() }
  const what = 'asked' in submitted ? submitted.asked.blocked?.what : undefined
  expect(told, `[summary] ${about}`).to.deep.equal(rest)
  expect(
    blocked && { unit_id: blocked.unit_id, unit_name: blocked.unit_name },
    `[blocked] ${about}`,
  ).to.deep.equal(expectedBlocked)
  if (blocked) expect(what, `[blocked what] ${about}`).to.include(blocked.what)
  if (submitted.status === 'approved') perform(person, change, payId)
  world.requests.push(request)
}
