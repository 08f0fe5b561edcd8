import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionLimits } from '../../../src/http/connections.ts'
import { until } from '../../support/wait.ts'
import type { Attack, Finding } from '../attack.ts'
import { open, send, type RawConnection } from '../http.ts'
import { notice } from '../notice.ts'
import { keyOf, withKey } from '../site.ts'

/** A connection that is still open then stays open. */
const neverMs = 120_000

/** Waits until all are closed, and tells when the last one was; undefined if any is still open after `neverMs`. */
async function untilClosed(connections: RawConnection[]): Promise<number | undefined> {
  for (const deadline = Date.now() + neverMs; Date.now() < deadline; await sleep(50))
    if (connections.every(({ endedMs }) => endedMs() !== undefined)) break
  const ended = connections.map(({ endedMs }) => endedMs())
  for (const { socket } of connections) socket.destroy()
  return ended.includes(undefined) ? undefined : Math.max(...(ended as number[]))
}

/** Whether they were cut at all, and when. */
const cut = (ms: number | undefined, most: number): Omit<Required<Finding>, 'work'> => ({
  measured: ms === undefined ? 'never cut' : 'cut',
  ok: ms !== undefined,
  waits: [{ what: 'after', ms: ms ?? Infinity, most }],
})
const head = (path: string, key: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
/** Ten seconds without progress, the check's own interval, and what a busy machine adds. */
const patienceMs = 16_000

/** Until the answers are made on a busy machine, and twice ten seconds: Node looks for progress every ten. */
const unreadMs = 32_000

/**
 * The same for clients that do not read, and so do not notice the end: the machine knows it. Elsewhere than on Linux it
 * is noticed when the time is over, by reading.
 */
async function untilCut(url: string, readers: RawConnection[]): Promise<number | undefined> {
  const started = performance.now()
  const ports = readers.map(({ socket }) => socket.localPort!)
  const linux = existsSync('/proc/net/tcp')
  const isOpen = () => !linux || established(Number(new URL(url).port), ports) > 0
  const withinMs = linux ? neverMs : unreadMs - 1000
  while (isOpen() && performance.now() - started < withinMs) await sleep(200)
  const ms = performance.now() - started
  for (const { socket } of readers) socket.resume()
  return (await untilClosed(readers)) === undefined ? undefined : ms
}

/** How many connections from this port of the server to these ports of clients the server has not closed. */
function established(port: number, clients: number[]): number {
  const number = (address = '') => parseInt(address.split(':')[1] ?? '', 16)
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, from, to, state]) => number(from) === port && clients.includes(number(to)) && state === '01')
    .length
}

export const connections: Attack[] = [
  {
    name: 'readers who do not read their answers',
    waits: true,
    async run(site) {
      const keys = await site.largeCompany(4)
      const readers = await Promise.all(keys.map(() => open(site.plain.url)))
      const before = site.plain.residentBytes()
      for (const [index, { socket }] of readers.entries()) {
        socket.pause()
        // The machine's own buffers hold two answers of four megabytes. What does not fit is the server's to hold.
        socket.write(`${head('/v1/org/people.list', keys[index]!, 2)}{}`.repeat(8))
      }
      const closed = await untilCut(site.plain.url, readers)
      const grown = (site.plain.residentBytes() - before) / 1e6
      for (const { socket } of readers) socket.destroy()
      const { measured, ok, waits } = cut(closed, unreadMs)
      return {
        measured: `${measured}, the process is ${grown.toFixed(0)} MB larger`,
        ok: ok && grown < 500,
        waits,
      }
    },
  },
  {
    name: 'bodies that come byte by byte',
    waits: true,
    async run(site) {
      const key = keyOf(await (await site.company()).as('hr'))
      const slow = await Promise.all(Array.from({ length: 20 }, () => open(site.plain.url)))
      for (const { socket } of slow) socket.write(head('/v1/org/units.create', key, 1000))
      const drip = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write(' ')), 500)
      const closed = await untilClosed(slow)
      clearInterval(drip)
      return cut(closed, patienceMs)
    },
  },
  {
    name: 'large bodies of two members that stop in the middle, and one of a third',
    waits: true,
    async run(site) {
      const company = await site.company()
      const large = `{"csv":"${'a'.repeat(70_000)}`
      const keys = [await company.as('hr'), await company.as('hr')]
        .map(keyOf)
        .flatMap((key) => [key, key, key])
      const stalled = await Promise.all(keys.map(() => open(site.plain.url)))
      stalled.forEach(({ socket }, index) =>
        socket.write(head('/v1/org/people.import_csv', keys[index]!, 1_000_000) + large),
      )
      const headers = withKey(keyOf(await company.as('hr')))
      const { status, ms } = await send(site.plain.url, '/v1/org/people.import_csv', {
        headers,
        body: `${large}"}`,
      })
      for (const { socket } of stalled) socket.destroy()
      return { measured: `answers ${status}`, ok: status === 200, waits: [{ what: 'after', ms, most: 500 }] }
    },
  },
  {
    name: 'headers that come byte by byte',
    waits: true,
    async run(site) {
      const slow = await Promise.all(Array.from({ length: 20 }, () => open(site.plain.url)))
      for (const { socket } of slow) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      const drip = setInterval(() => slow.forEach(({ socket }) => socket.writable && socket.write('x')), 500)
      const closed = await untilClosed(slow)
      clearInterval(drip)
      return cut(closed, 12_000)
    },
  },
  {
    name: '1,500 connections from one address',
    async run(site) {
      const { perAddress: most } = connectionLimits
      const all: RawConnection[] = []
      const noticed = await notice(site, async () => {
        for (let batch = 0; batch < 15; batch++)
          all.push(...(await Promise.all(Array.from({ length: 100 }, () => open(site.plain.url)))))
        // Those that were admitted get an answer, the others are closed without one.
        for (const { socket } of all) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
        await until('each is answered or closed', () =>
          all.every(({ received, endedMs }) => received() !== '' || endedMs() !== undefined),
        )
      })
      const admitted = all.filter(({ received }) => received().startsWith('HTTP/1.1 200 ')).length
      for (const { socket } of all) socket.destroy()
      // The server notices a moment later that they are gone.
      const status = await until('another one is admitted', async () => {
        const answer = await send(site.plain.url, '/healthz', { method: 'GET' })
        return answer.status === 200 && answer.status
      })
      return {
        measured: `${admitted} are admitted (bound ${most}), then ${status}`,
        ok: admitted <= most && admitted > most / 2 && status === 200 && noticed.failed === 0,
        waits: [{ what: '/healthz from another address waits', ms: noticed.wait, most: 1000 }],
      }
    },
  },
]
