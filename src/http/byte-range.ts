/** A part of a file: from the first byte to the one after the last. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that `Range` asks for (RFC 9110, 14.2). Several parts, other units and what cannot be read are not
 * followed, which the RFC allows: the answer is then the whole file.
 *
 * @returns undefined for the whole file; `none` when the file has no such part
 */
export function rangeOf(header: string, size: number): ByteRange | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'none' : { start, end }
}
