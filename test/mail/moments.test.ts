import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { MailQueue, type PostboxOptions } from '../../src/mail/mail-queue.ts'
import { notBefore } from '../support/wait.ts'

describe('what is done after a moment', () => {
  /** Nothing is sent, so it needs nothing to send with. */
  const newPostbox = () => new MailQueue({} as PostboxOptions)
  const never = new AbortController().signal

  it('is not done with the answer, but later', async () => {
    let begun = false
    await notBefore(200, () => newPostbox().afterMoment(async () => void (begun = true)))
    expect(begun).to.equal(true)
  })

  it('is done at once when the process ends, which waits for it', async () => {
    const postbox = newPostbox()
    const told: string[] = []
    const goOn = Promise.withResolvers<void>()
    const work = (name: string) => async () => {
      told.push(`${name} begins`)
      await goOn.promise
      told.push(`${name} ends`)
    }
    void postbox.afterMoment(work('before'))
    postbox.stop()
    void postbox.afterMoment(work('after'))
    await setImmediate()
    expect(told).to.have.members(['before begins', 'after begins'])
    const closed = postbox.close(never).then(() => told.push('closed'))
    await setImmediate()
    goOn.resolve()
    await closed
    expect(told).to.include.members(['before ends', 'after ends'])
    expect(told.at(-1)).to.equal('closed')
  })
})
