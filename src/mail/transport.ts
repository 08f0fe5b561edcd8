import type { Message } from './message.ts'

/** Hands mails over. There are two: a mail server (`smtp.ts`), and a folder (`files.ts`). */
export interface Transport {
  /** Tells that mails reach their receivers: a folder is read by nobody but the operator. */
  readonly reaches: boolean
  /**
   * @param stop a mail that was not handed over by then is not
   * @returns when the other side has taken the mail, and is answerable for it
   * @throws NotSent
   */
  send: (message: Message, stop?: AbortSignal) => Promise<void>
}

/**
 * The fate of a mail that was not taken:
 *
 * - `later`: it was not, and may be if it is tried again.
 * - `never`: it was not, and the answer would be the same.
 * - `unknown`: it was handed over, and no answer came. To try again could send it twice.
 */
export type Fate = 'later' | 'never' | 'unknown'

/** A mail was not taken. The message is for the log, and has no address in it. */
export class NotSent extends Error {
  readonly fate: Fate
  /** Tells that the server itself could not be used: then other mails need not be tried now. */
  readonly unreachable: boolean

  constructor(fate: Fate, reason: string, unreachable = false) {
    super(reason)
    this.fate = fate
    this.unreachable = unreachable
  }
}
