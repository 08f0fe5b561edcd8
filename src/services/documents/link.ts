import type { Before } from '../../actions/before.ts'
import { linkMs, nameToSave } from '../../domain/documents.ts'
import { problem, refusal } from '../../errors.ts'
import { documentDownloaded } from '../../events/documents.ts'
import type { DomainEvent } from '../../events/domain-event.ts'
import { findDocument, listFilesOf, type DocumentRow } from '../../queries/documents/documents.ts'

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
    { name, contentType, expiresAt, size: document.size },
  )
  return { fileId, url, expiresAt }
}

/** Links to files, by the id of the file. */
export type DocumentLinks = ReadonlyMap<string, string>

/** So many links are made at most: far more than the files that anybody has. */
export const mostLinks = 1000
/** Links that are asked for at the same time. */
const linksAtOnce = 20

/**
 * Makes links to the files of a person's documents, before the transaction, which decides who gets which. An export is there
 * also while the organization is paused or closed, and so are its files.
 */
export async function prepareLinks(
  { caller, now, read, files }: Pick<Before, 'caller' | 'now' | 'read' | 'files'>,
  personId: string,
): Promise<DocumentLinks> {
  const found = await read((db) => listFilesOf(db, personId, mostLinks))
  const expiresAt = new Date(now.getTime() + linkMs)
  const whilePaused = caller.organization.status !== 'active'
  const links = new Map<string, string>()
  for (let from = 0; from < found.length; from += linksAtOnce) {
    // A bucket is not asked for more of them at the same time. There are `mostLinks` of them at most.
    const made = await Promise.all(
      found
        .slice(from, from + linksAtOnce)
        .map(async ({ file_id: fileId, file_name, content_type: contentType, size }) => {
          const name = nameToSave(file_name, contentType)
          const place = { orgId: caller.organization.id, fileId }
          const offered = { name, contentType, expiresAt, size, whilePaused }
          return [fileId, await files.grantDownload(place, offered)] as const
        }),
    )
    for (const [fileId, url] of made) links.set(fileId, url)
  }
  return links
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
