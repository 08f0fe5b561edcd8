import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { lock, programOfTask, type Confinement } from './confinement.ts'
import type { Answer, Task } from './inside/main.ts'

/** The end of a process. `late`: it was killed. `broken`: it ended by itself, without an answer. */
export type Outcome =
  | { kind: 'answered'; answer: Answer; bytes: Buffer; isLocked: boolean }
  | { kind: 'late' }
  | { kind: 'broken'; why: string; wasReady: boolean }

export interface ChildOptions {
  confinement: Confinement
  /** The file, as a descriptor of this process. Left out: there is none. */
  descriptor?: number | undefined
  /** A picture, sent after the task. */
  input?: Buffer | undefined
  /** From its task to its answer. */
  limitMs: number
  signal?: AbortSignal | undefined
  /** For tests: another program in place of the one that codegen makes of `inside/main.ts`. */
  program?: string
}

/** Until it has loaded its code. It takes this long only where the machine is at its limit. */
const startMs = 30_000
/** A longer answer is none of the program's. */
const maxAnswerBytes = 4e6

/**
 * Runs one task in a process of its own, which ends with it: nothing of a file is left for the next one. Its environment is
 * empty. It is killed when it takes too long.
 */
export async function runTask(task: Task, options: ChildOptions): Promise<Outcome> {
  const { command, args, options: identity } = programOfTask(task.kind, options.confinement, options.program)
  const child = spawn(command, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', ...(options.descriptor === undefined ? [] : [options.descriptor])],
    ...identity,
  })
  const deadline = new Deadline(child, options.signal)
  try {
    deadline.set(startMs)
    const outcome = await converse(child, task, options, () => deadline.set(options.limitMs))
    return deadline.isOver && outcome.kind === 'broken' && outcome.wasReady ? { kind: 'late' } : outcome
  } finally {
    deadline.end()
  }
}

async function converse(
  child: ChildProcess,
  task: Task,
  options: ChildOptions,
  begins: () => void,
): Promise<Outcome> {
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
  // It may end before it has read everything.
  child.stdin!.on('error', () => undefined)
  const output = new Output(child)
  const first = await Promise.race([output.line(), ended])
  if (first !== 'ready') return { kind: 'broken', why: output.errors() || (await ended), wasReady: false }
  const isLocked = await lock(child.pid!, dataOf(child.pid!), options.confinement)
  begins()
  child.stdin!.write(`${JSON.stringify(task)}\n`)
  child.stdin!.end(options.input)
  const why = await ended
  const answer = output.answer()
  if (why !== 'exit 0' || !answer) return { kind: 'broken', why: output.errors() || why, wasReady: true }
  return { kind: 'answered', ...answer, isLocked }
}

/** Kills a process that is not done in time, or is no longer wanted. */
class Deadline {
  isOver = false
  readonly #child: ChildProcess
  readonly #signal: AbortSignal | undefined
  readonly #kill: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(child: ChildProcess, signal: AbortSignal | undefined) {
    this.#child = child
    this.#signal = signal
    this.#kill = () => {
      this.isOver = true
      child.kill('SIGKILL')
    }
    if (signal?.aborted) this.#kill()
    signal?.addEventListener('abort', this.#kill)
  }

  set(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#kill, ms)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#kill)
    this.#child.kill('SIGKILL')
  }
}

/** Bytes of data of a process so far, as Linux counts them for the limit: V8 reserves a lot that it never uses. */
function dataOf(pid: number): number {
  try {
    const found = /^VmData:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 1e6) * 1024
  } catch {
    return 1e9
  }
}

/** The output of a process. */
class Output {
  readonly #parts: Buffer[] = []
  #length = 0
  #errors = ''
  #firstLine: (line: string) => void = () => undefined
  readonly #line = new Promise<string>((resolve) => (this.#firstLine = resolve))

  constructor(child: ChildProcess) {
    child.stdout!.on('data', (bytes: Buffer) => {
      this.#length += bytes.length
      if (this.#length > maxAnswerBytes) return void child.kill('SIGKILL')
      this.#parts.push(bytes)
      const end = this.#all().indexOf('\n')
      if (end !== -1) this.#firstLine(this.#all().toString('utf8', 0, end))
    })
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (this.#errors.length < 2000) this.#errors += text
    })
  }

  line(): Promise<string> {
    return this.#line
  }

  /** For the log: no byte of a file is in it, because the program writes none there. */
  errors(): string {
    return this.#errors.slice(0, 2000)
  }

  /** The answer behind the first line: a line of JSON, and bytes. */
  answer(): { answer: Answer; bytes: Buffer } | undefined {
    const all = this.#all()
    const rest = all.subarray(all.indexOf('\n') + 1)
    const end = rest.indexOf('\n')
    if (end === -1) return undefined
    return { answer: JSON.parse(rest.toString('utf8', 0, end)) as Answer, bytes: rest.subarray(end + 1) }
  }

  #all(): Buffer {
    return Buffer.concat(this.#parts)
  }
}
