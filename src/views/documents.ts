import { accessTo } from '../access/documents.ts'
import type { Caller } from '../domain/caller.ts'
import type { components } from '../generated/contract.ts'
import { presentDocument } from '../presenters/documents/documents.ts'
import type { DocumentRow } from '../queries/documents/documents.ts'
import type { StartedUpload } from '../services/documents/start.ts'

type Schemas = components['schemas']

/** A document, as far as the caller gets it who sees it. */
export const showDocument = (caller: Caller, row: DocumentRow): Schemas['Document'] =>
  presentDocument(row, accessTo(caller, row))

/** The documents of a list. */
export const showDocuments = (caller: Caller, rows: readonly DocumentRow[]): Schemas['Document'][] =>
  rows.map((row) => showDocument(caller, row))

/** A document whose bytes are to come, and how to send them. */
export const showStarted = (
  caller: Caller,
  { document, prepared }: StartedUpload,
): Schemas['StartedUpload'] => ({
  document: showDocument(caller, document),
  upload: { ...prepared.grant, resumable: false },
  upload_expires_at: prepared.expiresAt.toISOString(),
})
