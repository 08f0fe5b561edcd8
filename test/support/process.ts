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
  return cpuIn('self', [15, 16])
}

/** Seconds of CPU of a running program, of its children, and of those that have ended; 0 on machines without /proc. */
export function cpuOfProgram(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : []
  return children.reduce((sum, child) => sum + cpuIn(child, [13, 14]), cpuIn(String(pid), [13, 14, 15, 16]))
}

/** The sum of some times in /proc/<process>/stat, by their index: 13 and 14 are its own, 15 and 16 of its ended children. */
function cpuIn(process: string, indices: number[]): number {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'utf8')
    // The second field is the name of the program, which may contain spaces.
    const fields = ['', '', ...stat.replace(/^.*\) /s, '').split(' ')]
    return indices.reduce((sum, index) => sum + Number(fields[index]), 0) / ticksPerSecond
  } catch {
    return 0
  }
}
