import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { Vault } from '../../src/secrets/personal.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { idlePostbox } from './postbox.ts'
import { idleStorage } from './storage.ts'

// A worker process whose jobs never end. A test kills it while it runs jobs.
const worker = await startWorker({
  ownerUrl: process.argv[2] as string,
  log: pino({ level: 'silent' }),
  vault: new Vault({ current: randomBytes(32) }),
  postbox: idlePostbox(),
  storage: idleStorage(),
  concurrency: 3,
  tasks: { count: () => new Promise<void>(() => undefined) },
})
process.on('SIGTERM', () => void worker.stop(AbortSignal.abort()).then(() => process.exit(0)))
