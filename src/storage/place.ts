import type { Place } from './storage.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tells whether a text is an id, in the one form that ids have here. */
export const isId = (text: unknown): text is string => typeof text === 'string' && uuid.test(text)

/**
 * Refuses what is no place. It never happens; it is asked because a place becomes a path.
 *
 * @throws Error
 */
export function requirePlace({ orgId, fileId }: Place): void {
  requireId(orgId)
  requireId(fileId)
}

/** @throws Error when it is none */
export function requireId(id: string): void {
  if (!isId(id)) throw new Error('A place of a file is made of two ids.')
}
