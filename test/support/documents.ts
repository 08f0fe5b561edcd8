import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Result } from '../../src/actions/action.ts'
import type { Place } from '../../src/storage/storage.ts'
import type { TestClient } from './client.ts'
import { putBy } from './files.ts'

/** Has a document of the company wait for bytes at a place, as starting an upload does. */
export async function storeAwaited(db: Pick<pg.Pool, 'query'>, place: Place, size: number): Promise<void> {
  await db.query(
    `insert into documents (org_id, id, title, search_text, category, category_key, visibility, uploaded_by, membership_id, file_id,
                            file_name, size, content_type, sha256, upload_expires_at, created_at, updated_at)
     select m.org_id, $2, 'a', 'a', 'Other', 'other', 'hr', 'hr', m.id, $2, 'a', greatest(1, $3::int), 'text/plain', repeat('0', 64),
            now() + interval '1 hour', now(), now()
       from memberships m where m.org_id = $1 order by m.id limit 1`,
    [place.orgId, place.fileId, size],
  )
}

type Document = Result<'documents_upload_finish'>
type Grant = NonNullable<Result<'documents_upload_start'>['upload']>

/** A small PDF with these words on its page: each text is another file. */
export function pdf(words = 'Hello'): Buffer {
  const page = `BT /F1 12 Tf 72 720 Td (${words.replace(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A file as `start` wants it. */
export const announce = (bytes: Buffer, name = 'contract.pdf', content_type = 'application/pdf') => ({
  name,
  size: bytes.length,
  content_type,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Sends the bytes of an upload. */
export async function put(upload: Grant | null, bytes: Buffer): Promise<void> {
  const answer = await putBy({ ...upload!, method: 'PUT' }, bytes)
  if (answer.status >= 300)
    throw new Error(`the bytes were refused: ${answer.status} ${answer.bytes.toString()}`)
}

type Changes = Partial<Omit<Parameters<typeof startInput>[0], 'file'>> & { bytes?: Buffer; name?: string }

const startInput = (input: {
  file: ReturnType<typeof announce>
  personId?: string | undefined
  category?: string
  title?: string
  visibility?: Document['visibility']
  notes?: string
  expires_on?: string
}) => {
  const { personId, category = 'Contract', ...rest } = input
  const subject =
    personId === undefined
      ? ({ kind: 'company' } as const)
      : ({ kind: 'person', person_id: personId } as const)
  return { subject, category, ...rest }
}

/** Adds a document in three steps, as HR does; without a person it is one of the company. */
export async function upload(
  client: TestClient,
  { bytes = pdf(), name, ...input }: Changes = {},
): Promise<Document> {
  const started = await client.call(
    'documents_upload_start',
    startInput({ ...input, file: announce(bytes, name) }),
  )
  await put(started.upload, bytes)
  return client.call('documents_upload_finish', { document_id: started.document.id })
}

/** Adds a document of one's own. */
export async function uploadOwn(
  client: TestClient,
  { bytes = pdf(), ...input }: { bytes?: Buffer; category?: string; title?: string } = {},
): Promise<Document> {
  const started = await client.call('documents_me_upload_start', { ...input, file: announce(bytes) })
  await put(started.upload, bytes)
  return client.call('documents_me_upload_finish', { document_id: started.document.id })
}

/** Puts a file into a custom field of a person. */
export async function uploadIntoField(
  client: TestClient,
  personId: string,
  fieldKey: string,
  bytes = pdf(),
): Promise<Document> {
  const started = await client.call('documents_field_file_start', {
    person_id: personId,
    field_key: fieldKey,
    file: announce(bytes),
  })
  await put(started.upload, bytes)
  return client.call('documents_field_file_finish', { document_id: started.document.id })
}
