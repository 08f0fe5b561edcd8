import { each, table, type PersonalColumn } from './kinds.ts'

/** A document of a person, which is deleted with its bytes when the person is erased. */
const document: PersonalColumn = { tier: 'private', erase: 'delete', export: true }

/**
 * Documents, and how much is stored. The bytes are in the storage, at `file_id`. The export has those that are ready: an upload that
 * nobody finishes is removed within the hour.
 */
export const documents = {
  documents: table(
    'org_id id person_id field_id membership_id file_id status uploaded_by month upload_expires_at created_at updated_at deleted_at',
    {
      // Who sees them is said by `visibility`. Events have them where everyone in the company does.
      ...each('title category', { ...document, tier: 'job' }),
      ...each('visibility expires_on notes file_name size content_type sha256', document),
      sealed_notes: { ...document, sealed: true },
      ...each('search_text category_key', { ...document, export: false }),
    },
  ),
  self_uploads: table('org_id person_id month files bytes'),
  storage_settings: table(
    'org_id max_file_mb ceiling_mb self_upload_enabled self_files_per_month self_mb_per_month updated_at',
  ),
}
