import type { Attack } from '../attack.ts'
import { connections } from './connections.ts'
import { fairness } from './fairness.ts'
import { input } from './input.ts'
import { protocol } from './protocol.ts'

/** Every attack, in the order in which they run. */
export const attacks: Attack[] = [...input, ...protocol, ...fairness, ...connections]
