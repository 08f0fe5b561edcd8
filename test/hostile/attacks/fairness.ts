import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Bound, Finding } from '../attack.ts'
import { quantile, send } from '../http.ts'
import { blockMs } from '../notice.ts'
import { Probe, summary, type Seen } from '../probe.ts'
import { keyOf, withKey, type Site } from '../site.ts'

/**
 * Milliseconds that the attacker's own work adds, because it shares the machine, where half of the quiet calls take
 * `quiet` at most. It adds more on a machine that is busier. Without turns and slices p99 comes to a second and more.
 */
const added = { quiet: 3, p50: 50, p99: 700 }

/** Calls of the attacker. Each time one of them is answered, it is noted. */
type Disturb = (seconds: number, answered: () => void) => Promise<void>

/**
 * What another organization notices that reads its units all the time. Its calls are answered, each after a share of the
 * attacker's calls, and the server does no long piece of work. In the long form, also how much longer half of its calls and
 * 99 of 100 take: quiet and disturbed times come in turn, and the medians of both count. A call may take twice its quiet
 * time, and a little more for the work of the attacker itself, which shares this machine. The row of the bench is stricter.
 *
 * @param most how many of the attacker's calls may be answered while one of the other organization waits
 */
async function beside(
  site: Site,
  disturb: Disturb,
  { rounds, seconds, most, quietly }: { rounds: number; seconds: number; most: number; quietly: boolean },
): Promise<Finding> {
  const other = await site.company()
  const owner = await other.member('viewer')
  const keys = await Promise.all(Array.from({ length: 60 }, () => other.key(owner, 'manage')))
  const probe = new Probe(site.plain.url, {
    path: '/v1/org/units.list',
    method: 'POST',
    headers: keys.map((key) => withKey(keyOf(key))),
    body: '{}',
    // Where the times do not count, it tells as much with fewer calls.
    everyMs: quietly ? 2 : 10,
  })
  try {
    await probe.during(() => sleep(500))
    const quiet: Seen[][] = []
    const disturbed: Disturbed[] = []
    for (let round = 0; round < rounds; round++) {
      if (quietly) quiet.push(await probe.during(() => sleep(seconds * 1000)))
      disturbed.push(await during(site, probe, (answered) => disturb(seconds, answered)))
      await sleep(500)
    }
    const failed = disturbed.flatMap(({ seen }) => seen).filter(({ status }) => status !== 200).length
    const overtaken = medianOf(disturbed.map((one) => one.overtaken))
    return {
      measured: `a call waits for ${overtaken} of theirs at most (bound ${most})${failed ? `, ${failed} calls failed` : ''}`,
      ok: failed === 0 && overtaken <= most,
      work: [
        { what: 'longest piece of work', ms: medianOf(disturbed.map(({ work }) => work)), most: blockMs },
      ],
      ...(quietly && {
        waits: slower(
          quiet.map(summary),
          disturbed.map(({ seen }) => summary(seen)),
        ),
      }),
    }
  } finally {
    await probe.stop()
  }
}

const medianOf = (values: number[]) => quantile(values, 0.5)

interface Disturbed {
  seen: Seen[]
  /** The longest piece of work of the server, in milliseconds of processor time. */
  work: number
  /** How many of the attacker's calls were answered while one of the other organization waited. */
  overtaken: number
}

async function during(
  site: Site,
  probe: Probe,
  disturb: (answered: () => void) => Promise<void>,
): Promise<Disturbed> {
  const answers: number[] = []
  let seen: Seen[] = []
  const work = await site.longestWork(
    async () => void (seen = await probe.during(() => disturb(() => void answers.push(Date.now())))),
  )
  const overtaken = Math.max(
    ...seen.map(({ at, ms }) => answers.filter((time) => time > at - ms && time <= at).length),
  )
  return { seen, work, overtaken }
}

type Times = ReturnType<typeof summary>

/** How much longer calls may take than in quiet times. */
function slower(quiet: Times[], disturbed: Times[]): Bound[] {
  const of = (times: Times[], part: 'p50' | 'p99') => medianOf(times.map((one) => one[part]))
  const slowness = Math.max(1, of(quiet, 'p50') / added.quiet)
  return (['p50', 'p99'] as const).map((part) => ({
    what: `${part} ${of(quiet, part).toFixed(1)} →`,
    ms: of(disturbed, part),
    most: 2 * of(quiet, part) + added[part] * slowness,
  }))
}

export const fairness: Attack[] = [
  {
    name: 'viewers list 5,000 people, each five times a second',
    async run(site, short) {
      // One of them is enough for a slow machine. Three are more than a fast one can answer.
      const keys = await site.largeCompany(3)
      const agent = new Agent({ keepAlive: true })
      const list = (key: string) =>
        send(site.plain.url, '/v1/org/people.list', { headers: withKey(key), body: '{}', agent })
      await list(keys[0]!)
      const everyFifth: Disturb = async (seconds, answered) => {
        const running: Promise<unknown>[] = []
        for (let count = 0; count < seconds * 5; count++) {
          running.push(...keys.map((key) => list(key).then(answered)))
          await sleep(200)
        }
        await Promise.all(running)
      }
      const form = { rounds: 3, seconds: short ? 0.4 : 4, most: 12, quietly: !short }
      return beside(site, everyFifth, form).finally(() => agent.destroy())
    },
  },
  {
    name: 'many writes at once',
    async run(site, short) {
      const rounds = 3
      const writes = short ? 120 : 290
      const company = await site.company()
      const member = await company.member('hr')
      const keys = await Promise.all(Array.from({ length: rounds }, () => company.key(member, 'manage')))
      let next = 0
      const write: Disturb = async (_seconds, answered) => {
        const key = keyOf(keys[next++]!)
        await Promise.all(
          Array.from({ length: writes }, (_, index) =>
            send(site.plain.url, '/v1/org/units.create', {
              headers: withKey(key),
              body: JSON.stringify({ name: `Written ${next}-${index}`, kind: 'team' }),
            }).then(answered),
          ),
        )
      }
      return beside(site, write, { rounds, seconds: short ? 1 : 2, most: writes / 2, quietly: !short })
    },
  },
]
