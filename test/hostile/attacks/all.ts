import type { Attack } from '../attack.ts'
import { input } from './input.ts'

/** Every attack, in the order in which they run. */
export const attacks: Attack[] = [...input]
