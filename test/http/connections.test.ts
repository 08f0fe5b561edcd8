import { setTimeout as sleep } from 'node:timers/promises'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { connectionLimits } from '../../src/http/connections.ts'
import type { TestClient } from '../support/client.ts'
import { useServer, type TestServer } from '../support/server.ts'
import { open, readAll, readAnswers } from '../support/socket.ts'
import { together } from '../support/together.ts'
import { neverMs, until } from '../support/wait.ts'

const longMs = 2 * neverMs
/** Requests that are sent at once: their answers are more than the buffers of the operating system hold. */
const ahead = connectionLimits.pipelined

/** The text of a request with this credential. */
function request(client: TestClient, line: string, ...headers: string[]): string {
  const own = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`${line} HTTP/1.1`, 'Host: x', ...own, ...headers].join('\r\n')}\r\n\r\n`
}

describe('a client that is slow takes nothing from the others', () => {
  const server = useServer({})
  /** How many units each list has: an answer of 1 MB. */
  const many = 5000
  /**
   * How many there are in a list of 13 MB: nearly as many as there may be, with long names, and all led by somebody
   * whose name and title are long, too. That is more than the buffers of the operating system take (4 MB), so a list
   * that nobody reads always waits in the server, and two of them are more than a credential may leave unread.
   */
  const veryMany = 9900
  const long = (length: number) => 'ルーム'.repeat(length).slice(0, length)
  /** Callers of a company of their own, so that the stories do not wait for each other's lists. */
  const callers = async (count = 1, units = many) => {
    const company = await server.company()
    const names = { given_name: long(80), family_name: long(80), title: long(120) }
    const head = units === many ? null : (await company.person(names)).id
    await server.db.query(
      `insert into units (org_id, id, parent_id, name, name_key, kind, head_person_id)
       select $1, gen_random_uuid(), $2, $4::text || ' ' || n, 'a unit ' || n, 'team', $5
         from generate_series(1, $3::int) n`,
      [company.id, company.root, units, units === many ? 'A unit with a long name' : long(90), head],
    )
    return Promise.all(Array.from({ length: count }, () => company.as('hr')))
  }
  const callLimitAgain = () => server.db.query('delete from rate_windows')

  const opened: Socket[] = []
  after(() => opened.forEach((socket) => socket.destroy()))

  const health = async () => (await fetch(`${server.baseUrl}/healthz`)).status
  /** What the next call of this caller is told. */
  const whoami = async (client: TestClient) => {
    const { status, body, headers } = await client.raw('/v1/platform/whoami')
    return { status, message: body.error?.message as string | undefined, headers }
  }

  /** Asks for lists over new connections and reads none of them, until the caller is refused. */
  async function askWithoutReading(client: TestClient): Promise<Socket[]> {
    const sockets: Socket[] = []
    return until(
      'the caller is refused',
      async () => {
        // Each leaves one list unread. More than enough of them: a slow machine only takes longer to make the lists.
        if (sockets.length < 6) {
          const socket = open(server)
          socket.pause()
          socket.write(request(client, 'GET /v1/org/units.list').repeat(ahead))
          sockets.push(socket)
          opened.push(socket)
        }
        await callLimitAgain()
        await sleep(300)
        const { status, message, headers } = await whoami(client)
        if (status !== 429) return undefined
        expect(message).to.match(/^Too many answers of this credential are under way and not read yet\./)
        expect(headers.get('retry-after')).to.equal('1')
        return sockets
      },
      longMs,
    )
  }

  /** Whether all answers are there. */
  const isWhole = (text: string): boolean => {
    try {
      return readAnswers(text).length === ahead
    } catch {
      return false
    }
  }

  const admitted = (client: TestClient) =>
    until(
      'the connections that nobody reads are cut, so the caller is admitted again',
      async () => {
        await sleep(500)
        await callLimitAgain()
        return (await whoami(client)).status === 200
      },
      longMs,
    )

  together(
    {
      'who reads nothing gets nothing more, others do; after ten seconds the connections are cut':
        async () => {
          const [greedy, other] = (await callers(2, veryMany)) as [TestClient, TestClient]
          const sockets = await askWithoutReading(greedy)
          expect((await whoami(other)).status, 'another key of the same organization').to.equal(200)
          expect(await health()).to.equal(200)
          await admitted(greedy)
          const cut = sockets.map(async (socket) => {
            const text = await readAll(socket)
            if (isWhole(text)) throw new Error('it was whole')
          })
          await Promise.any(cut)
        },

      'who reads nothing cannot keep the connection by sending a byte now and then': async () => {
        const [sly] = (await callers(1, veryMany)) as [TestClient]
        const sockets = await askWithoutReading(sly)
        const trickle = setInterval(() => sockets.forEach((socket) => socket.write('x')), 1000)
        await admitted(sly).finally(() => clearInterval(trickle))
      },

      'who reads slowly, but reads, gets all of it': async () => {
        const [slow] = (await callers()) as [TestClient]
        const socket = open(server)
        socket.write(request(slow, 'GET /v1/org/units.list').repeat(6))
        socket.write(request(slow, 'GET /v1/platform/whoami', 'Connection: close'))
        let pauses = 0
        let text = ''
        socket.setEncoding('utf8')
        for await (const chunk of socket) {
          text += chunk as string
          // Longer in all than a connection may be silent.
          if (pauses++ * 300 < 3 * connectionLimits.stalledMs) await sleep(300)
        }
        const answers = readAnswers(text)
        expect(answers.map(({ status }) => status)).to.deep.equal(Array(7).fill(200))
        expect(answers[5]!.body.data.length).to.be.greaterThan(many)
      },

      'a body that arrives too slowly is refused with 408, and the connection closed': async () => {
        const caller = await (await server.company()).as('hr')
        const origin = `Origin: ${server.baseUrl}`
        const requests = {
          action: request(
            caller,
            'POST /v1/platform/whoami',
            'Content-Type: application/json',
            'Content-Length: 50',
          ),
          mcp: request(caller, 'POST /mcp', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
          'signing in': request(
            server.anonymous(),
            'POST /auth/sign_in',
            'Content-Type: application/json',
            'Content-Length: 50',
            origin,
          ),
        }
        await Promise.all(
          Object.entries(requests).map(async ([what, text]) => {
            const socket = open(server)
            const read = readAll(socket)
            socket.write(text)
            // The body would be complete after 25 seconds.
            let sent = 0
            const part = what === 'mcp' ? '1\r\n \r\n' : ' '
            const trickle = setInterval(() => socket.write(++sent > 50 ? '0\r\n\r\n' : part), 500)
            const answers = readAnswers(await read.finally(() => clearInterval(trickle)))
            expect(answers, what).to.have.length(1)
            const [{ status, headers, body }] = answers as [(typeof answers)[0]]
            expect([status, body.error.code, headers['connection']], what).to.deep.equal([
              408,
              'validation_failed',
              'close',
            ])
            expect(body.error.message).to.include('too long')
            const line = await until('the log has it', () =>
              server.logLines.find((one) => one.includes(body.error.request_id)),
            )
            expect(JSON.parse(line)).to.include({ status: 408 })
          }),
        )
      },

      'so are headers that arrive too slowly, and a connection that says nothing': async () => {
        for (const begin of ['GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', '']) {
          const socket = open(server)
          const read = readAll(socket)
          socket.write(begin)
          const trickle = setInterval(() => begin && socket.write('x'), 500)
          const answers = readAnswers(await read.finally(() => clearInterval(trickle)))
          expect(answers.map(({ status, body }) => [status, body.error.code])).to.deep.equal([
            [408, 'validation_failed'],
          ])
        }
      },

      'a body in two parts, seconds apart, is taken': async () => {
        const caller = await (await server.company()).as('hr')
        const socket = open(server)
        const read = readAll(socket)
        const headers = ['Content-Type: application/json', 'Content-Length: 2', 'Connection: close']
        socket.write(`${request(caller, 'POST /v1/platform/whoami', ...headers)}{`)
        await sleep(2000)
        socket.write('}')
        expect(readAnswers(await read)[0]?.status).to.equal(200)
      },
    },
    5,
  )
})

describe('a network may have so many connections', () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  /** Opens connections from one address, and says of each whether it was answered. They stay open. */
  function openMany(server: TestServer, count: number, from: string) {
    const sockets = Array.from({ length: count }, () => open(server, from))
    const answered = sockets.map(
      (socket) =>
        new Promise<boolean>((done) => {
          socket.once('data', (data) => done(String(data).startsWith('HTTP/1.1 200')))
          socket.once('close', () => done(false))
          socket.write(ask)
        }),
    )
    return { sockets, answered: Promise.all(answered) }
  }
  const count = (answers: boolean[]) => answers.filter(Boolean).length

  describe('that call us directly', () => {
    const server = useServer({})

    it('the next ones are closed at once; other addresses are served, and a closed one makes room', async () => {
      const limit = connectionLimits.perAddress
      const first = openMany(server, limit, '127.0.0.2')
      expect(count(await first.answered)).to.equal(limit)
      const more = openMany(server, 5, '127.0.0.2')
      expect(count(await more.answered)).to.equal(0)
      expect(count(await openMany(server, 5, '127.0.0.3').answered)).to.equal(5)
      first.sockets[0]!.destroy()
      await until('there is room', async () => {
        const next = openMany(server, 1, '127.0.0.2')
        const [answered] = await next.answered
        next.sockets[0]!.destroy()
        return answered
      })
      for (const socket of first.sockets) socket.destroy()
    })
  })

  describe('unless a proxy is trusted, which has all of them', () => {
    const server = useServer({ TRUST_PROXY: 'true' })

    it('all are served', async () => {
      const all = openMany(server, connectionLimits.perAddress + 20, '127.0.0.2')
      expect(count(await all.answered)).to.equal(connectionLimits.perAddress + 20)
      for (const socket of all.sockets) socket.destroy()
    })
  })
})
