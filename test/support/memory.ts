import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux has files in memory. */
const place = '/dev/shm'
/** Bytes that must be free there. All that a full run writes takes a quarter of it; a container often has much less. */
const least = 4 * 2 ** 30

/**
 * A new folder for databases and other files of tests: in memory, if the machine has a place there. A new database has a
 * thousand files and is dropped after a few tests, which takes a disk's file system as long as the tests take.
 *
 * @param prefix begins its name
 */
export function newFolderInMemory(prefix: string): string {
  return mkdtempSync(join(process.env['TEST_DATABASES_DIR'] ?? findMemory(), prefix))
}

function findMemory(): string {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize < least ? tmpdir() : place
  } catch {
    return tmpdir()
  }
}
