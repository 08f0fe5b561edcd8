import type { Socket } from 'node:net'
import { expect } from 'chai'
import { connectionLimits } from '../../src/http/connections.ts'
import { unreadLimits } from '../../src/http/response-backpressure.ts'
import { useServer } from '../support/server.ts'
import { open, readAll, readAnswers } from '../support/socket.ts'
import { until } from '../support/wait.ts'

const document = '/v1/openapi.json'
const megabytes = 1024 * 1024

/** The text of a request. Without `Accept-Encoding`, the document is sent as it is. */
const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

describe('what a stranger may hold has a limit', () => {
  const server = useServer()
  const opened: Socket[] = []
  afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()))

  function connect(from: string): Socket {
    const socket = open(server, from)
    opened.push(socket)
    return socket
  }

  /** Sends this and reads nothing. The buffers of the system take a few megabytes of the answers. */
  function askWithoutReading(from: string, text: string): Socket {
    const socket = connect(from).pause()
    socket.write(text)
    return socket
  }

  /** The answer to a request from this address. */
  async function ask(from: string, path: string) {
    const socket = connect(from)
    const read = readAll(socket)
    socket.write(get(path, 'Connection: close'))
    return readAnswers(await read)[0]!
  }

  /** How many of the requests with this header have been answered, as far as their clients read. */
  const answered = (id: string) => server.logLines.filter((line) => line.includes(`"${id}`)).length

  it('a document is kept once, however many ask for it and do not read it', async () => {
    const { length } = (await ask('127.0.60.1', document)).text
    const before = process.memoryUsage().arrayBuffers
    const readers = 80
    for (let reader = 0; reader < readers; reader++)
      askWithoutReading(
        `127.0.${61 + (reader % 8)}.1`,
        get(document, `X-Request-Id: once-${reader}`).repeat(4),
      )
    await until('all have an answer under way', () => answered('once-') >= readers)
    const grown = process.memoryUsage().arrayBuffers - before
    expect(grown / length, 'documents in memory').to.be.below(readers / 10)
  })

  it('whoever accepts another encoding only gets the document as it is, and none is made for them', async () => {
    const socket = connect('127.0.60.2')
    const read = readAll(socket)
    socket.write(get(document, 'Accept-Encoding: zstd, deflate', 'Connection: close'))
    const [{ headers, body }] = readAnswers(await read) as [ReturnType<typeof readAnswers>[0]]
    expect(headers).not.to.have.property('content-encoding')
    expect(body).to.have.property('openapi')
  })

  it('documents that an address or a network does not read are counted: it gets no more, others do', async () => {
    /** Leaves documents unread until the next one is refused. */
    const fill = (from: string) =>
      until('the next document is refused', async () => {
        for (let more = 0; more < 4; more++) askWithoutReading(from, get(document).repeat(6))
        const { status, headers, body } = await ask(from, document)
        if (status !== 429) return undefined
        expect(headers['retry-after']).to.equal('1')
        return body.error.message as string
      })
    expect(await fill('127.0.70.1')).to.match(/^Too many answers to your address are under way/)
    expect((await ask('127.0.70.1', '/sign_in')).status, 'what is short').to.equal(200)
    expect((await ask('127.0.70.2', document)).status, 'a neighbor').to.equal(200)
    const addresses = unreadLimits.network / unreadLimits.address
    for (let more = 2; more <= addresses; more++) await fill(`127.0.70.${more}`)
    const neighbor = await ask('127.0.70.9', document)
    expect(neighbor.body?.error?.message).to.match(/^Too many answers to your network are under way/)
    expect((await ask('127.0.71.1', document)).status, 'another network').to.equal(200)
    for (const socket of opened) socket.destroy()
    await until('there is room again', async () => (await ask('127.0.70.1', document)).status === 200)
  })

  it('an answer that is taken too slowly is cut; one that is taken at a slow pace is not', async () => {
    const { answerMs, slowest } = connectionLimits
    /** Takes the document a little at a time; the status of all that came in the end, and how much. */
    const readSlowly = async (from: string, documents: number) => {
      const socket = connect(from)
      socket.write(get(document).repeat(documents - 1) + get(document, 'Connection: close'))
      const chunks: Buffer[] = []
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        socket.pause()
        setTimeout(() => socket.resume(), 10)
      })
      await new Promise((done) => socket.once('close', done))
      return Buffer.concat(chunks)
    }
    const whole = (text: string) => (text.match(/"x-fingerprint"/g) ?? []).length
    try {
      Object.assign(connectionLimits, { answerMs: 100, slowest: 1024 * megabytes })
      expect(whole((await readSlowly('127.0.72.1', 8)).toString()), 'too slow').to.be.below(8)
      connectionLimits.slowest = megabytes / 64
      expect(whole((await readSlowly('127.0.72.2', 8)).toString()), 'slow').to.equal(8)
    } finally {
      Object.assign(connectionLimits, { answerMs, slowest })
    }
  })

  it('a network has a share of the connections, of which each address has its own', async () => {
    const { perNetwork } = connectionLimits
    connectionLimits.perNetwork = 20
    try {
      const isServed = async (from: string) => {
        const socket = connect(from)
        const answer = new Promise<boolean>((done) => {
          socket.once('data', () => done(true))
          socket.once('close', () => done(false))
        })
        socket.write(get('/healthz'))
        return answer
      }
      const many = (address: string) => Promise.all(Array.from({ length: 12 }, () => isServed(address)))
      const served = [...(await many('127.0.73.1')), ...(await many('127.0.73.2'))]
      expect(served.filter(Boolean)).to.have.length(20)
      expect(await isServed('127.0.74.1'), 'another network').to.equal(true)
    } finally {
      connectionLimits.perNetwork = perNetwork
    }
  })

  it('requests that are sent ahead have headers of 32 KiB together, or the connection is closed', async () => {
    const socket = connect('127.0.75.1')
    const read = readAll(socket)
    socket.write(get('/readyz') + get('/nothing', `X-Long: ${'x'.repeat(14_000)}`).repeat(10))
    expect((await read).match(/HTTP\/1\.1/g)?.length ?? 0).to.be.below(4)
  })
})
