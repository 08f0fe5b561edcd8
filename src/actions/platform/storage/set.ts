import { changesOf } from '../../../domain/changes.ts'
import type { StorageSettings } from '../../../domain/documents.ts'
import { storageChanged } from '../../../events/organization.ts'
import { presentStorage } from '../../../presenters/platform/storage.ts'
import { getOrganization } from '../../../queries/platform/organization.ts'
import { lockStorage, saveStorageSettings, type StorageUse } from '../../../queries/platform/storage.ts'
import { action, type Input } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'platform_storage_set'

/** Sets limits of files. Those that are stored, or on their way, stay. */
export const handler = action('platform_storage_set', { run, present: presentStorage })

async function run(ctx: Context<Id>, { self_upload, ...input }: Input<Id>): Promise<StorageUse> {
  const { db, now } = ctx
  const { settings: before, used } = await lockStorage(db)
  const ownChanges = changesOf(before.self_upload, self_upload ?? {}).map(({ field, ...change }) => ({
    field: `self_upload.${field}`,
    ...change,
  }))
  const changes = [...changesOf(before, input), ...ownChanges]
  if (changes.length === 0) return { settings: before, used }
  const settings: StorageSettings = {
    ...before,
    ...given(input),
    self_upload: { ...before.self_upload, ...given(self_upload ?? {}) },
  }
  const [organization] = await Promise.all([getOrganization(db), saveStorageSettings(db, settings, now)])
  ctx.record(storageChanged(organization, changes))
  return { settings, used }
}

/** Without what is undefined, which would be taken for a value. */
const given = <T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
