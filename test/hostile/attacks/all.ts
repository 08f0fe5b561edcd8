import type { Attack } from '../attack.ts'
import { connections } from './connections.ts'
import { fairness } from './fairness.ts'
import { input } from './input.ts'
import { manyPeople } from './many-people.ts'
import { nasty } from './nasty.ts'
import { postgres } from './postgres.ts'
import { protocol } from './protocol.ts'
import { signIns } from './sign-in.ts'
import { strangers } from './strangers.ts'
import { work } from './work.ts'

/** Every attack, in the order in which they run. */
export const attacks: Attack[] = [
  ...input,
  ...work,
  ...manyPeople,
  ...nasty,
  ...protocol,
  ...fairness,
  ...signIns,
  ...connections,
  ...strangers,
  ...postgres,
]
