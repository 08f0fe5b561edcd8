import type { Day } from './day.ts'
import type { JobTerms } from './employment.ts'
import type { PayTerms } from './pay.ts'
import type { WantedEnd } from './termination.ts'
import type { Patch } from './timeline.ts'

/** Changes of an employment as somebody wants them, before anything is decided. Records are named by their ids. */

/** Other terms from a day on. */
export interface JobChange {
  effectiveDate: Day
  reason: 'change' | 'promotion' | 'transfer'
  patch: Patch
  /** Nobody becomes the manager for leading the unit: that was decided when the change was proposed. */
  keepsManager?: true
}

/** A row as it should have been from its first day, which may be wrong, too. */
export interface JobCorrection {
  jobId: string
  validFrom?: Day | undefined
  patch: Patch
}

/** The terms of a job as a hire takes them: what may be left out is null, a default, or decided. */
export type NewTerms = Omit<JobTerms, 'manager_id' | 'legal_entity_id'> & {
  manager_id?: string | null | undefined
  legal_entity_id?: string | null | undefined
}

/** Another employment. */
export interface Rehire {
  startDate: Day
  terms: NewTerms
}

/** Pay from a day on. */
export interface PayInput extends PayTerms {
  effective_date: Day
}

/** Intents by what they do, in the names of the actions. Requests store all but `remove_job`, which asks nobody. */
export interface Intents {
  change_job: JobChange
  correct_job: JobCorrection
  remove_job: { jobId: string }
  terminate: WantedEnd
  rehire: Rehire
  pay_add: PayInput
  pay_remove: { payId: string }
}

export type IntentOf<Name extends keyof Intents> = { change: Name } & Intents[Name]
export type Intent = { [Name in keyof Intents]: IntentOf<Name> }[keyof Intents]
