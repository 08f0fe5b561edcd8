import type { BucketSettings } from '../config/storage.ts'
import { Bucket } from './bucket.ts'
import { Disk, type DiskOptions } from './disk.ts'

export interface StorageOptions extends DiskOptions {
  /** Absent: on the disk. */
  bucket: BucketSettings | undefined
  clock: () => Date
}

/** The place where files are kept, as the settings say. Nothing is asked over the network. */
export function openStorage(options: StorageOptions): Promise<Disk | Bucket> {
  const { bucket: settings, dataDir, clock } = options
  return settings ? Bucket.open({ settings, dataDir, clock }) : Promise.resolve(new Disk(options))
}
