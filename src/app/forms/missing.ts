import { ApiError } from '../../errors.ts'

/** The answer of a call; undefined when the reader sees no such record. */
export const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
