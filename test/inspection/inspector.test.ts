import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ApiError } from '../../src/errors.ts'
import { Inspector, type InspectorOptions, type Verdict } from '../../src/inspection/inspector.ts'
import { Busy, Turns } from '../../src/inspection/turns.ts'
import { corpus, type Sample } from './corpus/corpus.ts'
import { pdf } from './corpus/pdfs.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-inspector-'))
})
after(() => rmSync(folder, { recursive: true }))

const pdfType = 'application/pdf'

async function judge(inspector: Inspector, bytes: Buffer, content_type = pdfType): Promise<Verdict> {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return (await inspector.inspectFile('acme', () => open(path), { size: bytes.length, content_type }))!
}

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).to.be.instanceOf(ApiError)
  return error as ApiError
}

const make = (options: Partial<InspectorOptions> = {}) => new Inspector({ warn: () => undefined, ...options })

describe('the inspector', () => {
  it('comes to the same verdicts in a process of its own: one file of each', async () => {
    const inspector = make()
    const samples = new Map<string, Sample>()
    for (const one of await corpus()) if (!samples.has(one.verdict)) samples.set(one.verdict, one)
    expect(samples.size).to.equal(14)
    for (const { name, bytes, declared, verdict } of samples.values()) {
      const found = await judge(inspector, bytes, declared)
      expect(found.accepted ? 'accepted' : found.code, name).to.equal(verdict)
    }
  })

  it('tells what a file is said to be, and what it is', async () => {
    const found = await judge(make(), pdf(), 'image/png')
    expect(found).to.deep.include({
      code: 'file_type_mismatch',
      params: { declared: 'image/png', found: pdfType },
    })
  })

  it('refuses what takes too long, and judges the next one', async () => {
    const inspector = make({ limitMs: 300 })
    // Each object looks as if it went on to the end of the file.
    const slow = pdf({ objects: Array.from({ length: 3000 }, () => `(${'x'.repeat(10_000)}`) })
    expect(await judge(inspector, slow)).to.include({ accepted: false, code: 'file_too_complex' })
    expect((await judge(make(), pdf())).accepted).to.equal(true)
  })

  it('tells whoever comes when too many files wait to come back', async () => {
    const inspector = make()
    const path = join(folder, 'many')
    writeFileSync(path, pdf())
    let opened = 0
    const openOne = () => {
      opened++
      return open(path)
    }
    const ask = (orgId: string) => inspector.inspectFile(orgId, openOne, { size: 1, content_type: pdfType })
    // Two are looked at, and ten wait.
    const waiting = Array.from({ length: 12 }, () => ask('acme'))
    const error = await errorOf(ask('acme'))
    expect(error).to.include({ code: 'rate_limited', status: 429 })
    expect(error.options.retryAfterSeconds).to.equal(3)
    waiting.push(...Array.from({ length: 10 }, () => ask('bolt')))
    expect(await errorOf(ask('cobalt'))).to.include({ code: 'rate_limited', status: 429 })
    // A file of a bucket is copied when it is opened: those that wait take no room.
    expect(opened).to.equal(2)
    inspector.stop()
    await Promise.allSettled(waiting)
  })
})

describe('turns of what looks into files', () => {
  it('go from organization to organization, two at the same time', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 20, waitingEach: 10, patienceMs: 60_000 })
    const begun: string[] = []
    const ends: (() => void)[] = []
    const take = (name: string) =>
      turns.take(name.slice(0, 1), () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.push(resolve))
      })
    const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2'].map(take)
    expect(begun).to.deep.equal(['a1', 'a2'])
    for (let count = 0; count < all.length; count++) {
      ends.shift()!()
      await new Promise((resolve) => setImmediate(resolve))
      expect(ends.length).to.be.at.most(2)
    }
    await Promise.all(all)
    expect(begun).to.deep.equal(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })

  it('end the wait of whoever waits too long, and keep the place of the others', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 20, waitingEach: 10, patienceMs: 20 })
    let end = () => undefined as void
    const first = turns.take('a', () => new Promise<void>((resolve) => (end = resolve)))
    const error = await turns.take('a', () => Promise.resolve()).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(Busy)
    end()
    await first
    expect(await turns.take('a', () => Promise.resolve('done'))).to.equal('done')
  })
})

/** A server that speaks the protocol of ClamAV's daemon: it keeps what it gets, and answers what it is told to. */
class Scanner {
  received = Buffer.alloc(0)
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()
  readonly #answer: string | undefined

  constructor(answer: string | undefined) {
    this.#answer = answer
  }

  async start(path: string): Promise<URL> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('data', (bytes) => {
          this.received = Buffer.concat([this.received, bytes])
          if (!this.received.subarray(-4).equals(Buffer.alloc(4))) return
          if (this.#answer === undefined) socket.destroy()
          else socket.end(`${this.#answer}\0`)
        })
    })
    await new Promise<void>((resolve) => this.#server!.listen(path, resolve))
    return new URL(`unix:${path}`)
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server!.close(resolve))
  }

  /** The file, as the pieces bring it. */
  get file(): Buffer {
    const parts: Buffer[] = []
    for (let at = 'zINSTREAM\0'.length; at < this.received.length;) {
      const length = this.received.readUInt32BE(at)
      parts.push(this.received.subarray(at + 4, at + 4 + length))
      at += 4 + length
    }
    return Buffer.concat(parts)
  }
}

describe('the scanner for viruses', () => {
  const scanners: Scanner[] = []
  afterEach(async () => {
    for (const scanner of scanners.splice(0)) await scanner.stop()
  })
  const askingFor = async (answer: string | undefined) => {
    const scanner = new Scanner(answer)
    scanners.push(scanner)
    return { scanner, inspector: make({ scanner: await scanner.start(join(folder, `${Math.random()}`)) }) }
  }
  const large = pdf({ shows: 'x'.repeat(600_000) })

  it('gets the whole file, and passes it', async () => {
    const { scanner, inspector } = await askingFor('stream: OK')
    expect((await judge(inspector, large)).accepted).to.equal(true)
    expect(scanner.file.equals(large)).to.equal(true)
  })

  it('finds something: the file is refused', async () => {
    const { inspector } = await askingFor('stream: Win.Test.EICAR_HDB-1 FOUND')
    expect(await judge(inspector, large)).to.deep.equal({
      accepted: false,
      code: 'file_has_virus',
      params: {},
    })
  })

  it('is not asked about what is refused anyway', async () => {
    const { scanner, inspector } = await askingFor('stream: OK')
    expect((await judge(inspector, Buffer.from('MZ'))).accepted).to.equal(false)
    expect(scanner.received.length).to.equal(0)
  })

  for (const [name, answer] of [
    ['breaks off', undefined],
    ['is not sure', 'INSTREAM size limit exceeded. ERROR'],
    ['says something else', 'PONG'],
    ['says too much', 'x'.repeat(10_000)],
  ] as const)
    it(`${name}: nothing is passed`, async () => {
      const { inspector } = await askingFor(answer)
      expect(await errorOf(judge(inspector, large))).to.include({ code: 'internal', status: 503 })
    })

  it('is not there: nothing is passed', async () => {
    const inspector = make({ scanner: new URL(`unix:${join(folder, 'nobody')}`) })
    const error = await errorOf(judge(inspector, large))
    expect(error).to.include({ code: 'internal', status: 503 })
    expect(error.message).to.include('scanner')
  })
})
