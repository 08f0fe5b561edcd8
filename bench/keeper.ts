import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Writable } from 'node:stream'

/**
 * Remembers in a program of its own what a benchmark has started: when the benchmark is gone, however that came (SIGKILL,
 * too), this program notices that the pipe between them is closed, and ends and removes what is left.
 */
export class Keeper {
  readonly #pipe: Writable

  constructor() {
    const program = spawn(process.execPath, [join(import.meta.dirname, 'keeper-program.ts')], {
      stdio: ['pipe', 'ignore', 'inherit'],
      // Whoever ends the whole group of the benchmark must not end this with it.
      detached: true,
    })
    program.unref()
    this.#pipe = program.stdin
    ;(this.#pipe as unknown as { unref: () => void }).unref()
    this.#pipe.on('error', () => undefined)
  }

  /** A folder in which there may be a database. It is removed at the end, unless the benchmark has done that. */
  folder(path: string): void {
    this.#pipe.write(`folder ${path}\n`)
  }

  /** A program, until it ends by itself. */
  program(child: ChildProcess): void {
    if (child.pid === undefined) return
    this.#pipe.write(`program ${child.pid}\n`)
    child.once('exit', () => this.#pipe.write(`ended ${child.pid}\n`))
  }

  /** Everything has ended. */
  close(): void {
    this.#pipe.end()
  }
}
