import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Asked by `longestWorkOf`, and answered by a program that runs with `watchArguments`. */
export interface WatchMessage {
  watch: 'begin' | 'end'
  id: number
}

/** Arguments for node: the program answers `longestWorkOf`. */
export const watchArguments = ['--import', import.meta.resolve('./watched-program.ts')]

/** Milliseconds of processor time that this thread has used so far. Waiting, and what others do, does not count. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Processor time in milliseconds of this work, which waits for nothing. */
export function workMs(work: () => unknown): number {
  const before = processorMs()
  work()
  return processorMs() - before
}

/**
 * The least processor time of a few rounds in milliseconds: the first one is also spent on compiling. For a bound above which
 * nothing may come; two of them make no ratio, because either may be 0 (see `workPerRunMs`).
 */
export const leastWorkMs = (work: () => unknown, rounds = 3): number =>
  Math.min(...Array.from({ length: rounds }, () => workMs(work)))

/**
 * Processor time of one run, which waits for nothing, in milliseconds. It is run until what it took can be measured: Linux may
 * count in steps of 4 ms, so that a single short run seems to take nothing at all.
 */
export function workPerRunMs(run: () => unknown): number {
  const before = processorMs()
  for (let runs = 1; ; runs++) {
    run()
    const ms = processorMs() - before
    if (ms >= 20) return ms / runs
  }
}

/**
 * Watches this thread for its longest piece of work: the processor time between two turns of its event loop, during which
 * everybody else waits. Time in which the thread waits, or in which the machine runs something else, does not count, so a
 * busy machine does not change it much. Garbage collection on this thread counts, and so does the first compilation: where
 * that matters, let the median of a few rounds decide.
 *
 * It is precise to about 5 ms, upwards and downwards: two looks are a millisecond or two apart, and Linux counts a thread that
 * is running in steps of 4 ms. On a busy machine more events may wait for one turn of the loop, which is then one longer
 * piece: measure few calls at a time.
 *
 * @returns ends the watch, and answers the milliseconds of the longest piece
 */
export function watchWork(): () => number {
  let [last, longest] = [processorMs(), 0]
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1).unref()
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

/** The longest piece of work of this thread while this is done, in milliseconds of processor time: see `watchWork`. */
export async function longestWork(work: () => Promise<unknown>): Promise<number> {
  const end = watchWork()
  await work().finally(end)
  return end()
}

let watches = 0

/**
 * The longest piece of work of another program while this is done, in milliseconds of processor time of its main thread:
 * see `watchWork`. Work of the caller does not count, however much it is.
 *
 * @param program runs with `watchArguments` and has a channel (`stdio: [..., 'ipc']`)
 * @throws Error when the program has ended
 */
export async function longestWorkOf(program: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  const id = ++watches
  await ask(program, { watch: 'begin', id })
  try {
    await work()
  } catch (error) {
    await ask(program, { watch: 'end', id }).catch(() => undefined)
    throw error
  }
  return ask(program, { watch: 'end', id })
}

async function ask(program: ChildProcess, message: WatchMessage): Promise<number> {
  const given = new AbortController()
  const { signal } = given
  const answered = new Promise<number>((done) => {
    const read = (answer: { id: number; ms: number }) => answer.id === message.id && done(answer.ms)
    program.on('message', read)
    signal.addEventListener('abort', () => program.off('message', read))
  })
  const ended = once(program, 'disconnect', { signal }).then(() => {
    throw new Error('the program that is watched has ended')
  })
  ended.catch(() => undefined)
  try {
    if (!program.connected) throw new Error('the program that is to be watched has no channel, or has ended')
    program.send(message)
    return await Promise.race([answered, ended])
  } finally {
    given.abort()
  }
}
