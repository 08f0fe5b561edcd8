import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runTask, type Outcome } from '../../src/inspection/child.ts'
import { choices } from '../../src/inspection/confinement.ts'

/** Most of these hold on Linux only; elsewhere it is Node's permission model alone that confines. */
const isLinux = process.platform === 'linux'

describe('a process that looks into files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-inspection-'))
  after(() => rmSync(folder, { recursive: true }))

  const attempt = (declared: string, limitMs = 20_000): Promise<Outcome> =>
    runTask(
      { kind: 'file', declared },
      { confinement: choices()[0]!, limitMs, program: join(import.meta.dirname, 'probe.ts') },
    )
  /** Tells whether it could. A process that breaks off could not. */
  const could = async (declared: string) => {
    const outcome = await attempt(declared)
    return outcome.kind === 'answered' && outcome.answer.ok
  }

  it('can work', async () => {
    const outcome = await attempt('nothing')
    expect(outcome.kind).to.equal('answered')
    if (isLinux && outcome.kind === 'answered') expect(outcome.isLocked).to.equal(true)
  })

  it('reads no file, not even of the service, and writes none', async () => {
    for (const path of ['/etc/passwd', join(import.meta.dirname, '../../.env.example')])
      expect(await could(`read ${path}`), path).to.equal(false)
    expect(await could(`write ${join(folder, 'a')}`)).to.equal(false)
    expect(existsSync(join(folder, 'a'))).to.equal(false)
  })

  it('starts no program and no thread, and makes no code of text', async () => {
    for (const what of ['run', 'thread', 'code']) expect(await could(what), what).to.equal(false)
  })

  it('has an empty environment, and does not see that of the service', async () => {
    expect(await could('environment')).to.equal(false)
    expect(await could('environmentOfParent')).to.equal(false)
  })

  it('reaches no network', async function () {
    if (!isLinux) return
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      expect(await could(`connect ${(server.address() as AddressInfo).port}`)).to.equal(false)
      expect(connections).to.equal(0)
    } finally {
      server.close()
    }
  })

  it('gets no more memory than pictures need', async function () {
    if (isLinux) expect(await could('memory')).to.equal(false)
  })

  it('is killed when it takes too long', async () => {
    expect((await attempt('wait', 200)).kind).to.equal('late')
  })
})
