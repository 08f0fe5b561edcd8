import { invalidAll, maxProblems, type Detail } from '../errors.ts'
import { limits } from '../generated/requests.js'
import { inputTexts } from '../texts/input.ts'

/** The largest size of a JSON body. */
export interface Size {
  /** The number of objects and lists that may be inside one another. */
  depth: number
  /** The number of values. */
  values: number
}

/**
 * The largest size of an input of an operation. It is a little more than its schema accepts: so up to 100 mistakes are
 * still answered one by one, each with its place.
 */
export function inputSize(operationId: string): Size {
  const { depth, values } = limitsFor(operationId)
  return { depth: depth + 3, values: values + maxProblems }
}

/** As {@link inputSize}, for an input of any operation. */
export function largestInputSize(): Size {
  const sizes = Object.keys(limits).map(inputSize)
  return {
    depth: Math.max(...sizes.map(({ depth }) => depth)),
    values: Math.max(...sizes.map(({ values }) => values)),
  }
}

/** Beside the size, the length of the longest text that an operation takes anywhere, in code points, and its files. */
export function textBounds(operationId: string): { text: number; cells: readonly string[] } {
  const { text, cells } = limitsFor(operationId)
  return { text, cells }
}

function limitsFor(operationId: string): (typeof limits)[string] {
  const found = limits[operationId]
  if (!found) throw new Error(`no limits for ${operationId}; run npm run codegen`)
  return found
}

/** So many are looked at in a tenth of a millisecond. */
const bytesAtOnce = 32 * 1024

// In UTF-8, these bytes are never a part of another character.
const quote = 0x22
const comma = 0x2c
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/**
 * Refuses JSON text that holds more than it may, before it is parsed: 2 MiB of brackets or zeros would keep the parser
 * busy for hundreds of milliseconds, and nobody else would be answered meanwhile. Text that is no JSON passes, if it is
 * not too large. It yields wherever it may be interrupted (see src/streaming/yield.ts).
 *
 * @throws ApiError validation_failed
 */
export function* refuseLarge(json: Uint8Array, size: Size): Generator<undefined, void, undefined> {
  let depth = 0
  let values = 1
  let inText = false
  let until = bytesAtOnce
  for (let at = 0; at < json.length; at++) {
    if (at >= until) {
      yield
      until += bytesAtOnce
    }
    const byte = json[at]
    if (byte === quote) inText = !inText
    else if (inText) {
      if (byte === backslash) at++
    } else if (byte === comma) values++
    else if (byte === openList || byte === openObject) {
      values++
      depth++
    } else if (byte === closeList || byte === closeObject) depth--
    if (depth > size.depth) throw invalidAll([tooDeep('', size)])
    if (values > size.values) throw invalidAll([tooLarge(size)])
  }
}

/** The problem of an input that nests too deep, at this place. */
export function tooDeep(path: string, { depth }: Size): Detail {
  return {
    path,
    code: 'too_deep',
    message: inputTexts.tooDeep({ max: depth }),
  }
}

/** The problem of an input that holds too much. */
export function tooLarge({ values }: Size): Detail {
  return { path: '', code: 'too_large', message: inputTexts.tooLarge({ max: values }) }
}
