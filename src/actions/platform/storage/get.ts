import { presentStorage } from '../../../presenters/platform/storage.ts'
import { getStorageUse } from '../../../queries/platform/storage.ts'
import { action } from '../../action.ts'

/** The limits of files, and how much is stored. */
export const handler = action('platform_storage_get', {
  run: ({ db }) => db.last(() => getStorageUse(db)),
  present: presentStorage,
})
