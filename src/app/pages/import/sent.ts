import { readFileForm } from '../../../http/multipart.ts'
import type { AppRequest } from '../../request.ts'
import { requireOwnForm } from '../actions/sent.ts'
import { readRenames, renamed } from './rename.ts'

export interface SentFile {
  csv: string
  /** The bytes were no UTF-8, and were read as Windows writes them. */
  isWindows: boolean
}

/** The file, and what was pasted: a megabyte of characters each, some of which take more than a byte. */
const maxBytes = 3 * 1024 * 1024

/**
 * The file that one of our own pages has sent, or what was pasted, with the names of columns that its sender chose.
 *
 * @throws ApiError forbidden when another site sent it; 415, 413, 400
 */
export async function readSentFile(request: AppRequest): Promise<SentFile> {
  requireOwnForm(request)
  const parts = await readFileForm(request.ctx, maxBytes)
  const file = parts.get('file')?.bytes
  const sent = decoded(file && file.length > 0 ? file : (parts.get('csv')?.bytes ?? Buffer.alloc(0)))
  const renames = readRenames(parts.get('rename')?.bytes.toString())
  return { ...sent, csv: renamed(sent.csv, renames) }
}

/** Spreadsheets in Windows write CSV in the characters of Windows, where nobody tells them otherwise. */
function decoded(bytes: Buffer): SentFile {
  try {
    return { csv: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isWindows: false }
  } catch {
    return { csv: new TextDecoder('windows-1252').decode(bytes), isWindows: true }
  }
}
