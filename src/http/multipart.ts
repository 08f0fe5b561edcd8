import type Koa from 'koa'
import { ApiError } from '../errors.ts'
import { requestTexts } from '../texts/requests.ts'
import { readBytes } from './body.ts'

/** A control of a form. */
export interface FormPart {
  bytes: Buffer
  /** Of a file that was chosen. */
  fileName: string | undefined
}

/** Browsers write quotation marks and line breaks in the names of files so. */
const unescaped = (name: string): string =>
  name.replace(/%(22|0D|0A)/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))

/** A form with a file has a few controls; each is a part. */
const maxParts = 20

/**
 * Reads the body of a form with a file, as browsers send it: multipart/form-data (RFC 7578).
 *
 * @param limit in bytes
 * @returns the controls by their names; of two with the same name the last
 * @throws ApiError 415 for another media type, 413 beyond the limits, 400 for a body that is cut off
 */
export async function readFileForm(ctx: Koa.Context, limit: number): Promise<Map<string, FormPart>> {
  const [, boundary] =
    /^multipart\/form-data;(?:.*;)?\s*boundary="?([^";\s]{1,70})"?/i.exec(ctx.get('content-type')) ?? []
  if (boundary === undefined)
    throw new ApiError('validation_failed', requestTexts.needsForm(), { status: 415 })
  const bytes = await readBytes(ctx, limit)
  const found = new Map<string, FormPart>()
  const line = Buffer.from(`\r\n--${boundary}`)
  let from = bytes.indexOf(line.subarray(2)) + line.length - 2
  for (let part = 0; part < maxParts; part++) {
    const head = bytes.indexOf('\r\n\r\n', from)
    const end = head < 0 ? -1 : bytes.indexOf(line, head + 2)
    if (bytes.subarray(from, from + 2).toString() === '--') return found
    if (end < 0) throw new ApiError('validation_failed', requestTexts.cutOff())
    const headers = bytes.subarray(from, head).toString()
    const [, name] = /;\s*name="([^"]*)"/i.exec(headers) ?? []
    const [, fileName] = /;\s*filename="([^"]*)"/i.exec(headers) ?? []
    if (name !== undefined)
      found.set(name, {
        bytes: bytes.subarray(Math.min(head + 4, end), end),
        fileName: fileName && unescaped(fileName),
      })
    from = end + line.length
  }
  throw new ApiError('payload_too_large', requestTexts.tooLarge({ max: limit }))
}
