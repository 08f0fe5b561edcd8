import type { Audience, Caller } from '../domain/caller.ts'
import { isHr } from './roles.ts'

/** The reader of documents, for the condition that decides which they see (`src/queries/documents/visible.ts`). */
export interface DocumentReader {
  /** Owners, admins and HR, acting for the company: they see all. */
  all: boolean
  /** Other manage roles, acting for the company: they see the job tier. */
  jobTier: boolean
  personId: string | null
}

export const documentReader = (caller: Caller, audience: Audience): DocumentReader => ({
  all: isHr(caller, audience),
  jobTier: audience === 'manage',
  personId: caller.personId,
})

/** The facts about a document that decide who reads all of it. */
interface Read {
  person_id: string | null
}

/**
 * The part of a document that a caller gets who sees it. Over a key or an app it is no more than metadata of documents of
 * other people.
 */
export const accessTo = (caller: Caller, { person_id: personId }: Read): 'full' | 'metadata' =>
  caller.credential.kind === 'web' || personId === null || personId === caller.personId ? 'full' : 'metadata'
