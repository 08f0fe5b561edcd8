import type { Audience, Caller } from '../domain/caller.ts'
import type { PositionReader } from '../domain/positions.ts'
import { isHr } from './roles.ts'

/** A caller as a reader of positions. */
export const positionReader = (caller: Caller, audience: Audience): PositionReader => {
  const hr = isHr(caller, audience)
  return {
    hr,
    jobTier: audience === 'manage',
    pay: hr && caller.credential.kind === 'web',
    personId: caller.personId,
  }
}
