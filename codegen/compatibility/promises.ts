import { isObject, type Json, type JsonObject } from '../model.ts'
import type { Breaks, Found } from './breaks.ts'
import { there, words } from './words.ts'

/** Compares what an action promises besides its schemas: class, retry, access, credentials, errors and events. */
export function comparePromises(breaks: Breaks, id: string, was: JsonObject, is: JsonObject): void {
  const found = [
    ...changed('class changed', 'x-class', was, is),
    ...changed('retry changed', 'x-retry', was, is),
    ...compareAccess(was['x-access'], is['x-access']),
    ...compareCredentials(was['security'], is['security']),
    ...compareErrors(was['x-errors'], is['x-errors']),
    ...list(was['x-events'])
      .filter((type) => !list(is['x-events']).includes(type))
      .map((type) => ({ rule: 'event removed' as const, what: `event ${words(type)}`, ...there })),
  ]
  for (const one of found) breaks.add({ ...one, place: id }, id)
}

type Finding = Omit<Found, 'place'>

function changed(rule: Found['rule'], key: string, was: JsonObject, is: JsonObject): Finding[] {
  const [before, now] = [words(was[key]), words(is[key])]
  return before === now ? [] : [{ rule, what: key, was: before, is: now }]
}

function compareAccess(was: Json | undefined, is: Json | undefined): Finding[] {
  const [before, now] = [grants(was), grants(is)]
  if (before.every((grant) => now.includes(grant))) return []
  return [{ rule: 'access narrowed', what: 'x-access', was: words(before), is: words(now) }]
}

/** Lists the callers and states that an `x-access` allows. A change that removes one of its items breaks clients. */
function grants(access: Json | undefined): string[] {
  if (!isObject(access)) return []
  const { manage, me, web_only: webOnly, while_paused: whilePaused } = access
  const roles = manage === 'any' ? ['any role', 'owner', 'admin', 'hr', 'viewer'] : list(manage)
  return [
    ...roles.map((role) => `manage ${words(role)}`),
    ...(me === true ? ['me'] : []),
    ...(webOnly === true ? [] : ['keys and apps']),
    ...(whilePaused === true ? ['while paused'] : []),
  ]
}

/** Every way to call the operation must still be possible. */
function compareCredentials(was: Json | undefined, is: Json | undefined): Finding[] {
  const [before, now] = [credentials(was), credentials(is)]
  const lost = now.includes('none') ? [] : before.filter((one) => !now.includes(one))
  return lost.length === 0
    ? []
    : [{ rule: 'credential removed', what: 'security', was: words(before), is: words(now) }]
}

function credentials(security: Json | undefined): string[] {
  const ways = list(security).map((way) => Object.keys(way as JsonObject).join(' and ') || 'none')
  return ways.length === 0 ? ['none'] : ways
}

function compareErrors(was: Json | undefined, is: Json | undefined): Finding[] {
  const now = new Map(list(is).map(errorOf))
  return list(was)
    .map(errorOf)
    .flatMap(([name, code]): Finding[] => {
      const what = `error ${name}`
      if (!now.has(name)) return [{ rule: 'error removed', what, ...there }]
      const same = now.get(name) as string
      return same === code ? [] : [{ rule: 'error code changed', what, was: code, is: same }]
    })
}

/** The name and the code of an error. */
function errorOf(error: Json): [string, string] {
  return isObject(error) ? [words(error['code']), words(error['error'])] : [words(error), '']
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
