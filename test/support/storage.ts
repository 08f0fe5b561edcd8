import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { Disk } from '../../src/storage/disk.ts'

/** A place for files of workers whose jobs have none. */
export const idleStorage = (): Disk =>
  new Disk({
    dataDir: tmpdir(),
    secrets: { current: randomBytes(32) },
    baseUrl: () => 'http://localhost',
  })
