import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'

type Env = Record<string, string>

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Those that have not ended. */
const running = new Set<Program>()

/** Ends all programs, so that they stop their databases. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.end('SIGTERM')))
}

/** A program of this repository as a child process. From our environment it gets only what it needs to run. */
export class Program {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  stdout = ''
  stderr = ''

  constructor(file: string, args: string[], env: Env) {
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env
    this.child = spawn(process.execPath, [file, ...args], {
      env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout!.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.child.stderr!.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
    running.add(this)
    this.finished = once(this.child, 'close').then(([code]) => {
      running.delete(this)
      return { code: code as number | null, stdout: this.stdout, stderr: this.stderr }
    })
  }

  /** Waits until the program prints the words. If it ends before, that is an error. */
  async says(words: string): Promise<void> {
    const ended = this.finished.then(({ code, stderr }) => {
      throw new Error(`it ended with ${code} before it said "${words}":\n${stderr}`)
    })
    const said = new Promise<void>((done) => {
      const look = () => this.stdout.includes(words) && done()
      this.child.stdout!.on('data', look)
      look()
    })
    await Promise.race([said, ended])
  }

  /** Sends the signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Finished> {
    this.child.kill(signal)
    return this.finished
  }
}

/** Runs a program to its end. */
export function runProgram(file: string, args: string[], env: Env): Promise<Finished> {
  return new Program(file, args, env).finished
}

/** The unit of times in /proc. */
const ticksPerSecond = 100

/** Seconds of CPU of the child processes that have ended, and of their children; 0 on machines without /proc. */
export function cpuOfEndedPrograms(): number {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return 0
  // The second field is the name of the program, which may contain spaces. Fields 16 and 17 are user and system time.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}
