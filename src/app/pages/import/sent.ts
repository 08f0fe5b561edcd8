import { requireSameOrigin } from '../../../http/browser.ts'
import { readFileForm } from '../../../http/multipart.ts'
import { ForeignForm } from '../../../pages/request.ts'
import type { AppRequest } from '../../request.ts'

export interface SentFile {
  csv: string
  /** The bytes were no UTF-8, and were read as Windows writes them. */
  isWindows: boolean
}

/** The file, and what was pasted: a megabyte of characters each, some of which take more than a byte. */
const maxBytes = 3 * 1024 * 1024

/**
 * The file that one of our own pages has sent, or what was pasted.
 *
 * @throws ApiError forbidden when another site sent it; 415, 413, 400
 */
export async function readSentFile({ ctx, runtime }: AppRequest): Promise<SentFile> {
  try {
    requireSameOrigin(ctx, runtime.baseUrl)
  } catch (cause) {
    throw new ForeignForm(cause)
  }
  const parts = await readFileForm(ctx, maxBytes)
  const file = parts.get('file')
  return decoded(file && file.length > 0 ? file : (parts.get('csv') ?? Buffer.alloc(0)))
}

/** Spreadsheets in Windows write CSV in the characters of Windows, where nobody tells them otherwise. */
function decoded(bytes: Buffer): SentFile {
  try {
    return { csv: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isWindows: false }
  } catch {
    return { csv: new TextDecoder('windows-1252').decode(bytes), isWindows: true }
  }
}
