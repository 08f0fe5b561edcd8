import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../src/unfinished.ts'

/** Ends what its parent has started, when the parent is gone. It is told on its standard input what that is. */

/** How long programs have to end by themselves, and a database after them. */
const patienceMs = 10_000
const pollMs = 50

// A terminal tells all its programs to end. The benchmark does what is to be done then, and this only notices its end.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

const programs = new Set<number>()
const folders = new Set<string>()

for await (const line of createInterface({ input: process.stdin })) {
  const [, what, name = ''] = /^(\w+) (.+)$/.exec(line) ?? []
  if (what === 'program') programs.add(Number(name))
  else if (what === 'ended') programs.delete(Number(name))
  else if (what === 'folder') folders.add(name)
}
await end([...programs], 'SIGTERM')
for (const folder of folders) await removeFolder(folder)

/** Sends the signal, and SIGKILL to those who do not end in time. */
async function end(pids: readonly number[], signal: NodeJS.Signals): Promise<void> {
  const left = () => pids.filter(isAlive)
  left().forEach((pid) => kill(pid, signal))
  for (const deadline = Date.now() + patienceMs; left().length > 0 && Date.now() < deadline;)
    await sleep(pollMs)
  left().forEach((pid) => kill(pid, 'SIGKILL'))
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in this moment.
  }
}

/**
 * Stops the database of a folder and removes the folder. A database that is being started at this moment writes its number
 * later, or finds that its folder is gone, and ends.
 */
async function removeFolder(folder: string): Promise<void> {
  for (const deadline = Date.now() + patienceMs; existsSync(folder) && Date.now() < deadline;) {
    const pid = postmasterOf(folder)
    // Without a checkpoint: nobody needs its data.
    if (pid !== undefined && isAlive(pid)) await end([pid], 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    await sleep(pollMs)
  }
}

function postmasterOf(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}
