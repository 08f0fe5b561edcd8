import { readSync, writeSync } from 'node:fs'
import { Refused } from './refused.ts'

/**
 * The program that looks into bytes of strangers: one process for each file. It gets its task on standard input: a line of
 * JSON, and then the bytes of a picture; or the file as descriptor 3. It answers a line of JSON, and then the bytes of a picture.
 */

/** The task. `length`: how many bytes follow. */
export type Task =
  | { kind: 'file'; declared: string }
  | { kind: 'image'; fit: 'whole' | 'centre'; length: number }
  /** Answers at once: for finding out whether the process can run. */
  | { kind: 'nothing' }

export type Answer =
  | { ok: true; content_type?: string; sha256?: string; size?: number }
  | { ok: false; because: string; params: Record<string, string> }

/** Loads everything that the task needs, because afterwards no file can be opened. */
async function load(kind: string): Promise<(task: Task, rest: Buffer) => Promise<[Answer, Buffer?]>> {
  if (kind === 'image') {
    const { prepare, square } = await import('./image.ts')
    prepare()
    return async (task, rest) =>
      task.kind === 'image' ? [{ ok: true }, await square(bytesOf(task, rest), task.fit)] : [{ ok: true }]
  }
  const { inspect } = await import('./file.ts')
  const { FileSource } = await import('./source.ts')
  return async (task) =>
    task.kind === 'file'
      ? [{ ok: true, ...(await inspect(new FileSource(3), task.declared)) }]
      : [{ ok: true }]
}

const run = await load(process.argv[2] ?? '')
writeSync(1, 'ready\n')
const [task, rest] = readTask()
try {
  const [answer, bytes] = await run(task, rest)
  writeAll(`${JSON.stringify(answer)}\n`, bytes)
} catch (error) {
  if (!(error instanceof Refused)) throw error
  const answer: Answer = { ok: false, because: error.because, params: error.params }
  writeAll(`${JSON.stringify(answer)}\n`)
}

/** Reads until the line has ended; what was read beyond it belongs to the picture. */
function readTask(): [Task, Buffer] {
  let read: Buffer = Buffer.alloc(0)
  for (let end = -1; end === -1; end = read.indexOf('\n')) {
    const more = readSome()
    if (more.length === 0) throw new Error('no task')
    read = Buffer.concat([read, more])
  }
  const end = read.indexOf('\n')
  return [JSON.parse(read.toString('utf8', 0, end)) as Task, read.subarray(end + 1)]
}

function bytesOf(task: { length: number }, rest: Buffer): Buffer {
  const parts = [rest]
  for (let length = rest.length; length < task.length;) {
    const more = readSome()
    if (more.length === 0) break
    parts.push(more)
    length += more.length
  }
  return Buffer.concat(parts)
}

function readSome(): Buffer {
  const bytes = Buffer.alloc(64 * 1024)
  return bytes.subarray(0, readSync(0, bytes))
}

function writeAll(line: string, bytes: Buffer = Buffer.alloc(0)): void {
  const all = Buffer.concat([Buffer.from(line), bytes])
  for (let done = 0; done < all.length;) done += writeSync(1, all, done)
}
