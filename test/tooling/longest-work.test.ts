import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { longestWorkOf, processorMs, watchArguments, watchWork, workMs } from '../support/longest-work.ts'

/** Work for processorMs milliseconds; a wait that blocks the thread; and many pieces of a millisecond. */
const program = `
  const ms = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
  const work = (some) => { for (const end = ms() + some; ms() < end;); }
  const wait = (some) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, some)
  process.on('message', async ({ task, some }) => {
    if (task === 'work') work(some)
    if (task === 'wait') wait(some)
    if (task === 'pieces')
      for (let count = 0; count < some; count++) {
        for (const start = performance.now(); performance.now() - start < 1;);
        await new Promise((done) => setTimeout(done, 1))
      }
    if (task) process.send('done')
  })
  setInterval(() => undefined, 10)
  process.send('ready')`

describe('the longest piece of work of a program', () => {
  let child: ChildProcess
  before(async () => {
    child = spawn(process.execPath, [...watchArguments, '-e', program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    await longestWorkOf(child, () => tell('pieces', 20))
  })
  after(() => child?.kill('SIGKILL'))

  async function tell(task: 'work' | 'wait' | 'pieces', some: number): Promise<void> {
    child.send({ task, some })
    for (let answer; answer !== 'done';) [answer] = await once(child, 'message')
  }

  it('is noticed', async () => {
    expect(await longestWorkOf(child, () => tell('work', 60))).to.be.closeTo(60, 15)
    expect(await longestWorkOf(child, () => tell('pieces', 60)), 'and forgotten').to.be.below(30)
  })

  it('is one piece, not the sum of many', async () => {
    expect(await longestWorkOf(child, () => tell('pieces', 100))).to.be.below(30)
  })

  it('does not include what the thread waits for', async () => {
    expect(await longestWorkOf(child, () => tell('wait', 300))).to.be.below(30)
  })

  it('does not include the time in which the machine runs something else', async () => {
    const paused = async () => {
      const pieces = tell('pieces', 30)
      child.kill('SIGSTOP')
      await sleep(300)
      child.kill('SIGCONT')
      await pieces
    }
    expect(await longestWorkOf(child, paused), 'stopped').to.be.below(30)
    const neighbors = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', timeout: 30_000 }),
    )
    try {
      expect(await longestWorkOf(child, () => tell('pieces', 100)), 'beside neighbors').to.be.below(30)
    } finally {
      for (const one of neighbors) one.kill('SIGKILL')
    }
  })

  it('does not include the work of the one who asks', async () => {
    expect(await longestWorkOf(child, async () => burn(60))).to.be.below(30)
  })

  it('cannot be asked of a program that has ended', async () => {
    const other = spawn(process.execPath, [...watchArguments, '-e', program], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    await once(other, 'message')
    const gone = once(other, 'disconnect')
    const error = await longestWorkOf(other, async () => {
      other.kill('SIGKILL')
      await gone
    }).catch((thrown: Error) => thrown)
    expect(error).to.be.instanceOf(Error)
  })
})

describe('processor time of this thread', () => {
  it('counts work, and no wait', async () => {
    expect(workMs(() => burn(40))).to.be.closeTo(40, 15)
    expect(workMs(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200))).to.be.below(30)
    const longest = watchWork()
    await sleep(20)
    burn(40)
    await sleep(20)
    expect(longest()).to.be.closeTo(40, 15)
  })
})

function burn(ms: number): void {
  for (const end = processorMs() + ms; processorMs() < end;);
}
