import type { Before } from '../../actions/before.ts'
import { linkMs, nameToSave } from '../../domain/documents.ts'
import { problem, refusal } from '../../errors.ts'
import { documentDownloaded } from '../../events/documents.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { findDocument, type DocumentRow } from '../../queries/documents/documents.ts'

/** A link to bytes, for whoever turns out to see them. */
export interface PreparedLink {
  fileId: string
  url: string
  expiresAt: Date
}

/** Makes a link. A bucket may have to be asked for it, so this is done before the transaction, which decides who gets it. */
export async function prepareLink(
  { caller, now, read, files }: Pick<Before, 'caller' | 'now' | 'read' | 'files'>,
  id: string,
): Promise<PreparedLink | undefined> {
  const document = await read((db) => findDocument(db, id))
  if (document?.status !== 'ready') return undefined
  const { file_id: fileId, content_type: contentType } = document
  const name = nameToSave(document.file_name, contentType)
  const expiresAt = new Date(now.getTime() + linkMs)
  const url = await files.grantDownload(
    { orgId: caller.organization.id, fileId },
    { name, contentType, expiresAt },
  )
  return { fileId, url, expiresAt }
}

/**
 * The link to a document that the caller sees. Of documents of people, the log tells that it was given.
 *
 * @throws ApiError conflict while its bytes have not come
 */
export function giveLink(
  ctx: { record: (domainEvent: DomainEvent<never>) => void },
  document: DocumentRow,
  link: PreparedLink | undefined,
) {
  if (document.status !== 'ready' || link?.fileId !== document.file_id)
    throw refusal([problem('document_not_ready', {})])
  if (document.person_id !== null) ctx.record(documentDownloaded(document))
  return {
    url: link.url,
    expires_at: link.expiresAt.toISOString(),
    file_name: nameToSave(document.file_name, document.content_type),
    content_type: document.content_type,
    size: document.size,
    category: document.category,
    person_id: document.person_id,
  }
}
