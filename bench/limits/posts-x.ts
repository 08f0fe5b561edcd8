import { lookup } from 'node:dns/promises'
import { request, Agent } from 'undici'
import { readFileSync } from 'node:fs'
const ca = readFileSync('/tmp/fp/cert/ca.pem', 'utf8')
const { address } = (await (await fetch('http://127.0.0.1:7999/state')).json()) as any
async function run(name: string, dispatcher: Agent, n: number, pre?: () => Promise<unknown>) {
  let left = n
  const t = performance.now(),
    c = process.cpuUsage()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) {
        await pre?.()
        const a = await request(address + '/x', {
          dispatcher,
          method: 'POST',
          body: '{"timestamp":"2026-01-01T00:00:00.000Z","pad":"' + 'x'.repeat(400) + '"}',
        })
        await a.body.dump()
      }
    }),
  )
  const s = (performance.now() - t) / 1000,
    u = process.cpuUsage(c)
  console.log(name, Math.round(n / s), '/s; cpu us/req', Math.round((u.user + u.system) / n))
}
for (let i = 0; i < 2; i++) {
  await run('keepalive', new Agent({ connect: { ca } }), 10000)
  await run(
    'new connection, no session',
    new Agent({ connect: { ca, maxCachedSessions: 0 }, pipelining: 0 }),
    3000,
  )
  await run('new connection, session', new Agent({ connect: { ca }, pipelining: 0 }), 3000)
  await run('keepalive + lookup', new Agent({ connect: { ca } }), 10000, () =>
    lookup('localhost', { all: true }),
  )
}
process.exit()
