import { setTimeout as sleep } from 'node:timers/promises'
import { newApiKey } from '../../../src/secrets/credentials.ts'
import type { Company } from '../../support/company.ts'
import type { Attack } from '../attack.ts'
import { newSource, send, type Answer } from '../http.ts'
import { keyOf, originOf, withKey, type Site } from '../site.ts'

/** An address for documentation (RFC 5737). Nothing is sent there or to those below: headers name them. */
const home = '198.51.100.77'
let used = 0
/** An address of a network that no other attack uses, because networks are remembered. */
const newNetwork = (host = 7) => `203.0.${++used}.${host}`

interface Login {
  organization: string
  email: string
  password: string
}

const loginOf = ({ slug, owner }: Company): Login => ({ organization: slug, ...owner })

/** Signs in through the proxy, from this address. */
function signIn(site: Site, login: Login, forwardedFor: string): Promise<Answer> {
  return send(site.proxied.url, '/auth/sign_in', {
    headers: {
      'Content-Type': 'application/json',
      Origin: originOf(site.proxied),
      'X-Forwarded-For': forwardedFor,
    },
    body: JSON.stringify(login),
  })
}

/** Statuses and how many there are of each: `401 × 10, 429 × 100`. */
function count(answers: Answer[]): string {
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, times]) => `${status} × ${times}`).join(', ')
}

const has = (answers: Answer[], status: number) => answers.some((one) => one.status === status)

/** Sends one after the other, as a guesser who waits for each answer. */
async function inTurn(times: number, one: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let index = 0; index < times; index++) answers.push(await one(index))
  return answers
}

/** How many minutes have begun since then. */
const minutesSince = (began: number) => Math.floor(Date.now() / 60_000) - Math.floor(began / 60_000)

const malformed = (index: number) => `hrk_${'x'.repeat(index % 7)}${index}`

export const signIns: Attack[] = [
  {
    name: '110 guesses from one address, and the owner at home',
    async run(site) {
      const company = await site.company({}, site.proxied)
      const login = loginOf(company)
      const [guesser, before] = [newNetwork(), await signIn(site, login, home)]
      const guesses = await inTurn(110, (index) =>
        signIn(site, { ...login, password: `guess number ${index}` }, guesser),
      )
      const owner = await signIn(site, login, home)
      return {
        measured: `guesses ${count(guesses)}; the owner ${before.status}, then ${owner.status}`,
        ok: has(guesses, 429) && !has(guesses, 200) && before.status === 200 && owner.status === 200,
      }
    },
  },
  {
    name: 'guesses from all addresses of a network, and the owner at home',
    async run(site, short) {
      const login = loginOf(await site.company({}, site.proxied))
      const network = newNetwork().replace(/\.\d+$/, '')
      const before = await signIn(site, login, home)
      const guesses = await inTurn(short ? 80 : 200, (index) =>
        signIn(site, { ...login, password: `guess number ${index}` }, `${network}.${index + 1}`),
      )
      const owner = await signIn(site, login, home)
      return {
        measured: `guesses ${count(guesses)}; the owner ${before.status}, then ${owner.status}`,
        ok: has(guesses, 429) && !has(guesses, 200) && owner.status === 200,
      }
    },
  },
  {
    name: 'refused sign-ins with other names each time',
    async run(site, short) {
      const address = newNetwork()
      const guess = (index: number) =>
        signIn(
          site,
          { organization: `none-${index}`, email: `e${index}@x.example`, password: 'a guess' },
          address,
        )
      const began = Date.now()
      await inTurn(60, guess)
      const before = await site.rows()
      const times = short ? 150 : 600
      const refused = await inTurn(times, (index) => guess(index + 1000))
      // Rows may be written a moment after the answer.
      await sleep(500)
      const grown = (await site.rows()) - before
      const admitted = refused.filter(({ status }) => status !== 429).length
      return {
        measured: `${count(refused)}, ${grown} rows more`,
        // Each minute that begins meanwhile allows 60 more failures: each stores three counters of its login.
        ok: admitted <= 60 * minutesSince(began) && grown <= times / 10 + 3 * admitted,
      }
    },
  },
  {
    name: '200 malformed keys',
    async run(site) {
      const from = newSource()
      const answers = await inTurn(200, (index) =>
        send(site.plain.url, '/v1/platform/whoami', { from, headers: withKey(malformed(index)), body: '{}' }),
      )
      return { measured: count(answers), ok: has(answers, 429) && !has(answers, 200) }
    },
  },
  {
    name: 'a key that is none, from ports, brackets and invented addresses',
    async run(site) {
      const call = (forwardedFor: string) =>
        send(site.proxied.url, '/v1/platform/whoami', {
          headers: { ...withKey(newApiKey()), 'X-Forwarded-For': forwardedFor },
          body: '{}',
        })
      const { 0: four, 1: six } = [newNetwork(), `2001:db8:${++used}::7`]
      const kinds: [name: string, address: (index: number) => string][] = [
        ['ports', (index) => `${four}:${1024 + index}`],
        ['brackets', (index) => `[${six}]:${1024 + index}`],
        ['no addresses', (index) => `caller-${index}`],
        ['invented ones in front', (index) => `192.0.2.${index % 250}, ${newest}`],
      ]
      const newest = newNetwork()
      const passed: string[] = []
      for (const [name, address] of kinds) {
        await site.forget()
        const answers = await inTurn(160, (index) => call(address(index)))
        if (!has(answers, 429)) passed.push(name)
      }
      return {
        measured: `${kinds.length - passed.length} of ${kinds.length} are limited${passed.map((one) => `; ${one} are not`).join('')}`,
        ok: passed.length === 0,
      }
    },
  },
  {
    name: 'an X-Forwarded-For without a proxy',
    async run(site) {
      const from = newSource()
      const answers = await inTurn(160, (index) =>
        send(site.plain.url, '/v1/platform/whoami', {
          from,
          headers: { ...withKey(newApiKey()), 'X-Forwarded-For': `203.0.113.${index}` },
          body: '{}',
        }),
      )
      return { measured: count(answers), ok: has(answers, 429) }
    },
  },
  {
    name: '25 sessions of one member',
    async run(site) {
      const login = loginOf(await site.company({}, site.proxied))
      const address = newNetwork()
      const answers = await inTurn(25, () => signIn(site, login, address))
      const cookies = answers.flatMap(
        ({ headers }) => headers['set-cookie']?.map((one) => one.split(';')[0]!) ?? [],
      )
      const checks = await Promise.all(
        cookies.map((Cookie) =>
          send(site.proxied.url, '/v1/platform/whoami', {
            headers: { Cookie, Origin: originOf(site.proxied), 'Content-Type': 'application/json' },
            body: '{}',
          }),
        ),
      )
      const open = checks.filter(({ status }) => status === 200).length
      return {
        measured: `sign-ins ${count(answers)}; ${open} sessions are open, the newest ${checks.at(-1)?.status}`,
        ok: answers.every(({ status }) => status === 200) && open <= 20 && checks.at(-1)?.status === 200,
      }
    },
  },
  {
    name: 'one company guesses keys, and another one works behind the same proxy',
    async run(site) {
      const company = await site.company({}, site.proxied)
      const key = keyOf(await company.as('hr'))
      await inTurn(150, (index) =>
        send(site.proxied.url, '/v1/platform/whoami', {
          headers: { ...withKey(malformed(index)), 'X-Forwarded-For': '203.0.113.200' },
          body: '{}',
        }),
      )
      const works = await send(site.proxied.url, '/v1/platform/whoami', {
        headers: { ...withKey(key), 'X-Forwarded-For': '198.51.100.200' },
        body: '{}',
      })
      return { measured: `the other one gets ${works.status}`, ok: works.status === 200 }
    },
  },
]
