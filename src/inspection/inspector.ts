import type { FileHandle } from 'node:fs/promises'
import { ApiError, unavailable } from '../errors.ts'
import { inspectionTexts } from '../texts/inspection.ts'
import { runTask, type ChildOptions, type Outcome } from './child.ts'
import { choices, type Confinement } from './confinement.ts'
import type { Fit } from './inside/image.ts'
import type { Task } from './inside/main.ts'
import type { RefusedBecause } from './inside/refused.ts'
import { hasVirus, ScannerUnsure } from './scanner.ts'
import { Busy, Turns } from './turns.ts'

/** The name of the refusal in the contract, and the values of its message. */
export interface Refusal<Because extends string> {
  accepted: false
  code: Because
  params: Record<string, string>
}

type ImageProblem = Extract<RefusedBecause, `image_${string}`>
type FileProblem = Exclude<RefusedBecause, ImageProblem> | 'file_has_virus'

export type Verdict =
  { accepted: true; content_type: string; sha256: string; size: number } | Refusal<FileProblem>
export type ImageVerdict = { accepted: true; bytes: Buffer } | Refusal<ImageProblem>

export interface InspectorOptions {
  /** The scanner for viruses; undefined: there is none. */
  scanner?: URL | undefined
  /** Milliseconds for a file, and further ones for each megabyte. */
  limitMs?: number
  warn: (facts: object, message: string) => void
}

/** Two processes at once: each may take more than half a gigabyte. */
const limits = { atOnce: 2, waiting: 20, waitingEach: 10, patienceMs: 15_000 }
const defaultLimitMs = 10_000
const msPerMegabyte = 50
/** After this a place is probably free. */
const retryAfterSeconds = 3
const isRoot = process.getuid?.() === 0

/** Looks into bytes of strangers, each time in a process of its own (`child.ts`). */
export class Inspector {
  readonly #options: InspectorOptions
  readonly #turns = new Turns(limits)
  readonly #stop = new AbortController()
  #confinement: Promise<Confinement> | undefined

  constructor(options: InspectorOptions) {
    this.#options = options
  }

  /**
   * Judges a file by its bytes, and asks the scanner, if there is one.
   *
   * @param orgId the organization, which takes its turn
   * @param open called when it is its turn: a file may have to be copied first. Undefined: it is not there
   * @param declared what its sender says; `content_type` decides between a text and a table, and otherwise must be right
   * @returns undefined when the file is not there
   * @throws ApiError rate_limited when too many files wait; 503 when no process can be started, or the scanner does not
   *   say that the file is clean
   */
  async inspectFile(
    orgId: string,
    open: () => Promise<FileHandle | undefined>,
    { size, content_type: declared }: { size: number; content_type: string },
  ): Promise<Verdict | undefined> {
    let file: FileHandle | undefined
    try {
      const outcome = await this.#inTurn(orgId, async () => {
        file = await open()
        return file && this.#run({ kind: 'file', declared }, { descriptor: file.fd, size })
      })
      return file && outcome && (await this.#judge(outcome, file, size))
    } finally {
      await file?.close()
    }
  }

  async #judge(outcome: Outcome, file: FileHandle, size: number): Promise<Verdict> {
    if (outcome.kind !== 'answered') return { accepted: false, code: 'file_too_complex', params: {} }
    const { answer } = outcome
    if (!answer.ok) return { accepted: false, code: answer.because as FileProblem, params: answer.params }
    if (await this.#hasVirus(file, size)) return { accepted: false, code: 'file_has_virus', params: {} }
    const { content_type, sha256, size: found } = answer
    return { accepted: true, content_type: content_type!, sha256: sha256!, size: found! }
  }

  /**
   * Makes a square of 512 x 512 pixels from a JPEG, PNG or WebP, as WebP without metadata.
   *
   * @param fit `whole`: with transparent bars; `centre`: without what is beyond the square in the middle
   * @throws ApiError as `inspectFile`
   */
  async makeSquare(orgId: string, bytes: Buffer, fit: Fit): Promise<ImageVerdict> {
    const outcome = await this.#inTurn(orgId, () =>
      this.#run({ kind: 'image', fit, length: bytes.length }, { input: bytes, size: bytes.length }),
    )
    if (outcome.kind !== 'answered') return { accepted: false, code: 'image_damaged', params: {} }
    const { answer } = outcome
    if (answer.ok) return { accepted: true, bytes: outcome.bytes }
    return { accepted: false, code: answer.because as ImageProblem, params: answer.params }
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stop.abort()
  }

  async #run(
    task: Task,
    { size, ...given }: { size: number; descriptor?: number; input?: Buffer },
  ): Promise<Outcome> {
    const limitMs = (this.#options.limitMs ?? defaultLimitMs) + Math.ceil(size / 1e6) * msPerMegabyte
    const confinement = await this.#confined()
    const outcome = await this.#runOnce(task, { ...given, confinement, limitMs })
    if (outcome.kind === 'broken' && !outcome.wasReady)
      throw unavailable(inspectionTexts.notStarted(), outcome.why)
    if (outcome.kind === 'broken')
      this.#options.warn({ why: outcome.why }, 'A process that looks into a file broke off')
    return outcome
  }

  async #inTurn<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.take(orgId, work)
    } catch (error) {
      if (!(error instanceof Busy)) throw error
      throw new ApiError('rate_limited', inspectionTexts.busy({ seconds: retryAfterSeconds }), {
        retryAfterSeconds,
      })
    }
  }

  #runOnce(task: Task, options: Omit<ChildOptions, 'signal'>): Promise<Outcome> {
    return runTask(task, { ...options, signal: this.#stop.signal })
  }

  /** The best way that this machine has, found out once. */
  #confined(): Promise<Confinement> {
    this.#confinement ??= this.#tryAll().catch((error: unknown) => {
      this.#confinement = undefined
      throw error
    })
    return this.#confinement
  }

  async #tryAll(): Promise<Confinement> {
    let why = 'no way to start it'
    for (const confinement of choices()) {
      const outcome = await this.#runOnce({ kind: 'nothing' }, { confinement, limitMs: defaultLimitMs })
      if (outcome.kind !== 'answered') why = outcome.kind === 'broken' ? outcome.why : outcome.kind
      else {
        const { isLocked } = outcome
        if (!isLocked || !confinement.namespaces || (isRoot && !confinement.user))
          this.#options.warn(
            { ...confinement, locked: isLocked },
            'This machine lacks means to confine what looks into files (src/inspection/README.md)',
          )
        return confinement
      }
    }
    throw unavailable(inspectionTexts.notStarted(), why)
  }

  async #hasVirus(file: FileHandle, size: number): Promise<boolean> {
    const { scanner, warn } = this.#options
    if (!scanner) return false
    try {
      return await hasVirus(scanner, file, size)
    } catch (cause) {
      if (!(cause instanceof ScannerUnsure)) throw cause
      warn({ why: cause.message }, 'The scanner for viruses did not say whether a file is clean')
      throw unavailable(inspectionTexts.notScanned(), cause)
    }
  }
}
