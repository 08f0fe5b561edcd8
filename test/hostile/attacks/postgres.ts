import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { send, type Answer } from '../http.ts'
import { keyOf, originOf, withKey, type Site } from '../site.ts'

const patience = { requestMs: 7000, readyMs: 2000, wellMs: 1000 }
/** What a busy machine adds to each of them. */
const slackMs = 500
/** A server that is not well by then stays unwell. */
const neverMs = 60_000

/** The processes of the database that this site itself started: the first one and its children. */
function processesOf({ postmaster }: Site): number[] {
  const parents = existsSync('/proc/self/stat') ? parentsFromProc() : parentsFromPs()
  return [postmaster, ...parents.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)]
}

function parentsFromProc(): [pid: number, parent: number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid): [number, number][] => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return [[Number(pid), Number(parent)]]
      } catch {
        return [] // It has just ended.
      }
    })
}

function parentsFromPs(): [pid: number, parent: number][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
}

function signal(pids: number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // It has just ended.
    }
}

/** Calls of every kind, all at once. */
async function callAll(site: Site, keys: string[]): Promise<Answer[]> {
  const { url } = site.plain
  const calls = keys.flatMap((key, index) => [
    send(url, '/v1/platform/whoami', { headers: withKey(key), body: '{}' }),
    send(url, '/v1/org/units.list', { headers: withKey(key), body: '{}' }),
    send(url, '/v1/org/units.create', {
      headers: withKey(key),
      body: JSON.stringify({ name: `Stopped ${performance.now()} ${index}`, kind: 'team' }),
    }),
    send(url, '/mcp', {
      headers: withKey(key),
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"platform_whoami","arguments":{}}}',
    }),
  ])
  const signIn = send(url, '/auth/sign_in', {
    headers: { 'Content-Type': 'application/json', Origin: originOf(site.plain) },
    body: JSON.stringify({ organization: 'x', email: 'a@b.example', password: 'a guess' }),
  })
  return Promise.all([...calls, signIn])
}

/** The longest of these answers, in milliseconds. */
const slowest = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms))

export const postgres: Attack[] = [
  {
    name: 'PostgreSQL is stopped, and continued',
    async run(site) {
      const company = await site.company()
      const keys = await Promise.all(
        ['hr', 'hr', 'admin', 'owner', 'admin'].map(async (role) => keyOf(await company.as(role as 'hr'))),
      )
      await callAll(site, keys)
      const pids = processesOf(site)
      const asked: Promise<Answer[]>[] = []
      const ready: Promise<Answer>[] = []
      signal(pids, 'SIGSTOP')
      try {
        // Some come at once, the others when the connections are known to say nothing.
        for (let wave = 0; wave < 5; wave++) {
          asked.push(callAll(site, keys))
          ready.push(send(site.plain.url, '/readyz', { method: 'GET' }))
          await sleep(1000)
        }
        const during = (await Promise.all(asked)).flat()
        const readiness = await Promise.all(ready)
        signal(pids, 'SIGCONT')
        const continued = performance.now()
        let well: number | undefined
        while (well === undefined && performance.now() - continued < neverMs) {
          const answers = [
            ...(await callAll(site, keys)),
            await send(site.plain.url, '/readyz', { method: 'GET' }),
          ]
          if (answers.every(({ status }) => status < 500 && status > 0)) well = performance.now() - continued
          else await sleep(50)
        }
        // MCP tells the failure of a call in its answer.
        const others = during.filter(({ status, text }) => status !== 503 && !/unavailable|503/.test(text))
        const states = `/readyz ${[...new Set(readiness.map(({ status }) => status))].join(', ')}, ${well === undefined ? 'never well' : 'well'} afterwards`
        return {
          measured: `${states}${others.length ? `; ${others.length} of ${during.length} are not 503: ${[...new Set(others.map(({ status }) => status))].join(', ')}` : ''}`,
          ok: others.length === 0 && readiness.every(({ status }) => status === 503) && well !== undefined,
          waits: [
            { what: 'answers within', ms: slowest(during), most: patience.requestMs + slackMs },
            { what: '/readyz within', ms: slowest(readiness), most: patience.readyMs + slackMs },
            { what: 'well after', ms: well ?? Infinity, most: patience.wellMs + slackMs },
          ],
        }
      } finally {
        signal(pids, 'SIGCONT')
      }
    },
  },
  {
    name: '480 combinations of filters, and the memory of PostgreSQL',
    fullOnly: true,
    async run(site) {
      const server = await site.launch({ DATABASE_POOL_SIZE: '2' })
      const company = await site.company({}, server)
      const viewer = await company.member('viewer')
      const keys = await Promise.all(
        Array.from({ length: 8 }, async () => keyOf(await company.key(viewer, 'manage'))),
      )
      const { id } = await company.person()
      const combinations = filters(company.root, company.location, id)
      const list = async (input: object, index: number) => {
        const { status } = await send(server.url, '/v1/org/people.list', {
          headers: withKey(keys[index % keys.length]!),
          body: JSON.stringify(input),
        })
        if (status !== 200) throw new Error(`people.list answers ${status} to ${JSON.stringify(input)}`)
      }
      // Two at a time, so that both connections are used.
      const listAll = async (inputs: object[]) => {
        for (let index = 0; index < inputs.length; index += 2)
          await Promise.all(inputs.slice(index, index + 2).map((input, next) => list(input, index + next)))
      }
      await listAll(combinations.slice(0, 24))
      const before = await backendMegabytes(site)
      await listAll(combinations.slice(24))
      const after = await backendMegabytes(site)
      const grown = after - before
      await server.stop()
      return {
        measured: `the largest process grows by ${grown.toFixed(1)} MB, to ${after.toFixed(1)} MB`,
        ok: grown <= 24,
      }
    },
  },
]

/** 480 inputs of people.list: combinations of its filters, and of how many words are searched for. */
function filters(unit: string, location: string, person: string): object[] {
  const choices: object[][] = [
    [{}, { as_of: '2026-01-01' }],
    [{}, { status: 'active' }, { status: 'all' }],
    [{}, { q: 'pat' }, { q: 'pat person' }, { q: 'pat person engineer' }],
    [{}, { unit_id: unit }, { unit_id: unit, include_subunits: true }],
    [{}, { location_id: location }],
    [{}, { manager_id: person }],
    [{}, { limit: 10 }],
  ]
  const all = choices.reduce(
    (inputs, parts) => inputs.flatMap((input) => parts.map((part) => ({ ...input, ...part }))),
    [{}],
  )
  return all.slice(-480)
}

/** The private memory of the largest process that answers queries, in MB. */
async function backendMegabytes(site: Site): Promise<number> {
  const { rows } = await site.db.query(
    `select array_agg(pid) as pids from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return Math.max(
    ...(rows[0].pids as number[]).map((pid) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return Number(/Private_Dirty:\s+(\d+)/.exec(text)?.[1]) / 1024
    }),
  )
}
