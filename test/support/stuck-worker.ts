import pino from 'pino'
import { startWorker } from '../../src/worker/worker.ts'

// A worker whose jobs never end, as a process of its own: to be killed with work in its hands.
const worker = await startWorker({
  ownerUrl: process.argv[2] as string,
  log: pino({ level: 'silent' }),
  concurrency: 3,
  tasks: { count: () => new Promise<void>(() => undefined) },
})
process.on('SIGTERM', () => void worker.stop(AbortSignal.abort()).then(() => process.exit(0)))
