import type {
  ActionName,
  Document,
  DocumentsFieldFileStartInput,
  DocumentsMeFieldFileStartInput,
  DocumentsMeUploadStartInput,
  DocumentsUploadStartInput,
  StartedUpload,
} from '../generated/client-schemas.ts'
import { call, type Settings } from './call.ts'
import { ConnectionError } from './errors.ts'
import { startDeadline } from './retry.ts'
import type { CallOptions } from './types.ts'

/** The ways to add a file, by the names of their actions without `documents` and `start`. */
export interface UploadInputs {
  upload: Omit<DocumentsUploadStartInput, 'file'>
  field_file: Omit<DocumentsFieldFileStartInput, 'file'>
  'me/upload': Omit<DocumentsMeUploadStartInput, 'file'>
  'me/field_file': Omit<DocumentsMeFieldFileStartInput, 'file'>
}

/** A file that is to be sent. */
export interface FileToSend {
  /** Its name with its ending. */
  name: string
  /** Its media type, such as `application/pdf`. */
  type: string
  bytes: Uint8Array
}

/** Adds a file: starts the upload, sends the bytes, and finishes it. */
export type Upload = <Way extends keyof UploadInputs>(
  way: Way,
  input: UploadInputs[Way],
  file: FileToSend,
  options?: CallOptions,
) => Promise<Document>

/** Milliseconds in which a file must have been sent, unless the options say otherwise: as long as its link is good. */
const sendMs = 15 * 60_000

/** The action of a step: `me/upload` begins with `documents.me.upload.start`. */
const actionOf = (way: string, step: string): ActionName =>
  `documents.${way.replace('/', '.')}.${step}` as ActionName

export function uploadOf(settings: Settings): Upload {
  return async (way, input, { name, type, bytes }, options = {}) => {
    const write = (action: string, given: object) =>
      call(settings, { action: action as ActionName, write: true, dryRun: false }, given, options)
    const file = { name, size: bytes.length, content_type: type, sha256: await sha256(bytes) }
    const started = (await write(actionOf(way, 'start'), { ...input, file })).data as StartedUpload
    await send(settings, actionOf(way, 'start') as ActionName, started.upload!, bytes, options)
    return (await write(actionOf(way, 'finish'), { document_id: started.document.id })).data as Document
  }
}

/** @throws ConnectionError when the bytes were not taken: start again, because a link is good for one request */
async function send(
  settings: Settings,
  action: ActionName,
  { url, headers }: NonNullable<StartedUpload['upload']>,
  bytes: Uint8Array,
  { signal, timeoutMs = sendMs }: CallOptions,
): Promise<void> {
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const request = { method: 'PUT' as const, headers: { ...headers }, body: bytes, signal: deadline.signal }
    const answer = await (settings.fetch ?? fetch)(url, request)
    await answer.text()
    if (answer.status < 300) return
    const message = `The file was refused with status ${answer.status}`
    throw new ConnectionError(message, { action, attempts: 1, status: answer.status })
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof ConnectionError) throw cause
    throw new ConnectionError('The file could not be sent', { action, attempts: 1, cause })
  } finally {
    deadline.release()
  }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
