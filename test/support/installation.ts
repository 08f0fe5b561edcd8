import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '../../src/demo/demo.ts'
import { Program } from './process.ts'

/** A data folder of `npm start`, and the servers that were started on it. */
export class Installation {
  readonly dir: string
  readonly #programs: Program[] = []

  constructor(dir: string) {
    this.dir = dir
  }

  /** Starts a server. Resolves when it listens. */
  async start(env: Record<string, string> = {}): Promise<Program> {
    const program = new Program('src/main.ts', [], { PORT: '0', DATA_DIR: this.dir, ...env })
    this.#programs.push(program)
    await program.says('listens on')
    return program
  }

  get demoFile(): string {
    return join(this.dir, 'demo.json')
  }

  readDemo(): Demo {
    return JSON.parse(readFileSync(this.demoFile, 'utf8')) as Demo
  }

  /** The process number of the database that runs here or has died here. */
  databasePid(): number | undefined {
    const file = join(this.dir, 'postgres', 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  }

  /** Kills all servers and the database. */
  async abandon(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end('SIGKILL')))
    const pid = this.databasePid()
    if (pid) process.kill(pid, 'SIGKILL')
  }
}
