import type { Site } from './site.ts'

/** At most so many milliseconds. */
export interface Bound {
  /** Of what, in a few words before the number. */
  what: string
  ms: number
  most: number
}

/** What an attack did. The attack measures; which of it counts is decided by the form of the run (`judge`). */
export interface Finding {
  /** What was measured without a clock, in a few words with numbers. */
  measured: string
  /** Whether nobody else was hurt, as far as answers, counts and memory tell it: the same on any machine. */
  ok: boolean
  /** The longest pieces of work of the server, in processor time (`site.longestWork`): nearly the same on any machine. */
  work?: Bound[]
  /** How long somebody waited. On a busy machine everybody waits, so only the long form judges this. */
  waits?: Bound[]
}

export interface Attack {
  name: string
  /** `short`: the run has a minute or so: attack with less. */
  run: (site: Site, short: boolean) => Promise<Finding>
  /** Only in the full run: it takes long. */
  fullOnly?: boolean
  /** It mostly waits. Attacks one after the other that wait are run at the same time. */
  waits?: boolean
}
