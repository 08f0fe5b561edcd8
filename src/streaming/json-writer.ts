import { setImmediate } from 'node:timers/promises'
import { chunksOf, isLong, piecesOf, StreamedList, StreamedText, valueOf } from './stream.ts'
import { inSlices } from './yield.ts'

const charactersPerChunk = 32_768

/** JSON text. A long one comes encoded, in chunks: text of megabytes is work for the garbage collector, bytes are not. */
export type Json = string | Buffer[]

export const textOf = (json: Json): string =>
  typeof json === 'string' ? json : Buffer.concat(json).toString()

/**
 * The answer `{"data": …}` as `JSON.stringify` would write it. A list that is the result, or a property of it, is written
 * in slices.
 */
export async function writeAnswer(result: unknown): Promise<Json> {
  const answer = new Answer()
  answer.add('{"data":')
  if (isShort(result)) answer.add(JSON.stringify(result))
  else if (isLong(result)) await writeList(result, answer)
  else await writeProperties(result as object, answer)
  answer.add('}')
  return answer.end()
}

/** Tells whether a result can be written at once: it is no long list and has none as a property. */
export function isShort(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) return true
  return !isLong(result) && !Object.values(result).some(isLong)
}

/** Text that grows. When it is long enough for a chunk, it is encoded. */
class Answer {
  readonly #chunks: Buffer[] = []
  #text = ''
  #encoded = 0

  /** Its length, as far as it is encoded: all but one chunk. */
  get bytes(): number {
    return this.#encoded
  }

  add(text: string): void {
    this.#text += text
    if (this.#text.length >= charactersPerChunk) this.#encode()
  }

  end(): Json {
    if (this.#chunks.length === 0) return this.#text
    this.#encode()
    return this.#chunks
  }

  #encode(): void {
    const chunk = Buffer.from(this.#text)
    this.#chunks.push(chunk)
    this.#encoded += chunk.length
    this.#text = ''
  }
}

async function writeProperties(result: object, answer: Answer): Promise<void> {
  let before = '{'
  for (const [name, given] of Object.entries(result)) {
    const value = valueOf(given)
    const text = isLong(value) ? undefined : (JSON.stringify(value) as string | undefined)
    // JSON has no undefined: JSON.stringify leaves such properties out.
    if (!isLong(value) && text === undefined) continue
    answer.add(`${before}${JSON.stringify(name)}:${text ?? ''}`)
    if (isLong(value)) await writeList(value, answer)
    before = ','
  }
  answer.add('}')
}

/** The chunks one by one, in rounds of the event loop of their own: to send megabytes at once takes long, too. */
export async function* sendInTurn(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}

async function writeText({ beginning, batches }: StreamedText<unknown>, answer: Answer): Promise<void> {
  const add = (part: string) => answer.add(JSON.stringify(part).slice(1, -1))
  answer.add('"')
  add(beginning)
  for await (const { rows, write } of batches)
    for await (const chunk of inSlices(chunksOf(rows))) add(write(chunk))
  answer.add('"')
}

async function writeList(
  list: readonly unknown[] | StreamedList<unknown, unknown> | StreamedText<unknown>,
  answer: Answer,
): Promise<void> {
  if (list instanceof StreamedText) return writeText(list, answer)
  let before = '['
  const most = list instanceof StreamedList ? list.most : undefined
  const until = answer.bytes + (most?.bytes ?? Infinity)
  let last: unknown
  for await (const { rows, items } of piecesOf(list)) {
    if (answer.bytes >= until && before === ',') {
      most!.reached(last)
      break
    }
    answer.add(`${before}${JSON.stringify(items()).slice(1, -1)}`)
    before = ','
    last = rows.at(-1)
  }
  answer.add(before === '[' ? '[]' : ']')
}
