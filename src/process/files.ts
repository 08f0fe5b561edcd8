import type { CheckedFile } from '../actions/before.ts'
import type { AnnouncedFile } from '../domain/documents.ts'
import { problem } from '../errors.ts'
import type { Addresses } from '../http/addresses.ts'
import { fileAddresses } from '../http/files.ts'
import type { HttpRuntime } from '../http/runtime.ts'
import type { Inspector, Verdict } from '../inspection/inspector.ts'
import { withFailurePages } from '../pages/downloads.ts'
import type { SendingFiles } from '../pipeline/runtime.ts'
import { transferMs } from '../storage/bucket.ts'
import { Disk } from '../storage/disk.ts'
import type { Place, Storage } from '../storage/storage.ts'

/**
 * Files as actions use them: kept by the storage, and looked into by the inspector.
 *
 * @param mostMs milliseconds after which a bucket that has not taken a file of this size is not waited for
 */
export function createFiles(
  storage: Storage,
  inspector: Inspector,
  clock: () => Date,
  mostMs = transferMs,
): SendingFiles {
  /** Looks that are under way, by the file: it does not change, so all who ask meanwhile get the same answer. */
  const looks = new Map<string, Promise<CheckedFile>>()
  return {
    grantUpload: (place, file) => storage.grantUpload(place, file),
    grantDownload: (place, file) => storage.grantDownload(place, file),
    async send({ url, headers }, bytes) {
      if (storage instanceof Disk) return receive(storage, url, bytes, clock())
      const { ok, status, body } = await fetch(url, {
        method: 'PUT',
        headers,
        body: new Uint8Array(bytes),
        signal: AbortSignal.timeout(mostMs(bytes.length)),
      })
      await body?.cancel()
      if (!ok) throw new Error(`the storage refused a file with ${status}`)
    },
    check(place, announced) {
      const name = `${place.orgId}/${place.fileId}`
      const begun = looks.get(name)
      if (begun) return begun
      const look = check(storage, inspector, place, announced).finally(() => looks.delete(name))
      looks.set(name, look)
      return look
    },
    makeSquare: async (orgId, bytes, fit) => {
      const verdict = await inspector.makeSquare(orgId, bytes, fit)
      return verdict.accepted ? verdict.bytes : problem(verdict.code, {})
    },
  }
}

/** Takes a file by the token of its link, without a request to this service itself. */
function receive(disk: Disk, url: string, bytes: Buffer, now: Date): Promise<void> {
  const { place, size } = disk.links.openUpload(new URL(url).searchParams.get('token') ?? '', now)!
  if (bytes.length !== size) throw new Error('A file has another size than its link allows.')
  return disk.put(place, bytes)
}

async function check(
  storage: Storage,
  inspector: Inspector,
  place: Place,
  announced: AnnouncedFile,
): Promise<CheckedFile> {
  const stored = await storage.find(place)
  if (!stored) return 'missing'
  if (stored.size !== announced.size) return problem('upload_not_as_announced', { differs: 'size' })
  const open = () => storage.open(place, stored.size)
  const verdict = await inspector.inspectFile(place.orgId, open, announced)
  return verdict ? judge(verdict, announced) : 'missing'
}

function judge(verdict: Verdict, announced: AnnouncedFile): CheckedFile {
  if (verdict.accepted) {
    if (verdict.content_type !== announced.content_type) return problem('file_type_mismatch', {})
    if (verdict.sha256 !== announced.sha256) return problem('upload_not_as_announced', { differs: 'sha256' })
    return 'kept'
  }
  if (verdict.code === 'file_empty') return problem('upload_not_as_announced', { differs: 'size' })
  if (verdict.code === 'file_type_not_accepted') return problem(verdict.code, { field: 'document_id' })
  return problem(verdict.code, {})
}

/** The addresses of links to files, where the service itself keeps these; people who open one get a page where it has ended. */
export const addressesOfFiles = (runtime: HttpRuntime, storage: Storage): Addresses =>
  storage instanceof Disk ? withFailurePages(fileAddresses(runtime, storage)) : {}
