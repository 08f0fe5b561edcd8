import type { Before, CheckedFile } from '../../actions/before.ts'
import type { Caller } from '../../domain/caller.ts'
import { isAddedBy, onlyHr } from '../../domain/documents.ts'
import { notFound, problem, refusal } from '../../errors.ts'
import { documentCreated } from '../../events/documents.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import {
  findDocument,
  lockDocument,
  lockInField,
  type DocumentRow,
} from '../../queries/documents/documents.ts'
import { settleUpload } from '../../queries/documents/uploads.ts'
import { lockFieldsToSet } from '../../queries/org/fields.ts'
import type { Proposing } from '../change-context.ts'
import { deleteForGood, removeBytes, removeDocument } from './remove.ts'
import { requireVisible } from './visible.ts'

/** The four ways to upload, by who adds what. */
export interface UploadWay {
  byPerson: boolean
  intoField: boolean
}

const nameOf = ({ byPerson, intoField }: UploadWay): string =>
  `documents/${byPerson ? 'me.' : ''}${intoField ? 'field_file' : 'upload'}`

const wayOf = ({ uploaded_by, field_id }: DocumentRow): UploadWay => ({
  byPerson: uploaded_by === 'self',
  intoField: field_id !== null,
})

/**
 * Tells whether somebody may finish an upload in this way: whoever acts for themselves finishes their own ones, unless HR kept
 * one for itself meanwhile.
 */
const mayFinish = (
  caller: Caller,
  { byPerson }: Pick<UploadWay, 'byPerson'>,
  document: DocumentRow,
): boolean =>
  !byPerson || (isAddedBy(caller, document) && (document.field_id !== null || document.visibility !== onlyHr))

/**
 * Looks at the bytes of an upload, which may take seconds, so before the transaction. What may not be kept is removed, and the
 * call refused.
 *
 * @returns undefined when there is nothing to look at; the transaction says why
 */
export async function checkUpload(
  before: Pick<Before, 'caller' | 'read' | 'files' | 'writeRefused' | 'now'>,
  id: string,
  way: UploadWay,
): Promise<CheckedFile | undefined> {
  const { caller, now } = before
  const document = await before.read((db) => findDocument(db, id))
  if (!document || document.status === 'ready' || !mayFinish(caller, way, document)) return undefined
  if (nameOf(wayOf(document)) !== nameOf(way)) return undefined
  const { file_id, file_name, size, content_type, sha256 } = document
  const place = { orgId: caller.organization.id, fileId: file_id }
  const checked = await before.files.check(place, { name: file_name, size, content_type, sha256 })
  if (typeof checked === 'string') return checked
  await before.writeRefused(async (db) => {
    const locked = await lockDocument(db, id)
    // Somebody else may have been here first.
    if (locked?.status !== 'pending') return
    await removeDocument(db, locked, now)
    await removeBytes(db)
  })
  throw refusal([checked])
}

interface Recording<Type extends 'document.created' | 'document.deleted'> extends Proposing {
  record: (domainEvent: DomainEvent<Type>) => void
}

/**
 * Makes a locked document ready, whose bytes were looked at.
 *
 * @param makeRoom for the file of a custom field, before it is ready: `emptyField`
 * @throws ApiError conflict when its bytes have not come, or the field was archived meanwhile
 */
export async function finishUpload(
  ctx: Recording<'document.created'>,
  document: DocumentRow,
  checked: CheckedFile | undefined,
  way: UploadWay,
  makeRoom?: (document: DocumentRow) => Promise<void>,
): Promise<DocumentRow> {
  const { db, now } = ctx
  if (document.status === 'ready') return document
  const started = nameOf(wayOf(document))
  if (started !== nameOf(way))
    throw refusal([
      problem('upload_of_other_kind', { start: `${started}.start`, finish: `${started}.finish` }),
    ])
  if (checked !== 'kept')
    throw refusal([problem(isLate(document, now) ? 'upload_expired' : 'upload_missing', {})])
  await makeRoom?.(document)
  await settleUpload(db, document.id, now)
  const ready = (await findDocument(db, document.id))!
  ctx.record(documentCreated(ready))
  return ready
}

const isLate = ({ upload_expires_at }: DocumentRow, now: Date): boolean => new Date(upload_expires_at) <= now

/**
 * Deletes the file that the field of a locked document holds.
 *
 * @throws ApiError conflict when the field was archived meanwhile
 */
export async function emptyField(
  ctx: Recording<'document.created' | 'document.deleted'>,
  { person_id, field_id, field_key }: DocumentRow,
): Promise<void> {
  const { db } = ctx
  const replaced = await lockInField(db, person_id!, field_id!)
  const [field] = await lockFieldsToSet(db, [field_key!])
  if (field?.archived !== false) throw refusal([problem('field_archived_meanwhile', {})])
  if (replaced) await deleteForGood(ctx, replaced)
}

/**
 * Refuses an upload that the caller has not begun for themselves, as if there were none, and one that is finished and not
 * theirs to see any more: HR may have changed its readers, or archived its field.
 *
 * @throws ApiError not_found
 */
export async function requireOwnUpload(ctx: Proposing, document: DocumentRow): Promise<void> {
  if (!mayFinish(ctx.caller, { byPerson: true }, document)) throw notFound('document_id', 'document')
  if (document.status === 'ready') await requireVisible(ctx, document)
}
