import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { open, send, type RawConnection } from '../http.ts'

const linux = process.platform === 'linux'
/** So many of an attack share an address, each address in a network of its own. Elsewhere than on Linux there is one. */
const perAddress = 20
const addressOf = (network: number) => (linux ? `127.3.${network}.1` : '127.0.0.1')

/** Asks for the contract as it is. The buffers of the system take a few megabytes; what follows is the server's to hold. */
const asked = 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n'.repeat(4)

/** The most that the server has while this is done, in megabytes more than before. */
async function growth(residentBytes: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = residentBytes()
  let most = before
  const look = setInterval(() => (most = Math.max(most, residentBytes())), 50)
  await work().finally(() => clearInterval(look))
  return (most - before) / 1e6
}

/** Whoever has no credential, and holds what they can. */
export const strangers: Attack[] = [
  {
    name: 'strangers who ask for the contract without compression and do not read it',
    waits: true,
    async run({ plain }, short) {
      const readers: RawConnection[] = []
      const { text } = await send(plain.url, '/v1/openapi.json', { method: 'GET', from: addressOf(0) })
      const grown = await growth(plain.residentBytes, async () => {
        for (let count = 0; count < (short ? 200 : 1000); count++) {
          const reader = await open(plain.url, addressOf(1 + Math.floor(count / perAddress)))
          reader.socket.pause()
          reader.socket.write(asked)
          readers.push(reader)
        }
        // All have an answer under way long before they are cut.
        await sleep(5000)
      })
      const other = await send(plain.url, '/v1/openapi.json', { method: 'GET', from: addressOf(0) })
      for (const { socket } of readers) socket.destroy()
      // A tenth of what they would have if each had a document of its own; the connections take less than that.
      const most = (readers.length * text.length) / 10 / 1e6
      return {
        measured: `${readers.length} make the process ${grown.toFixed(0)} MB larger (bound ${most.toFixed(0)}); somebody else gets it: ${other.status}`,
        ok: grown < most && (!linux || other.status === 200),
      }
    },
  },
]
