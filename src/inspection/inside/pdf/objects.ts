import { Refused } from '../refused.ts'
import { pieces, type Source } from '../source.ts'
import { decode, type Parameters } from './filters.ts'
import { Cut, Lexer } from './lexer.ts'
import { Dictionary, Name, Ref, Word, type Value } from './values.ts'

/** An object, or what follows the word `trailer`, which has no number. */
export interface Definition {
  number: number | undefined
  value: Value
}

const maxObjects = 1_000_000
/** Bytes of one object without its stream, and of one stream of objects before it is unpacked. */
const [maxObjectBytes, maxStreamBytes] = [32e6, 32e6]
/** Bytes of all streams of objects, unpacked. */
const maxUnpacked = 128e6
/**
 * Bytes that are read as values, for each byte of the file and of what is unpacked: a value is read a few times, longer
 * pieces of it each time. More are read where values lie in each other, such as texts that never end.
 */
const [readEach, readAnyway] = [16, 64e6]
/** Enough for the number before `obj`, with comments between. */
const lookBack = 300

/**
 * The objects of a PDF, wherever they are: the table that says where is not believed, because readers look for objects
 * themselves when it is wrong. So each word `obj` counts, also in what is between objects or seems to be in a stream; streams of objects
 * are unpacked.
 */
export class Objects {
  readonly #source: Source
  /** Where the definitions of a number are: an offset in the file, or in an unpacked stream. */
  readonly #places = new Map<number, Place[]>()
  readonly #streams: { dictionary: Dictionary; start: number }[] = []
  readonly #trailers: Value[] = []
  #unpacked = 0
  #count = 0
  /** Bytes that were read as values, and some for each value. */
  #read = 0

  constructor(source: Source) {
    this.#source = source
    this.#findAll()
    for (const stream of this.#streams) this.#unpack(stream.dictionary, stream.start)
  }

  /** All definitions, one after the other. */
  *all(): Generator<Definition> {
    for (const value of this.#trailers) yield { number: undefined, value }
    for (const number of this.#places.keys())
      for (const value of this.definitions(number)) yield { number, value }
  }

  /** The values that a number has: several, when a later part of the file replaces an earlier one. */
  definitions(number: number): Value[] {
    return (this.#places.get(number) ?? []).flatMap((place) => {
      const value =
        place.bytes === undefined ? this.#parse(place.at).value : this.#parsePacked(place.bytes, place.at)
      return value === undefined ? [] : [value]
    })
  }

  #parsePacked(bytes: Buffer, at: number): Value | undefined {
    const lexer = new Lexer(bytes, at)
    try {
      return lexer.value()
    } finally {
      this.#spend(lexer.at - at + 64)
    }
  }

  /** @throws Refused when values are read more often than files need it */
  #spend(bytes: number): void {
    this.#read += bytes
    if (this.#read > readAnyway + readEach * (this.#source.size + this.#unpacked))
      throw new Refused('file_too_complex')
  }

  /** The value, and those of objects that it refers to. */
  resolve(value: Value, depth = 0): Value[] {
    if (!(value instanceof Ref)) return [value]
    if (depth > 8) throw new Refused('file_too_complex')
    return this.definitions(value.number).flatMap((one) => this.resolve(one, depth + 1))
  }

  #findAll(): void {
    for (const { offset, bytes, isLast } of pieces(this.#source, { overlap: lookBack + 16 })) {
      // What begins in the repeated part was found before, but for the file's own beginning.
      const from = offset === 0 ? 0 : lookBack
      const to = isLast ? bytes.length : bytes.length - 16
      for (const word of ['obj', 'trailer'])
        for (let at = bytes.indexOf(word, from); at !== -1 && at < to; at = bytes.indexOf(word, at + 1))
          this.#found(word, bytes, at, offset)
    }
  }

  #found(word: string, bytes: Buffer, at: number, offset: number): void {
    const next = bytes[at + word.length]
    if (next !== undefined && /[\w.-]/.test(String.fromCharCode(next))) return
    const end = offset + at + word.length
    if (word === 'trailer') {
      const { value } = this.#parse(end)
      if (!(value instanceof Dictionary)) return
      refuseEncrypted(value, true)
      this.#trailers.push(value)
      return
    }
    const before = bytes.toString('latin1', Math.max(0, at - lookBack), at)
    if (/[^\s\0\d)>\]]$/.test(before) && !/%[^\r\n]*$/.test(before)) return
    const number =
      /(?:^|[^\d.])[+]?(\d{1,10})(?:\.0*)?(?:[\s\0]|%[^\r\n]*[\r\n])+[+]?\d+(?:\.0*)?(?:[\s\0]|%[^\r\n]*[\r\n])*$/.exec(
        before,
      )?.[1]
    if (number === undefined) {
      // A dictionary with `obj` in front of it, whose number cannot be told: a reader might find one.
      if (/^[\s\0]*<</.test(bytes.toString('latin1', at + 3, at + 40))) throw new Refused('file_damaged')
      return
    }
    const { value, after } = this.#parse(end)
    if (value === undefined) return
    this.#add(Number(number), { at: end })
    if (value instanceof Dictionary) refuseEncrypted(value, value.is('Type', 'XRef') || value.has('W'))
    if (value instanceof Dictionary && value.has('N') && value.has('First') && after !== undefined)
      this.#streams.push({ dictionary: value, start: after })
  }

  #add(number: number, place: Place): void {
    if (++this.#count > maxObjects) throw new Refused('file_too_complex')
    const known = this.#places.get(number)
    if (known) known.push(place)
    else this.#places.set(number, [place])
  }

  /** The value at a place of the file, and where the stream begins, if one follows. */
  #parse(offset: number): { value: Value | undefined; after: number | undefined } {
    for (let length = 4096; ; length *= 8) {
      const bytes = this.#source.read(offset, length)
      const isAll = offset + bytes.length >= this.#source.size
      const lexer = new Lexer(bytes)
      try {
        const value = lexer.value()
        // A value that ends where the bytes end may go on.
        if (!isAll && lexer.at > bytes.length - 32) throw new Cut()
        return { value, after: streamAt(bytes, lexer, offset) }
      } catch (error) {
        if (!(error instanceof Cut)) throw error
        // A reader would take a dictionary that the file ends in.
        if (isAll && /^[\s\0]*<</.test(bytes.toString('latin1', 0, 64))) throw new Refused('file_damaged')
        if (isAll) return { value: undefined, after: undefined }
        if (length > maxObjectBytes) throw new Refused('file_too_complex')
      } finally {
        this.#spend(lexer.at + 64)
      }
    }
  }

  /** Adds the objects of a stream: pairs of numbers and places, then the objects. */
  #unpack(dictionary: Dictionary, start: number): void {
    const number = (key: string): number[] =>
      dictionary
        .all(key)
        .flatMap((one) => this.resolve(one))
        .filter((one) => typeof one === 'number')
    const length = Math.max(0, ...number('Length'))
    const raw = this.#source.read(start, maxStreamBytes)
    const end = raw.indexOf('endstream', Math.min(length, raw.length))
    if (end === -1 && raw.length === maxStreamBytes) throw new Refused('file_too_complex')
    for (const { filters, parameters } of this.#filtersOf(dictionary)) {
      const bytes = decode(end === -1 ? raw : raw.subarray(0, end), filters, parameters)
      this.#unpacked += bytes.length
      if (this.#unpacked > maxUnpacked) throw new Refused('file_expands_too_much')
      for (const first of number('First')) this.#addPacked(bytes, first)
    }
  }

  #addPacked(bytes: Buffer, first: number): void {
    // Not as many as /N says: readers differ in what they do about more.
    const lexer = new Lexer(bytes)
    while (lexer.at < first) {
      const [number, at] = [lexer.value(), lexer.value()]
      if (typeof number !== 'number' || typeof at !== 'number') return
      if (lexer.at <= first + 1) this.#add(number, { bytes, at: first + at })
    }
  }

  #filtersOf(dictionary: Dictionary): { filters: string[]; parameters: (Parameters | undefined)[] }[] {
    const list = (...keys: string[]): Value[][] => {
      const values = keys.flatMap((key) => dictionary.all(key)).flatMap((one) => this.resolve(one))
      return values.map((one) => (Array.isArray(one) ? one.flatMap((each) => this.resolve(each)) : [one]))
    }
    const parameters = list('DecodeParms', 'DP')
    const filters = list('Filter', 'F')
    // Two of one key: what one of them leaves out may be read by the other.
    if (filters.length > 1 || parameters.length > 1) throw new Refused('file_too_complex')
    return [
      {
        filters: (filters[0] ?? []).map((one) => (one instanceof Name ? one.text : '')),
        parameters: (parameters[0] ?? []).map((one) =>
          one instanceof Dictionary ? this.#parametersOf(one) : undefined,
        ),
      },
    ]
  }

  #parametersOf(dictionary: Dictionary): Parameters {
    const number = (key: string, missing: number): number => {
      const found = dictionary.all(key).flatMap((one) => this.resolve(one))[0]
      return typeof found === 'number' ? found : missing
    }
    return {
      predictor: number('Predictor', 1),
      colors: number('Colors', 1),
      bits: number('BitsPerComponent', 8),
      columns: number('Columns', 1),
    }
  }
}

interface Place {
  at: number
  /** Left out: the file itself. */
  bytes?: Buffer
}

/** Where the bytes of a stream begin: after the word and the end of its line. */
function streamAt(bytes: Buffer, lexer: Lexer, offset: number): number | undefined {
  const word = lexer.value()
  if (!(word instanceof Word) || word.text !== 'stream') return undefined
  let at = lexer.at
  if (bytes[at] === 13) at++
  if (bytes[at] === 10) at++
  return offset + at
}

/** Asked before anything is unpacked: what is encrypted cannot be. */
function refuseEncrypted(value: Dictionary, isTrailer: boolean): void {
  if (isTrailer && value.has('Encrypt')) throw new Refused('file_is_encrypted')
}
