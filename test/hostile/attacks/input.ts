import type { Attack, Bound, Finding } from '../attack.ts'
import { send, type Answer } from '../http.ts'
import { bounds, nobodyFailed, notice, type Noticed } from '../notice.ts'
import { keyOf, originOf, withKey, type Site } from '../site.ts'

const bytes = 2 * 1024 * 1024 - 1024
const rounds = { all: 5, short: 3 }

/** Marks that Unicode puts in order one by one: two kinds in turn are the worst case. */
const marks = (length: number) => `a${'\u0316\u0301'.repeat(length / 4)}`

interface Door {
  name: string
  send: (body: string) => Promise<Answer>
}

/** The ways in for a body: with a key over both protocols, at sign-in, and with a key that is none. */
async function doorsOf(site: Site): Promise<Door[]> {
  const company = await site.company()
  const key = keyOf(await company.as('owner'))
  const { url } = site.plain
  const json = { 'Content-Type': 'application/json' }
  const at = (path: string, headers: Record<string, string>) => (body: string) =>
    send(url, path, { headers, body })
  return [
    { name: 'REST', send: at('/v1/org/units.create', withKey(key)) },
    { name: 'MCP', send: at('/mcp', withKey(key)) },
    { name: 'sign-in', send: at('/auth/sign_in', { ...json, Origin: originOf(site.plain) }) },
    { name: 'without a key', send: at('/v1/org/units.create', json) },
  ]
}

/**
 * Sends the body in at each door some times, and compares what the server and somebody else notice with what they notice
 * of a harmless body of the same size.
 */
async function besideHarmless(
  site: Site,
  short: boolean,
  doors: Door[],
  hostile: (door: Door) => string,
): Promise<Finding> {
  const [work, waits]: [Bound[], Bound[]] = [[], []]
  const statuses = new Set<number>()
  let ok = true
  for (const door of doors) {
    await site.forget()
    const body = hostile(door)
    const harmless = JSON.stringify({ name: 'a'.repeat(Math.max(0, Buffer.byteLength(body) - 11)) })
    const [attacked, usual]: [Noticed[], Noticed[]] = [[], []]
    for (let round = 0; round < rounds[short ? 'short' : 'all']; round++) {
      usual.push(await notice(site, () => door.send(harmless)))
      attacked.push(
        await notice(site, async () => {
          const answer = await door.send(body)
          statuses.add(answer.status)
          ok &&= isRefused(answer)
        }),
      )
    }
    ok &&= nobodyFailed(attacked)
    const found = bounds(door.name, attacked, usual)
    work.push(...found.work)
    waits.push(...found.waits)
  }
  return { measured: `answers ${[...statuses].sort((a, b) => a - b).join(', ')}`, ok, work, waits }
}

/** MCP answers a refused call of a tool with 200. A connection closed before the whole body came is a refusal, too. */
function isRefused({ status, text }: Answer): boolean {
  return status === 0 || (status >= 400 && status < 500) || /"isError": ?true|"error"/.test(text)
}

const inMcp = (args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'org_units_create', arguments: args },
})

/** The body for this door: the same input, where that door looks for it. */
function bodyFor(door: Door, text: string): string {
  if (door.name === 'MCP') return JSON.stringify(inMcp({ name: text, kind: 'team' }))
  if (door.name === 'sign-in')
    return JSON.stringify({ organization: 'acme', email: 'a@b.example', password: text })
  return JSON.stringify({ name: text, kind: 'team' })
}

/** A bare value is no message for MCP, so it is an argument there. */
const wrapped = (door: Door, value: string) =>
  door.name === 'MCP' ? JSON.stringify(inMcp('@')).replace('"@"', value) : value

async function attackBodies(site: Site, short: boolean, value: string): Promise<Finding> {
  return besideHarmless(site, short, await doorsOf(site), (door) => wrapped(door, value))
}

export const input: Attack[] = [
  {
    name: 'a password, a name and an argument of 200 KB in combining marks',
    run: async (site, short) =>
      besideHarmless(site, short, await doorsOf(site), (door) => bodyFor(door, marks(200_000))),
  },
  {
    name: 'combining marks in the parameters of a GET',
    run: async (site, short) => {
      const key = keyOf(await (await site.company()).as('owner'))
      const query = encodeURIComponent(marks(4500))
      const get: Door = {
        name: 'GET',
        send: (body) =>
          send(site.plain.url, `/v1/org/people.list?q=${body.startsWith('{') ? 'a' : query}`, {
            method: 'GET',
            headers: withKey(key),
          }),
      }
      return besideHarmless(site, short, [get], () => query)
    },
  },
  { name: '2 MiB of [', run: (site, short) => attackBodies(site, short, '['.repeat(bytes)) },
  {
    name: '100,000 keys',
    run: (site, short) =>
      attackBodies(site, short, `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')}}`),
  },
  {
    name: 'a million zeros',
    run: (site, short) => attackBodies(site, short, `{"name":[${'0,'.repeat(1_000_000)}0]}`),
  },
  {
    name: '12 KB of unknown and repeated parameters',
    async run(site) {
      const key = keyOf(await (await site.company()).as('owner'))
      const ask = (query: string) =>
        send(site.plain.url, `/v1/org/units.list?${query.slice(0, 12_000)}`, {
          method: 'GET',
          headers: withKey(key),
        })
      const unknown = Array.from({ length: 3000 }, (_, i) => i.toString(36)).join('&')
      const answers = [
        await ask(unknown),
        await ask('a&'.repeat(6000)),
        await ask(`${unknown}${'&a'.repeat(3000)}`),
      ]
      const problems = answers.map(
        ({ text }) => (JSON.parse(text) as { error?: { details?: unknown[] } }).error?.details?.length ?? 0,
      )
      const kilobytes = Math.max(...answers.map(({ text }) => text.length)) / 1024
      return {
        measured: `answers ${answers.map(({ status }) => status).join(', ')} with ${Math.max(...problems)} problems and ${kilobytes.toFixed(0)} KB at most`,
        ok: answers.every(({ status }) => status === 400) && Math.max(...problems) <= 100 && kilobytes < 64,
      }
    },
  },
]
