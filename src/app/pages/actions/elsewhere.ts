import type { ActionId } from '../../../generated/actions.ts'
import type { Text } from '../../../texts/language.ts'

/**
 * Actions that have a page of their own, by its address below that of the company. Their form leads there. A password, for
 * one, may stand in no page that asks whether something is to be done.
 */
export const elsewhere: { readonly [K in ActionId]?: string } = {
  platform_sign_in_methods_change_email: 'account',
  platform_password_change: 'account',
  platform_appearance_logo_upload: 'manage/settings/logo',
  org_me_photo_upload: 'profile/photo',
  documents_upload_start: 'manage/documents/add',
  documents_field_file_start: 'manage/documents/add',
  documents_me_upload_start: 'documents/add',
  documents_me_field_file_start: 'documents/add',
}

/** Actions whose page of their own does more than their title says: it takes all steps of an upload at once. */
export const titlesElsewhere: { readonly [K in ActionId]?: Text } = {
  documents_upload_start: { en: 'Add a company document', de: 'Unternehmensdokument hinzufügen' },
  documents_me_upload_start: { en: 'Add a document of mine', de: 'Mein Dokument hinzufügen' },
}

/**
 * Steps that a page takes along the way, or that only programs take: nobody looks for them by themselves, so no list of what
 * the reader can do has them.
 */
export const steps: ReadonlySet<ActionId> = new Set<ActionId>([
  'documents_upload_finish',
  'documents_field_file_start',
  'documents_field_file_finish',
  'documents_me_upload_finish',
  'documents_me_field_file_start',
  'documents_me_field_file_finish',
  'platform_can',
])
