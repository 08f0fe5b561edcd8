import type { Sample } from './file.ts'
import { offices } from './offices.ts'
import { pdfs } from './pdfs.ts'
import { pictures } from './pictures.ts'
import { texts } from './texts.ts'

export type { Sample }

/** Files that somebody might send: real ones, and those by which others were attacked. */
export async function corpus(): Promise<Sample[]> {
  return [...pdfs, ...offices, ...(await pictures()), ...texts]
}
