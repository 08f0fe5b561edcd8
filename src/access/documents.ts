import type { Audience, Caller } from '../domain/caller.ts'
import type { DocumentReader } from '../domain/documents.ts'
import { isHr } from './roles.ts'

/** A caller as a reader of documents. */
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
