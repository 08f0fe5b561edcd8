import type { Db } from '../../db/transaction.ts'
import { defaultStorage, type StorageSettings } from '../../domain/documents.ts'

interface SettingsRow {
  max_file_mb: number
  ceiling_mb: number | null
  self_upload_enabled: boolean
  self_files_per_month: number
  self_mb_per_month: number
}

/** The limits of the organization; the defaults when nobody has set any. */
export async function getStorageSettings(db: Db): Promise<StorageSettings> {
  const [row] = await db.query<SettingsRow>(
    `select s.max_file_mb, s.ceiling_mb, s.self_upload_enabled, s.self_files_per_month, s.self_mb_per_month
       from storage_settings s where s.org_id = $1`,
    [db.orgId],
  )
  if (!row) return defaultStorage
  return {
    max_file_mb: row.max_file_mb,
    ceiling_mb: row.ceiling_mb,
    self_upload: {
      enabled: row.self_upload_enabled,
      files_per_month: row.self_files_per_month,
      mb_per_month: row.self_mb_per_month,
    },
  }
}

/** Bytes of all files of the organization, also of those that are on their way. */
export async function getUsedBytes(db: Db): Promise<number> {
  const [row] = await db.query<{ used: number }>(
    `select coalesce(sum(d.size), 0)::bigint as used from documents d where d.org_id = $1 and d.deleted_at is null`,
    [db.orgId],
  )
  return row!.used
}

/** Bytes in store, and the limits on them. */
export interface StorageUse {
  settings: StorageSettings
  /** Bytes. */
  used: number
}

/** The bytes in store now, and the limits on them. */
export async function getStorageUse(db: Db): Promise<StorageUse> {
  const [settings, used] = await Promise.all([getStorageSettings(db), getUsedBytes(db)])
  return { settings, used }
}

/** Saves all limits of the organization. */
export async function saveStorageSettings(
  db: Db,
  { max_file_mb, ceiling_mb, self_upload }: StorageSettings,
  now: Date,
): Promise<void> {
  const { enabled, files_per_month, mb_per_month } = self_upload
  await db.query(
    `insert into storage_settings
            (org_id, max_file_mb, ceiling_mb, self_upload_enabled, self_files_per_month, self_mb_per_month, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (org_id) do update
        set max_file_mb = excluded.max_file_mb, ceiling_mb = excluded.ceiling_mb,
            self_upload_enabled = excluded.self_upload_enabled,
            self_files_per_month = excluded.self_files_per_month,
            self_mb_per_month = excluded.self_mb_per_month, updated_at = excluded.updated_at`,
    [db.orgId, max_file_mb, ceiling_mb, enabled, files_per_month, mb_per_month, now],
  )
}

/**
 * Locks the bytes in store until the transaction ends: nobody else begins an upload meanwhile, because the row of the organization is
 * locked. Take it after people and before fields.
 */
export async function lockStorage(db: Db): Promise<StorageUse> {
  await db.query(`select 1 from organizations o where o.org_id = $1 for no key update`, [db.orgId])
  return getStorageUse(db)
}
