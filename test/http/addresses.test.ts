import { expect } from 'chai'
import { newApiKey } from '../../src/secrets/credentials.ts'
import { inOneMinute, newAddress } from '../support/browser.ts'
import { useServer } from '../support/server.ts'

/** How many refused credentials a network may send in a minute. */
const limit = 60

describe('behind a proxy, refused credentials are counted', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  /** How many of these calls, each with a key that nobody has, are told that there were too many. */
  async function countStopped(addresses: string[]): Promise<number> {
    const answers = await Promise.all(
      addresses.map((address) =>
        server.anonymous().raw('/v1/platform/whoami', {
          headers: { Authorization: `Bearer ${newApiKey()}`, 'X-Forwarded-For': address },
        }),
      ),
    )
    return answers.filter(({ status }) => status === 429).length
  }
  const times = (write: (n: number) => string) => Array.from({ length: limit + 3 }, (_, n) => write(n))

  const cases: Record<string, (n: number) => string> = {
    'by IPv4 address, whatever the port': (n) => `203.0.113.9:${4000 + n}`,
    'by IPv6 network, whatever the brackets and the port': (n) =>
      n % 2 ? `[2001:db8::${n}]:${4000 + n}` : `2001:db8::${n}`,
    'as one, whatever is written where an address should be': (n) => `not an address ${n}`,
  }
  for (const [how, write] of Object.entries(cases))
    it(how, async () => {
      const stopped = await inOneMinute(server, async () => {
        await server.db.query('delete from address_windows')
        return countStopped(times(write))
      })
      expect(stopped).to.equal(3)
    })

  it('apart for other addresses', async () => {
    expect(await countStopped(times(newAddress))).to.equal(0)
  })
})
