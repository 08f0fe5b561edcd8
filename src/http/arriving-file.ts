import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import type Koa from 'koa'
import { ApiError, ClientGone } from '../errors.ts'
import { fileLinkTexts } from '../texts/file-links.ts'
import { connectionLimits } from './connections.ts'

/** Requests whose bodies may take longer than those of all others: see `mayTakeLong`. They go with their requests. */
const patient = new WeakSet<IncomingMessage>()

/** Tells whether the body of a request is a file, which has a deadline of its own. */
export const mayTakeLong = (request: IncomingMessage | undefined): boolean =>
  request !== undefined && patient.has(request)

/**
 * Hands on the body of a request. Its sender waits while the stream takes no more, so nothing waits in memory. After a failure
 * the connection stays, because whoever is refused gets an answer.
 *
 * @param ms that all of it may take; what does not come for ten seconds is not waited for
 * @returns when the stream has all of it
 * @throws ApiError 408; ClientGone; what the stream fails with
 */
export async function handOn({ req }: Koa.Context, sink: Writable, ms: number): Promise<void> {
  patient.add(req)
  let [idle, end]: (NodeJS.Timeout | undefined)[] = []
  const heard = () => void idle?.refresh()
  try {
    await new Promise<void>((done, fail) => {
      const tooLate = () => fail(tooSlow())
      end = setTimeout(tooLate, Math.max(0, ms))
      idle = setTimeout(function stalled() {
        // The sender waits for the disk, and not we for the sender.
        if (sink.writableNeedDrain || sink.writableLength > 0) idle?.refresh()
        else tooLate()
      }, connectionLimits.stalledMs)
      const gone = (cause?: unknown) => fail(new ClientGone(cause))
      sink.once('finish', done).once('error', fail)
      req.once('error', gone).once('close', () => req.complete || gone())
      if (req.destroyed && !req.complete) gone()
      req.pipe(sink)
      req.on('data', heard)
    })
  } finally {
    clearTimeout(idle)
    clearTimeout(end)
    req.unpipe(sink)
    req.off('data', heard)
    sink.destroy()
    // The rest of a refused body has as long as any other one.
    patient.delete(req)
  }
}

const tooSlow = (): ApiError =>
  new ApiError('validation_failed', fileLinkTexts.tooSlow(), {
    status: 408,
    headers: { Connection: 'close' },
  })
