import { randomUUIDv7 } from 'node:crypto'
import type { Before, Files } from '../../actions/before.ts'
import type { CustomField } from '../../domain/custom-fields.ts'
import type { Day } from '../../domain/day.ts'
import {
  bareType,
  ceilingProblems,
  fieldProblems,
  fileProblems,
  monthOf,
  mostPending,
  selfUploadProblems,
  starterCategory,
  uploadMs,
  uploaders,
  type AnnouncedFile,
  type StorageSettings,
  type Visibility,
} from '../../domain/documents.ts'
import { notFound, problem, refusal, type Problem } from '../../errors.ts'
import { uploadStarted } from '../../events/documents.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { findCategory } from '../../queries/documents/categories.ts'
import { findDocument, type DocumentRow } from '../../queries/documents/documents.ts'
import { countSelfUpload, lockSelfUploads } from '../../queries/documents/self-uploads.ts'
import {
  countPending,
  insertDocument,
  lockSubject,
  type LockedSubject,
} from '../../queries/documents/uploads.ts'
import { lockFieldsToSet } from '../../queries/org/fields.ts'
import { lockStorage } from '../../queries/platform/storage.ts'
import type { Proposing } from '../change-context.ts'

type Grant = Awaited<ReturnType<Files['grantUpload']>>

/** A place for bytes, and the leave to put them there. */
export interface PreparedUpload {
  fileId: string
  grant: Grant
  expiresAt: Date
}

/** Gets the leave to send a file. A bucket may have to be asked for it, so this is done before the transaction. */
export async function prepareUpload(
  { caller, now, files }: Pick<Before, 'caller' | 'now' | 'files'>,
  file: AnnouncedFile,
): Promise<PreparedUpload> {
  const fileId = randomUUIDv7()
  const expiresAt = new Date(now.getTime() + uploadMs)
  const grant = await files.grantUpload(
    { orgId: caller.organization.id, fileId },
    { size: file.size, contentType: bareType(file.content_type), expiresAt },
  )
  return { fileId, grant, expiresAt }
}

/** A document that somebody wants to add. */
export interface Draft {
  file: AnnouncedFile
  /** Null: it is about the company. */
  personId: string | null
  /** The person, where they are locked already. */
  person?: LockedSubject
  /** The field of the input that names the person. */
  personField: string
  /** The key of the custom field that is to hold it. */
  fieldKey?: string
  /** Tells that the person adds it themselves. */
  byPerson: boolean
  title?: string | undefined
  category: string
  /** Left out for the file of a custom field. */
  visibility?: Visibility | undefined
  expiresOn?: Day | null | undefined
  notes?: string | null | undefined
}

interface StartContext extends Proposing {
  record: (domainEvent: DomainEvent<never>) => void
  holdAccess: () => Promise<void>
}

/** A document whose upload has begun. */
export interface StartedUpload {
  document: DocumentRow
  prepared: PreparedUpload
}

/**
 * Stores a document whose bytes are to come, and counts them towards all limits. Its locks: the person, the organization,
 * the field, the month.
 *
 * @throws ApiError not_found for the person; all that stands against the file
 */
export async function startUpload(
  ctx: StartContext,
  draft: Draft,
  prepared: PreparedUpload,
): Promise<StartedUpload> {
  const { db, caller, now } = ctx
  const { file, personId } = draft
  const { field, month, knownCategory, problems } = await lockAndJudge(ctx, draft)
  if (problems.length > 0) throw refusal(problems)
  const id = ctx.newId()
  await insertDocument(db, {
    ...{ id, person_id: personId, field_id: field?.id ?? null, month, membership_id: caller.membershipId },
    title: draft.title ?? file.name,
    category: starterCategory(draft.category) ?? knownCategory ?? draft.category,
    visibility: field ? null : (draft.visibility ?? null),
    uploaded_by: draft.byPerson ? uploaders.person : uploaders.hr,
    expires_on: draft.expiresOn ?? null,
    notes: draft.notes ?? null,
    file_id: prepared.fileId,
    file_name: file.name,
    size: file.size,
    content_type: bareType(file.content_type),
    sha256: file.sha256,
    upload_expires_at: prepared.expiresAt,
    created_at: now,
  })
  if (personId !== null && month !== null)
    await countSelfUpload(db, personId, month, { files: 1, bytes: file.size })
  const document = (await findDocument(db, id))!
  ctx.record(uploadStarted(document))
  return { document, prepared }
}

/** Facts that a draft meets, locked until the transaction ends, and all that stands against it. */
interface Judged {
  field: CustomField | undefined
  month: Day | null
  /** Its category, as documents spell it already; of what HR adds. */
  knownCategory: string | undefined
  problems: Problem[]
}

async function lockAndJudge(ctx: StartContext, draft: Draft): Promise<Judged> {
  const { db, caller, now, today } = ctx
  const { file, personId, fieldKey, byPerson, personField } = draft
  const person = draft.person ?? (personId === null ? undefined : await lockSubject(db, personId))
  if (personId !== null && !person) throw notFound(personField, 'person')
  // Who was erased while the call waited for the lock has no access any more, and is told that.
  if (byPerson && person?.erased) await ctx.holdAccess()
  const { settings, used } = await lockStorage(db)
  const [field] = fieldKey === undefined ? [] : await lockFieldsToSet(db, [fieldKey])
  const month = byPerson ? monthOf(today) : null
  const [added, pending, knownCategory] = await Promise.all([
    person && month !== null ? lockSelfUploads(db, person.id, month) : undefined,
    countPending(db, caller.membershipId, now),
    // What other documents are called is told to nobody who may not see them.
    byPerson ? undefined : findCategory(db, draft.category),
  ])
  const problems = [
    ...(person?.erased ? [problem('profile_erased', { field: personField, record_id: person.id })] : []),
    ...(fieldKey === undefined ? [] : fieldProblems(field, byPerson)),
    ...(added ? selfUploadProblems(settings.self_upload, added, file.size) : []),
    ...fileProblems(file, largest(settings, field), field?.file?.kinds),
    ...ceilingProblems(settings.ceiling_mb, used, file.size),
    ...(pending >= mostPending ? [problem('too_many_uploads', { count: pending })] : []),
  ]
  return { field, month, knownCategory, problems }
}

/** Of two limits the smaller one applies. */
const largest = ({ max_file_mb: company }: StorageSettings, field: CustomField | undefined): number =>
  Math.min(company, field?.file?.max_mb ?? company)
