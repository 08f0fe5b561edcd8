import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Removes what killed processes left when they made `path`: `path.new.<process>` and `path.password.<process>`. */
export function removeUnfinished(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    const [, pid] = /\.(?:new|password)\.(\d+)$/.exec(name) ?? []
    if (pid !== undefined && name.startsWith(basename(path)) && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Whether there is a process with this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
