import { hash, randomUUID } from 'node:crypto'
import type { Result } from '../../../actions/action.ts'
import { ApiError } from '../../../errors.ts'
import type { ActionId } from '../../../generated/actions.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { doneBy, fileKept } from '../../done-notice.ts'
import { perform, type AppRequest } from '../../request.ts'

export type Values = Readonly<Record<string, string>>

/** Purpose of the form: from its address, and the same again when it is sent. */
export interface Purpose {
  /** Left out: the company, or oneself in one's own workspace. */
  personId: string | undefined
  fieldKey: string | undefined
  back: string
}

/**
 * Does the three steps of an upload, once for each form.
 *
 * @returns the word for the address of the next page, which says what was done
 * @throws ApiError as the actions; `wasSentBefore` when the form was sent before
 */
export async function sendFile(
  request: AppRequest,
  purpose: Purpose,
  values: Values,
  { bytes, fileName }: FormPart,
  contentType: string,
): Promise<string> {
  const ways = waysOf(request, purpose)
  const file = {
    name: fileName!,
    size: bytes.length,
    content_type: contentType,
    sha256: hash('sha256', bytes),
  }
  const input = { ...inputOf(request, purpose, values), file }
  const { data } = await perform(request, ways.start, input, keyOf(values, file.sha256))
  const { document, upload: grant } = data as Result<'documents_upload_start'>
  const cancel = () => perform(request, ways.cancel, { document_id: document.id }).catch(() => undefined)
  await request.runtime.files.send(grant!, bytes).catch(async (error: unknown) => {
    await cancel()
    throw error
  })
  const { activityId } = await perform(request, ways.finish, { document_id: document.id }).catch(
    async (error: unknown) => {
      // After a fault nobody knows: the document may be ready, and have taken the place of another one.
      if (error instanceof ApiError && error.status < 500) await cancel()
      throw error
    },
  )
  // Its line tells of the file before it first, which was deleted.
  return purpose.fieldKey === undefined ? doneBy(request, ways.finish, activityId) : fileKept
}

/**
 * The key of one file in one form: whoever goes back to it and chooses another file adds that, too. It is kept for days and
 * tells nothing of the file, whose person may be erased meanwhile.
 */
function keyOf({ key = '' }: Values, sha256: string): string {
  const form = /^[0-9a-f-]{36}$/.test(key) ? key : randomUUID()
  return `page ${hash('sha256', `${form} ${sha256}`)}`
}

/** Tells that a form was sent before with the same file, or is being sent at this moment. */
export const wasSentBefore = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.options.details ?? []).some(({ code }) => code.startsWith('idempotency_key_'))

interface Ways {
  start: ActionId
  finish: ActionId
  /** Removes an upload that did not come to its end: it counts no longer. */
  cancel: ActionId
}

function waysOf({ side }: AppRequest, { fieldKey }: Purpose): Ways {
  const whose = side === 'manage' ? 'documents' : 'documents_me'
  const way = `${whose}_${fieldKey === undefined ? 'upload' : 'field_file'}` as const
  return { start: `${way}_start`, finish: `${way}_finish`, cancel: `${whose}_delete` }
}

function inputOf({ side }: AppRequest, { personId, fieldKey }: Purpose, values: Values): object {
  if (fieldKey !== undefined)
    return { field_key: fieldKey, ...(side === 'manage' && { person_id: personId }) }
  const given = (name: string) => (values[name] ? { [name]: values[name] } : {})
  const category = values['new_category'] || values['category']
  const common = { ...(category && { category }), ...given('title'), ...given('expires_on') }
  if (side === 'me') return common
  const subject = personId === undefined ? { kind: 'company' } : { kind: 'person', person_id: personId }
  return { subject, ...common, ...given('visibility'), ...given('notes') }
}
