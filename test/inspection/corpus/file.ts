import { contentTypes } from '../../../src/inspection/inside/content-types.ts'
import type { RefusedBecause } from '../../../src/inspection/inside/refused.ts'

/** One file of the corpus: it is accepted, or refused for this reason. */
export interface Sample {
  name: string
  bytes: Buffer
  /** The content type that its sender says. */
  declared: string
  verdict: 'accepted' | RefusedBecause
}

type Type = keyof typeof contentTypes

/** A sample that is said to be of this type. */
export function sample(
  declared: Type,
  name: string,
  verdict: Sample['verdict'],
  bytes: Buffer | string,
): Sample {
  return {
    name,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    declared: contentTypes[declared],
    verdict,
  }
}
