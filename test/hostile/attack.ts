import type { Site } from './site.ts'

/** What an attack did. */
export interface Finding {
  /** What was measured, in a few words with numbers. */
  measured: string
  /** Whether nobody else was hurt. */
  ok: boolean
}

export interface Attack {
  name: string
  /** `short`: the run has a minute or so: attack with less. */
  run: (site: Site, short: boolean) => Promise<Finding>
  /** Only in the full run: it takes long, or needs a whole machine to be measured well. */
  fullOnly?: boolean
  /** It mostly waits. Attacks one after the other that wait are run at the same time. */
  waits?: boolean
}
