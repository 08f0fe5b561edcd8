import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Session } from 'node:inspector/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = resolve(import.meta.dirname, '../../src')

/** What one call went through in this process. */
export interface Walk {
  /** SQL, without `begin` and `commit`, and without what asks who calls. */
  statements: string[]
  /** Files of `src` in which a named function ran, without those that codegen writes and the client of the caller. */
  files: string[]
}

/** What a server does now and then without a call, perhaps while one is counted. */
const runsByItself = new Set([
  'worker/worker.ts',
  'worker/watch.ts',
  'queries/system/jobs.ts',
  'http/server.ts',
  'process/within.ts',
])

/** The end of a write asks it once more; the first time is outside of the transaction. */
const asksWhoCalls = (text: string) => text.endsWith('for share of m, c')

/** Walks with a call. The server is warm: what is done only once has been done by a call like it before. */
export async function walkOf(call: () => Promise<unknown>): Promise<Walk> {
  const statements: string[] = []
  const note = (given: unknown) => {
    const text = String(given).replace(/\s+/g, ' ').trim()
    if (!asksWhoCalls(text)) statements.push(text)
  }
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // Counts begin at zero again with each of these.
  await session.post('Profiler.takePreciseCoverage')
  subscribe('rollcall:statement', note)
  try {
    await call()
  } finally {
    unsubscribe('rollcall:statement', note)
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  const files = result
    .filter(({ functions }) =>
      functions.some(
        ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
      ),
    )
    .flatMap(({ url }) => (url.startsWith('file:') ? relative(src, fileURLToPath(url)) : []))
    .filter((file) => !/^(\.\.\/|generated\/|client\/)/.test(file) && !runsByItself.has(file))
  return { statements, files: files.toSorted() }
}
