import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import { isDeletedMeanwhile, isReadable, isUploadAwaited } from '../auth/file-links.ts'
import { ApiError } from '../errors.ts'
import { attachmentOf } from '../storage/attachment.ts'
import { filePaths, lengthHeader, type Disk } from '../storage/disk.ts'
import { fileLinkTexts } from '../texts/file-links.ts'
import { handOn } from './arriving-file.ts'
import { rangeOf, type ByteRange } from './byte-range.ts'
import { readSearch } from './query.ts'
import type { Addresses } from './addresses.ts'
import { setHeaders } from './respond.ts'
import type { HttpRuntime } from './runtime.ts'
import { beginTransfer } from './transfers.ts'

/** Bytes that are read at once, and that wait for a client at most. */
const pieceBytes = 64 * 1024

/** Nothing of a file is ever shown or run at the address of the service, whatever it holds. */
const fileHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
}

/** The addresses of the service's own links to files, where these are on the disk. The link is the credential. */
export function fileAddresses(runtime: HttpRuntime, disk: Disk): Addresses {
  return {
    [filePaths.upload]: { PUT: (ctx) => upload(runtime, disk, ctx) },
    [filePaths.download]: { GET: (ctx) => download(runtime, disk, ctx) },
  }
}

/** Takes a file. All that can be refused is refused before the first byte of it is looked at. */
async function upload(runtime: HttpRuntime, disk: Disk, ctx: Koa.Context): Promise<void> {
  if (!/^\d+$/.test(lengthOf(ctx))) throw new ApiError('validation_failed', fileLinkTexts.otherSize())
  const now = runtime.clock()
  const link = disk.links.openUpload(readToken(ctx), now)
  if (!link) throw new ApiError('not_found', fileLinkTexts.badUpload())
  const { place, size, contentType, expiresAt } = link
  ctx.state['visit'] = { organization: place.orgId }
  requireAnnounced(ctx, size, contentType)
  if (!(await isUploadAwaited(runtime, place))) throw new ApiError('not_found', fileLinkTexts.badUpload())
  if (await disk.find(place)) throw uploaded()
  beginTransfer(ctx, place.orgId)
  const left = expiresAt.getTime() - now.getTime()
  if (!(await disk.receive(place, size, (sink) => handOn(ctx, sink, left)))) throw uploaded()
  // Where nobody can tell, the file is there, and its sender hears so: the jobs look after it.
  if (await isDeletedMeanwhile(runtime, place).catch(() => false)) {
    await disk.remove(place)
    throw new ApiError('not_found', fileLinkTexts.badUpload())
  }
  ctx.status = 204
}

/** @throws ApiError 411, 415, 400 */
function requireAnnounced(ctx: Koa.Context, size: number, contentType: string): void {
  const { headers } = ctx.req
  const length = headers['content-length']
  if (headers['transfer-encoding'] !== undefined || length === undefined)
    throw new ApiError('validation_failed', fileLinkTexts.needsLength(), { status: 411 })
  if (headers['content-type'] !== contentType || headers['content-encoding'] !== undefined)
    throw new ApiError('validation_failed', fileLinkTexts.otherType(), { status: 415 })
  if (length !== String(size) || lengthOf(ctx) !== length)
    throw new ApiError('validation_failed', fileLinkTexts.otherSize())
}

async function download(runtime: HttpRuntime, disk: Disk, ctx: Koa.Context): Promise<void> {
  const link = disk.links.openDownload(readToken(ctx), runtime.clock())
  if (!link) throw badDownload()
  const { place, name, contentType, size: whole, whilePaused = false } = link
  ctx.state['visit'] = { organization: place.orgId }
  if (!(await isReadable(runtime, place, whilePaused))) throw badDownload()
  beginTransfer(ctx, place.orgId)
  const found = await disk.find(place)
  const size = whole ?? found?.size
  const handle = size === undefined ? undefined : await disk.open(place, size)
  if (size === undefined || !handle) throw badDownload()
  closeWith(ctx, handle)
  // A file never changes, so its id tells one from another.
  const etag = `"${place.fileId}"`
  const range = partOf(ctx, size, etag)
  const { start, end } = range ?? { start: 0, end: size }
  ctx.status = range ? 206 : 200
  // It may be compressed already, and a part of it is told by its bytes.
  ctx.compress = false
  ctx.state['waitingBytes'] = pieceBytes
  ctx.body = ctx.state['withoutBody'] === true ? Buffer.alloc(0) : leavingFile(disk, ctx, handle, start, end)
  setHeaders(ctx, {
    ...fileHeaders,
    ETag: etag,
    'Content-Type': contentType,
    'Content-Disposition': attachmentOf(name),
    'Content-Length': String(end - start),
    ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
  })
}

/**
 * The part of the file that is asked for; undefined for all of it.
 *
 * @throws ApiError 416
 */
function partOf(ctx: Koa.Context, size: number, etag: string): ByteRange | undefined {
  const condition = ctx.get('if-range')
  if (ctx.state['withoutBody'] === true || (condition !== '' && condition !== etag)) return undefined
  const range = rangeOf(ctx.get('range'), size)
  if (range !== 'none') return range
  throw new ApiError('validation_failed', fileLinkTexts.outOfRange(), {
    status: 416,
    headers: { 'Content-Range': `bytes */${size}` },
  })
}

/** Closes the file with the answer, also if nobody reads it. */
function closeWith({ res }: Koa.Context, handle: FileHandle): void {
  const close = () => void handle.close().catch(() => undefined)
  if (res.closed) close()
  else res.once('close', close)
}

/** The bytes of a file, read as its client takes them. */
function leavingFile(
  disk: Disk,
  { res }: Koa.Context,
  handle: FileHandle,
  ...part: [number, number]
): Readable {
  const stream = Readable.from(pieces(disk, handle, ...part), { objectMode: false })
  // Its length is told already: whoever reads it sees that it is cut off.
  return stream.on('error', () => res.destroy())
}

async function* pieces(
  disk: Disk,
  handle: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const piece = await disk.read(handle, at, Math.min(pieceBytes, end - at))
    if (piece.length === 0) throw new Error('A file is shorter than it was.')
    at += piece.length
    yield piece
  }
}

const lengthOf = (ctx: Koa.Context): string => ctx.get(lengthHeader)

const readToken = (ctx: Koa.Context): string => readSearch(ctx.querystring).get('token') ?? ''

const uploaded = (): ApiError => new ApiError('conflict', fileLinkTexts.uploaded())

const badDownload = (): ApiError => new ApiError('not_found', fileLinkTexts.badDownload())
