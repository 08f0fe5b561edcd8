import { expect } from 'chai'
import { addDays, type Day } from '../../../src/domain/day.ts'
import { task as expireRequests } from '../../../src/jobs/expire_requests.ts'
import { setRules } from '../../support/approvals.ts'
import { CallError } from '../../support/client.ts'
import { runJob } from '../../support/run-job.ts'
import { tellEffective } from '../../support/tell-effective.ts'
import {
  type Person,
  type Member,
  type Change,
  type Request,
  type World,
  todayOf,
  hasLeft,
  isHr,
  isOutdated,
  perform,
} from './world.ts'
import { problems, pendingStep, sees, canDecide, mayStillPropose } from './model.ts'
import { ask } from './asked.ts'
import { changeDay, endDay, termsFrom, send, propose } from './proposals.ts'
import { at, callers } from './subjects.ts'
import { proposeInBulk } from './bulk.ts'
import { changeUnit, changeMember } from './meanwhile.ts'
import { type Scene } from './scene.ts'
import { checkRequests, checkPerson } from './check.ts'
import { type Operation } from './operations.ts'

/** Does one thing in both worlds, and compares them. */
export async function play(scene: Scene, operation: Operation, index: number): Promise<void> {
  const { world, server } = scene
  scene.trace.push(`${todayOf(world)} ${JSON.stringify(operation)}`)
  const touched = await act(scene, operation)
  closeOutdated(world, isOutdated)
  if (operation.op === 'time' || (touched && hasLeft(touched, todayOf(world)))) await runJobs(scene)
  const watched = at(callers(world), index)!
  await checkRequests(
    scene,
    watched,
    isHr(watched) || watched.role === 'member' ? at(['app', 'app', 'api'] as const, index)! : 'app',
  )
  if (touched) await checkPerson(scene, touched)
  expect(server.now).to.equal(world.now)
}

async function act(scene: Scene, operation: Operation): Promise<Person | undefined> {
  const { world } = scene
  switch (operation.op) {
    case 'decide':
      return decide(scene, operation)
    case 'bulk':
      await proposeInBulk(scene, operation)
      return
    case 'directly': {
      const person = somebody(world, operation.whom)
      const sets = termsFrom(world, person, operation.terms)
      return directly(scene, person, { change: 'change_job', day: changeDay(world, operation.day), sets })
    }
    case 'end':
      return directly(scene, somebody(world, operation.whom), {
        change: 'terminate',
        last: endDay(operation.day),
      })
    case 'pay': {
      const day = changeDay(world, operation.day)
      return directly(scene, somebody(world, operation.whom), {
        change: 'pay_add',
        day,
        amount: 30_000 + operation.amount,
      })
    }
    case 'lead':
    case 'move':
    case 'archive':
      return changeUnit(scene, operation)
    case 'disable':
    case 'password':
    case 'invite':
    case 'role':
      return changeMember(scene, operation)
    case 'rules':
      world.rules = { ...operation.rules }
      return setRules(scene.server, scene.company, world.rules) as Promise<undefined>
    case 'time':
      if (todayOf(world) > '2026-10-01') return
      world.now = new Date(world.now.getTime() + operation.days * 86_400_000)
      scene.server.now = world.now
      return
    default: {
      const before = JSON.stringify(world.people)
      await propose(scene, operation)
      const person = world.requests.at(-1)?.person
      return before === JSON.stringify(world.people) ? undefined : person
    }
  }
}

/** What the service does by itself in the night: open requests run out, and logins of leavers close. */
async function runJobs({ world, server, founder, forget }: Scene): Promise<void> {
  closeOutdated(
    world,
    ({ person, proposedAt, change }) =>
      change.change !== 'rehire' &&
      hasLeft(person, todayOf(world)) &&
      !hasLeft(person, new Date(proposedAt).toISOString().slice(0, 10) as Day),
  )
  await runJob(server, expireRequests, world.now)
  await tellEffective(server, world.now)
  const today = todayOf(world)
  for (const request of world.requests)
    if (request.status === 'pending' && request.expires < today)
      close(request, 'expired', Date.parse(addDays(request.expires, 1)))
  const members = await founder.call('platform_members_list', {})
  for (const member of world.members) {
    const disabled = members.find(({ membership_id }) => membership_id === member.id)!.status === 'disabled'
    if (disabled && !member.disabled) forget(member)
    member.disabled = disabled
  }
}

function close(request: Request, status: Request['status'], at: number): void {
  request.status = status
  request.decidedAt = at
  for (const step of request.steps)
    if (step.status === 'pending' || step.status === 'waiting') step.status = 'skipped'
}

function closeOutdated(world: World, isOver: (request: Request) => boolean): void {
  for (const request of world.requests)
    if (request.status === 'pending' && isOver(request)) close(request, 'outdated', world.now.getTime())
}

/** Anybody; half of the time somebody about whom a request waits. */
function somebody({ people, requests }: World, index: number): Person {
  const waiting = requests.filter(({ status }) => status === 'pending').map(({ person }) => person)
  return at(index % 2 === 1 && waiting.length > 0 ? waiting : people, index >> 1)!
}

/** A change that the owner makes while no rule is on. */
async function directly(scene: Scene, person: Person, change: Change): Promise<Person> {
  const { world, server, company, founder } = scene
  if (problems(world, person, change).length > 0) return person
  await setRules(server, company, { job_change: 'off', termination: 'off', pay_change: 'off' })
  const maker = world.members[0]!
  expect(await scene.client(maker, 'app')).to.equal(founder)
  const { history } = await send(scene, maker, 'app', person, change)
  await setRules(server, company, world.rules)
  const added = history?.find(({ valid_from }) => change.change === 'pay_add' && valid_from === change.day)
  perform(person, change, added?.id ?? '')
  return person
}

async function decide(
  scene: Scene,
  operation: Extract<Operation, { op: 'decide' }>,
): Promise<Person | undefined> {
  const { world } = scene
  const open = world.requests.filter(({ status }) => status === 'pending')
  const request = at(open.length > 0 && operation.right ? open : world.requests, operation.request)
  if (!request) return
  const { verb, via } = operation
  const able = callers(world).filter((one) =>
    verb === 'withdraw' ? one === request.proposer : canDecide(world, request, one),
  )
  const caller = at(operation.right && able.length > 0 ? able : callers(world), operation.who)!
  const note = operation.note || verb === 'reject' ? `By ${caller.name}` : null
  const expected = refusalsOf(scene, request, caller, operation)
  const about = `${verb} ${request.kind} of ${request.person.name} by ${caller.name} (${caller.role}, ${via})`
  scene.trace.push(`  ${about}, ${expected.join() || 'accepted'}`)
  const client = await scene.client(caller, via)
  const input = { request_id: request.id }
  try {
    if (verb === 'withdraw') await client.call('org_approvals_withdraw', input)
    else if (verb === 'reject') await client.call('org_approvals_reject', { ...input, note: note! })
    else await client.call('org_approvals_approve', { ...input, ...(note && { note }) })
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
  const now = world.now.getTime()
  if (verb === 'withdraw') return void close(request, 'cancelled', now)
  const step = pendingStep(request)!
  const decided = { by: caller, as: ask(world, request, step.approver).as, note }
  if (verb === 'reject') {
    step.status = 'rejected'
    step.decided = decided
    return void close(request, 'rejected', now)
  }
  const next = request.steps.find(({ status }) => status === 'waiting')
  if (
    !next &&
    (!mayStillPropose(world, request) || problems(world, request.person, request.change).length > 0)
  )
    return void close(request, 'outdated', now)
  step.status = 'approved'
  step.decided = decided
  if (next) return void (next.status = 'pending')
  close(request, 'approved', now)
  const { change, person } = request
  let payId = ''
  if (change.change === 'pay_add') {
    const { history } = await scene.founder.call('org_pay_list', { person_id: person.id })
    payId = history.find(({ valid_from }) => valid_from === change.day)?.id ?? ''
  }
  perform(person, change, payId)
  return person
}

/** Why a decision is refused; empty when it is not. */
function refusalsOf(
  { world }: Scene,
  request: Request,
  caller: Member,
  { verb, via }: { verb: string; via: 'app' | 'api' },
): string[] {
  if (verb !== 'withdraw' && via === 'api') return ['forbidden']
  if (!sees(world, request, caller, via))
    return ['not_found', ...(caller.role === 'viewer' ? ['forbidden'] : [])]
  const found: string[] = request.status === 'pending' ? [] : ['request_closed']
  if (verb === 'withdraw') return caller === request.proposer ? found : [...found, 'not_your_request']
  if (caller === request.proposer) found.push('own_request')
  if (!canDecide(world, request, caller)) found.push('not_your_turn')
  return found
}
