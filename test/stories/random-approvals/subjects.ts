import type { Proposal } from './operations.ts'
import { above, personOf, termsOn, todayOf, worksOn, type Member, type Person, type World } from './world.ts'

export const at = <T>(list: readonly T[], index: number): T | undefined =>
  list.length === 0 ? undefined : list[index % list.length]

/** Who can be callers: members who are not shut out. */
export const callers = (world: World): Member[] => world.members.filter(({ disabled }) => !disabled)

/** Who proposes: of changes below somebody a manager, and where a lead would decide whoever changed a unit last. */
export function proposerOf(world: World, operation: Proposal): Member {
  const able = callers(world)
  const near = operation.op === 'rehire' ? 'any' : operation.whom.near
  const { meddler } = world
  if (near === 'unled' && meddler && able.includes(meddler)) return meddler
  const managers = able.filter(
    ({ person }) => person && world.people.some((one) => above(world, one).includes(person)),
  )
  return at(near === 'below' && managers.length > 0 ? managers : able, operation.who)!
}

/** Whom a proposal is about. */
export function subjectOf(
  world: World,
  proposer: Member,
  { near, index }: { near: string; index: number },
): Person {
  const own = proposer.person
  if (near === 'self' && own) return own
  const waiting = world.requests.filter(({ status }) => status === 'pending').map(({ person }) => person)
  if (near === 'again' && waiting.length > 0) return at(waiting, index)!
  const today = todayOf(world)
  const unled = world.people.filter((one) => {
    const manager = personOf(world, termsOn(one, today)?.manager_id ?? null)
    return termsOn(one, today)?.unit_id && !(manager && worksOn(manager, today))
  })
  if (near === 'unled' && unled.length > 0) return at(unled, index)!
  const below = own ? world.people.filter((one) => above(world, one).includes(own)) : []
  return at(near === 'below' && below.length > 0 ? below : world.people, index)!
}
