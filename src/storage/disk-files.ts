import { link, mkdir, open, unlink, type FileHandle } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'

/** Only the owner of the process may see files and enter their folders. */
export const modes = { file: 0o600, folder: 0o700 }

/** A file that is being written, under a name that nobody looks for. */
export class Unfinished {
  readonly path: string
  readonly handle: FileHandle

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  /** @param folder where unfinished files are: on the same disk as finished ones */
  static async create(folder: string): Promise<Unfinished> {
    const path = join(folder, randomUUID())
    const create = () => open(path, 'wx', modes.file)
    const handle = await create().catch(async (error: NodeJS.ErrnoException) => {
      ignoreMissing(error)
      await makeFolders(folder)
      return create()
    })
    return new Unfinished(path, handle)
  }

  /**
   * Gives the file its name, for good: when it resolves, a power failure cannot take it away.
   *
   * @returns false when there is a file of this name: it stays as it is. (A rename would replace it.)
   */
  async finish(path: string): Promise<boolean> {
    await this.handle.sync()
    await makeFolders(dirname(path))
    const isNew = await link(this.path, path).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (isNew) await syncFolder(dirname(path))
    return isNew
  }

  /** Removes the unfinished name. Call it once, at the end. */
  async drop(): Promise<void> {
    await this.handle.close()
    await unlink(this.path).catch(ignoreMissing)
  }
}

/** Creates a folder and those above it, for good. */
export async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: modes.folder })
  if (first === undefined) return
  // At most the three levels below the folder of all files.
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** A name is on the disk when its folder is. Windows has no way to say so. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @throws the error, unless it says that there is no such file */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
