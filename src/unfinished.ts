import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Removes what killed processes left when they made the folder `path` in a folder of our own: `path.new.<process>` and
 * `path.password.<process>`.
 */
export function removeUnfinished(path: string): void {
  for (const { name, pid } of remains(path, /\.(?:new|password)\.([1-9]\d*)$/))
    if (!isAlive(pid)) rmSync(join(dirname(path), name), { recursive: true, force: true })
}

/**
 * Removes the files `path.new.<process>` of killed processes. The folder is somebody else's: what only has a similar name,
 * and any folder, stays. This process has no unfinished file yet, so one with its number is of an earlier process,
 * as it often is in containers.
 */
export function removeUnfinishedFiles(path: string): void {
  for (const { name, pid, isFile } of remains(path, /\.new\.([1-9]\d*)$/))
    if (isFile && (pid === process.pid || !isAlive(pid))) rmSync(join(dirname(path), name), { force: true })
}

/** Finds the entries beside `path` that have exactly its name before this ending. */
function remains(path: string, ending: RegExp): { name: string; pid: number; isFile: boolean }[] {
  return readdirSync(dirname(path), { withFileTypes: true }).flatMap((entry) => {
    const found = ending.exec(entry.name)
    return found?.index === basename(path).length && entry.name.startsWith(basename(path))
      ? [{ name: entry.name, pid: Number(found[1]), isFile: entry.isFile() }]
      : []
  })
}

/** Tells whether there is a process with this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
