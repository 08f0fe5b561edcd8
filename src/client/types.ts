import type { ActionName, DryRunReport } from '../generated/client-schemas.ts'

// These types name nothing of browsers or of Node, such as AbortSignal and Response, so that they compile in projects
// that have the types of only one of the two, or of neither.

/** Options of `createClient`. */
export interface ClientOptions {
  /** Where the service is, such as `https://people.example.com`. A page of the service itself gives `''`. */
  baseUrl: string
  /** An API key: `hrk_…`. Without one, a browser sends its session. */
  key?: string | undefined
  /** Headers of every call. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds that one try may take; 30,000 when left out, `Infinity` for no limit. */
  timeoutMs?: number | undefined
  /** The number of times that a call is tried again; 3 when left out, 0 for never. */
  retries?: number | undefined
  /** Milliseconds that a call may wait between its tries, all waits together; 75,000 when left out. */
  maxWaitMs?: number | undefined
  /** Sends requests in place of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Is told every answer, also of tries that are repeated: for logs and measurements. */
  onAnswer?: ((answer: AnswerInfo) => void) | undefined
}

/** Options of every call beside its input. An option that is left out is as the client has it. */
export interface CallOptions {
  /** Ends the call, also while it waits for its next try. The call then fails with the signal's reason. */
  signal?: Signal | undefined
  /** Milliseconds that one try may take. */
  timeoutMs?: number | undefined
  /** The number of times that the call is tried again. */
  retries?: number | undefined
  /** Milliseconds that the call may wait between its tries, all waits together. */
  maxWaitMs?: number | undefined
  /** Headers of this call. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** Options of a write beside its input. */
export interface WriteOptions extends CallOptions {
  /**
   * Makes the call safe to repeat: 1 to 255 printable ASCII characters of your choice, kept 72 hours. With it, the
   * client repeats the call by itself.
   */
  idempotencyKey?: string | undefined
}

type Arguments<Input, Options> =
  Record<never, never> extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options]

/** An action that changes nothing. */
export interface Read<Input, Data> {
  /**
   * @returns the `data` of the answer
   * @throws RollcallError when the service refuses
   * @throws ConnectionError when there is no answer of the service
   */
  (...call: Arguments<Input, CallOptions>): Promise<Data>
}

/** A list with pages. */
export interface PagedRead<Input, Data, Item> extends Read<Input, Data> {
  /** All entries from the first page on. A page is asked for when the loop comes to it. */
  all(...call: Arguments<Input, CallOptions>): AsyncGenerator<Item, void, undefined>
  /** All pages from the first one on, as the action answers them. */
  pages(...call: Arguments<Input, CallOptions>): AsyncGenerator<Data, void, undefined>
}

/** An action that changes something. */
export interface Write<Input, Data> {
  /**
   * @returns the `data` of the answer
   * @throws RollcallError when the service refuses
   * @throws ConnectionError when there is no answer of the service, so the change may have been made or not
   */
  (...call: Arguments<Input, WriteOptions>): Promise<Data>
  /** Runs every check and answers what the call would answer, but keeps nothing. */
  dryRun(...call: Arguments<Input, CallOptions>): Promise<DryRun<Data>>
}

/** The answer of a dry run. */
export interface DryRun<Data> {
  /** The answer that the call would have. Ids of new records are all zeros, secrets are null. */
  data: Data
  /** Records that it would have made. */
  dry_run: DryRunReport
}

/** An answer of the service, for `onAnswer`. */
export interface AnswerInfo {
  /** The action that was called, such as `org.units.create`. */
  action: ActionName
  /** Which try this was: 1 for the first. */
  attempt: number
  /** The HTTP status. */
  status: number
  /** The id under which the service's log has the request; null when something else answered. */
  request_id: string | null
  /** Tells that this is the stored answer of an earlier call with the same idempotency key. */
  replayed: boolean
  /** The number of calls that are left in this minute; null when the answer does not say so. */
  calls_left: number | null
}

/** The part of an `AbortSignal` that the client needs. */
export interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>

export interface FetchRequest {
  /** `PUT` for the bytes of a file, which go to the address of their link. */
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of bytes, what each project's types call them
  body: any
  /** An AbortSignal, whatever types the project has for it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  signal: any
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}
