import type { Audience, Caller } from '../domain/caller.ts'
import type { TaskReader } from '../domain/checklists.ts'
import { isHr } from './roles.ts'

/** A caller as a reader of tasks. */
export const taskReader = (caller: Caller, audience: Audience): TaskReader => ({
  hr: isHr(caller, audience),
  personId: caller.personId,
})
