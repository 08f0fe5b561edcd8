import { expect } from 'chai'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Inspector } from '../../src/inspection/inspector.ts'
import { createFiles } from '../../src/process/files.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { startSilentServer } from '../support/mail.ts'

describe('a file of a form', () => {
  it('does not wait for ever for a bucket that says nothing: its bytes are held meanwhile', async () => {
    const bucket = await startSilentServer()
    const files = createFiles(
      {} as Storage,
      {} as Inspector,
      () => new Date(),
      () => 100,
    )
    const sent = files.send({ url: `http://127.0.0.1:${bucket.port}/`, headers: {} }, Buffer.from('held'))
    const outcome = await Promise.race([sent.catch((error: Error) => error.name), sleep(5000, 'still held')])
    bucket.close()
    await sent.catch(() => undefined)
    expect(outcome).to.equal('TimeoutError')
  })
})
