import type { IncomingMessage } from 'node:http'
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
 * The body of a request, piece by piece: the next one is asked for when the one before is written, so its sender waits for the
 * disk and nothing waits in memory.
 *
 * @param ms that all of it may take; what does not come for ten seconds is not waited for
 * @throws ApiError 408; ClientGone
 */
export async function* arrivingFile({ req }: Koa.Context, ms: number): AsyncGenerator<Buffer, void> {
  patient.add(req)
  const end = performance.now() + ms
  // Whoever is refused gets an answer, so the connection stays.
  const source = req.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer, void>
  try {
    for (;;) {
      const left = Math.min(connectionLimits.stalledMs, end - performance.now())
      // One piece after the other: that is the point.

      const next = await within(left, source.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    // The rest of a refused body has as long as any other one.
    patient.delete(req)
    void source.return().catch(() => undefined)
  }
}

async function within<T>(ms: number, piece: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(tooSlow()), Math.max(0, ms))
  })
  const came = piece.catch((cause: unknown) => {
    throw new ClientGone(cause)
  })
  try {
    return await Promise.race([came, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = (): ApiError =>
  new ApiError('validation_failed', fileLinkTexts.tooSlow(), {
    status: 408,
    headers: { Connection: 'close' },
  })
