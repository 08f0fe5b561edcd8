import { Refused } from '../refused.ts'
import { Dictionary, Name, Ref, Text, Word, type Value } from './values.ts'

const maxDepth = 100

/** The bytes ended in the middle of a value: in a window of a file there may be more, elsewhere it is damaged. */
export class Cut extends Refused {
  constructor() {
    super('file_damaged')
  }
}

const isSpace = (byte: number | undefined) =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const isRegular = (byte: number | undefined) => byte !== undefined && !isSpace(byte) && !delimiters.has(byte)
const [slash, percent, open, close, less, greater] = [0x2f, 0x25, 0x28, 0x29, 0x3c, 0x3e]
const backslash = 0x5c

/** Reads values of PDF (ISO 32000-1, 7.2 and 7.3) from bytes, as tolerant of mistakes as readers are. */
export class Lexer {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /**
   * The next value, or undefined at the end of the bytes and at an end of an array or dictionary that nothing began.
   *
   * @throws Cut when the bytes end in it
   */
  value(depth = 0): Value | undefined {
    if (depth > maxDepth) throw new Refused('file_too_complex')
    const one = this.#simple(depth)
    if (typeof one !== 'number' || !Number.isInteger(one) || one < 0) return one
    // Two numbers and an R are a reference.
    const start = this.at
    const generation = this.#number()
    if (generation !== undefined && this.#word() === 'R') return new Ref(one)
    this.at = start
    return one
  }

  #simple(depth: number): Value | undefined {
    this.skipSpace()
    const byte = this.#bytes[this.at]
    if (byte === undefined) return undefined
    if (byte === slash) return this.#name()
    if (byte === open) return this.#string()
    if (byte === less) return this.#bytes[this.at + 1] === less ? this.#dictionary(depth) : this.#hexString()
    if (byte === 0x5b) return this.#array(depth)
    if (byte === greater || byte === 0x5d || byte === close || byte === 0x7b || byte === 0x7d)
      return undefined
    return this.#number() ?? new Word(this.#word())
  }

  /** Past white space and comments. */
  skipSpace(): void {
    for (;;) {
      while (isSpace(this.#bytes[this.at])) this.at++
      if (this.#bytes[this.at] !== percent) return
      while (this.at < this.#bytes.length && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13)
        this.at++
    }
  }

  #word(): string {
    this.skipSpace()
    const start = this.at
    while (isRegular(this.#bytes[this.at])) this.at++
    return this.#bytes.toString('latin1', start, Math.min(this.at, start + 64))
  }

  #number(): number | undefined {
    this.skipSpace()
    const start = this.at
    const found = /^[+-]*\d*\.?\d*/.exec(this.#bytes.toString('latin1', start, start + 40))![0]
    if (!/\d/.test(found)) return undefined
    this.at = start + found.length
    return Number(found.replace(/^[+-]*/, (signs) => (signs.includes('-') ? '-' : '')))
  }

  #name(): Name {
    const start = ++this.at
    while (isRegular(this.#bytes[this.at])) this.at++
    const text = this.#bytes.toString('latin1', start, Math.min(this.at, start + 400))
    return new Name(
      text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    )
  }

  #string(): Text {
    let depth = 0
    for (; this.at < this.#bytes.length; this.at++) {
      const byte = this.#bytes[this.at]
      if (byte === backslash) this.at++
      else if (byte === open) depth++
      else if (byte === close && --depth === 0) {
        this.at++
        return new Text()
      }
    }
    throw new Cut()
  }

  #hexString(): Text {
    const end = this.#bytes.indexOf(greater, this.at)
    if (end === -1) throw new Cut()
    this.at = end + 1
    return new Text()
  }

  #array(depth: number): Value[] {
    const values: Value[] = []
    this.at++
    for (;;) {
      const one = this.value(depth + 1)
      if (one !== undefined) values.push(one)
      else if (this.at >= this.#bytes.length) throw new Cut()
      else if (this.#bytes[this.at++] === 0x5d) return values
    }
  }

  #dictionary(depth: number): Dictionary {
    const found = new Dictionary()
    this.at += 2
    for (;;) {
      this.skipSpace()
      const byte = this.#bytes[this.at]
      if (byte === undefined) throw new Cut()
      if (byte === greater) {
        this.at += this.#bytes[this.at + 1] === greater ? 2 : 1
        return found
      }
      const key = this.value(depth + 1)
      if (key === undefined) this.at++
      else if (key instanceof Name) this.#entry(found, key.text, depth)
      // Readers end a dictionary that nobody ended.
      else if (key instanceof Word && /^(endobj|stream)$/.test(key.text)) {
        this.at -= key.text.length
        return found
      }
    }
  }

  #entry(found: Dictionary, key: string, depth: number): void {
    const value = this.value(depth + 1)
    if (value !== undefined) found.entries.push([key, value])
  }
}
