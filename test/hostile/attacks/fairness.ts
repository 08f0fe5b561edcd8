import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Finding } from '../attack.ts'
import { quantile, send } from '../http.ts'
import { Probe, summary } from '../probe.ts'
import { keyOf, withKey, type Site } from '../site.ts'

/**
 * Milliseconds that the attacker's own work adds, because it shares the machine, where half of the quiet calls take
 * `quiet` at most. It adds more on a machine that is busier. Without turns and slices p99 comes to a second and more.
 */
const added = { quiet: 3, p50: 50, p99: 700 }

/**
 * What another organization notices that reads its units all the time: how much longer half of its calls and 99 of 100
 * take. Quiet and disturbed times come in turn, and the medians of both count. A call may take twice its quiet time, and
 * a little more for the work of the attacker itself, which shares this machine. The row of the bench is stricter.
 */
async function beside(
  site: Site,
  disturb: (seconds: number) => Promise<void>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Finding> {
  const other = await site.company()
  const owner = await other.member('viewer')
  const keys = await Promise.all(Array.from({ length: 60 }, () => other.key(owner, 'manage')))
  const probe = new Probe(site.plain.url, {
    path: '/v1/org/units.list',
    method: 'POST',
    headers: keys.map((key) => withKey(keyOf(key))),
    body: '{}',
    everyMs: 2,
  })
  try {
    await probe.during(() => sleep(500))
    const [quiet, disturbed] = [[], []] as ReturnType<typeof summary>[][]
    for (let round = 0; round < rounds; round++) {
      quiet!.push(summary(await probe.during(() => sleep(seconds * 1000))))
      disturbed!.push(summary(await probe.during(() => disturb(seconds))))
      await sleep(500)
    }
    const median = (from: typeof quiet, part: 'p50' | 'p99') =>
      quantile(
        from!.map((one) => one[part]),
        0.5,
      )
    const failed = disturbed!.reduce((sum, one) => sum + one.failed, 0)
    const text = (['p50', 'p99'] as const).map(
      (part) => `${part} ${median(quiet, part).toFixed(1)} → ${median(disturbed, part).toFixed(1)} ms`,
    )
    const slowness = Math.max(1, median(quiet, 'p50') / added.quiet)
    return {
      measured: `${text.join(', ')}${failed ? `, ${failed} calls failed` : ''}`,
      ok:
        failed === 0 &&
        median(disturbed, 'p50') <= 2 * median(quiet, 'p50') + added.p50 * slowness &&
        median(disturbed, 'p99') <= 2 * median(quiet, 'p99') + added.p99 * slowness,
    }
  } finally {
    await probe.stop()
  }
}

export const fairness: Attack[] = [
  {
    name: 'viewers list 5,000 people, each five times a second',
    async run(site, short) {
      // One of them is enough for a slow machine. Three are more than a fast one can answer.
      const keys = await site.largeCompany(5000, 3)
      const agent = new Agent({ keepAlive: true })
      const list = (key: string) =>
        send(site.plain.url, '/v1/org/people.list', { headers: withKey(key), body: '{}', agent })
      await list(keys[0]!)
      const everyFifth = async (seconds: number) => {
        const running: Promise<unknown>[] = []
        for (let count = 0; count < seconds * 5; count++) {
          running.push(...keys.map(list))
          await sleep(200)
        }
        await Promise.all(running)
      }
      return beside(site, everyFifth, { rounds: 3, seconds: short ? 1 : 4 }).finally(() => agent.destroy())
    },
  },
  {
    name: '290 writes at once',
    async run(site, short) {
      const rounds = 3
      const company = await site.company()
      const member = await company.member('hr')
      const keys = await Promise.all(Array.from({ length: rounds }, () => company.key(member, 'manage')))
      let next = 0
      const write = async () => {
        const key = keyOf(keys[next++]!)
        await Promise.all(
          Array.from({ length: 290 }, (_, index) =>
            send(site.plain.url, '/v1/org/units.create', {
              headers: withKey(key),
              body: JSON.stringify({ name: `Written ${next}-${index}`, kind: 'team' }),
            }),
          ),
        )
      }
      return beside(site, write, { rounds, seconds: short ? 1 : 2 })
    },
  },
]
