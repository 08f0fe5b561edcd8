import type { ActionId } from '../../../generated/actions.ts'

/**
 * Actions that have a page of their own, by its address below that of the company. Their form leads there. A password, for
 * one, may stand in no page that asks whether something is to be done.
 */
export const elsewhere: { readonly [K in ActionId]?: string } = {
  platform_password_change: 'account',
  platform_appearance_logo_upload: 'manage/settings/logo',
  org_me_photo_upload: 'profile/photo',
  documents_upload_start: 'manage/documents/add',
  documents_field_file_start: 'manage/documents/add',
  documents_me_upload_start: 'documents/add',
  documents_me_field_file_start: 'documents/add',
}
