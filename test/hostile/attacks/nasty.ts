import type { ActionId } from '../../../src/generated/actions.ts'
import { enterFor } from '../../support/access.ts'
import type { Company } from '../../support/company.ts'
import type { ActionEntry } from '../../support/contract.ts'
import type { TestServer } from '../../support/server.ts'
import { allActions } from '../../support/sweep.ts'
import type { Attack, Bound } from '../attack.ts'
import { send } from '../http.ts'
import { makeNasty, type Nastiness, type NastyPeople } from '../nasty/company.ts'
import { nastyInputs } from '../nasty/inputs.ts'
import { blockMs, nobodyFailed, notice, type Noticed } from '../notice.ts'
import { originOf, type Site } from '../site.ts'

const nastiness: Record<'all' | 'short', Nastiness> = {
  // With more values, everybody would be more than an answer holds.
  all: { line: 3000, units: 2000, valued: 100, scheduled: 300, checklists: 100 },
  short: { line: 400, units: 200, valued: 20, scheduled: 50, checklists: 5 },
}
/** Of some tries of a call that takes too long the best one counts: now and then the garbage collector works. */
const tries = 4

interface Attacked extends Noticed {
  what: string
}

/** What is noticed of each call of an action. Fails when one is refused. */
async function attackAction(
  site: Site,
  company: Company,
  people: NastyPeople,
  action: ActionEntry,
  short: boolean,
): Promise<Attacked[]> {
  const server = { db: site.db, now: new Date(), dataDir: site.dir } as TestServer
  const scene = await enterFor(server, company, action)
  const headers = {
    ...scene.client.headers,
    'Content-Type': 'application/json',
    Origin: originOf(site.plain),
  }
  const attacked: Attacked[] = []
  for (const [name, make] of Object.entries(await nastyInputs(scene, action, people))) {
    const best: Attacked = { what: `${action.id}, ${name}`, work: Infinity, wait: Infinity, failed: 0 }
    const isGood = () => best.work <= blockMs && (short || best.wait <= blockMs)
    for (let count = 0; count < tries && !isGood(); count++) {
      const body = JSON.stringify(await make())
      const { work, wait, failed } = await notice(site, async () => {
        const { status, text } = await send(site.plain.url, action.path, { headers, body })
        if (status !== 200) throw new Error(`${best.what}: ${status} ${text.slice(0, 500)}`)
      })
      best.work = Math.min(best.work, work)
      best.wait = Math.min(best.wait, wait)
      best.failed += failed
    }
    attacked.push(best)
  }
  return attacked
}

/** The call of which most was noticed, as a bound. */
function worstOf(attacked: Attacked[], of: 'work' | 'wait', what: string): Bound {
  const [worst] = attacked.toSorted((a, b) => b[of] - a[of])
  return { what: `${what} (${worst?.what})`, ms: worst?.[of] ?? Infinity, most: blockMs }
}

/** What is taken away before another one is made, because a company that has all that it may have gets no more. */
const room: Record<string, string> = {
  org_fields_create: `update custom_fields set archived_at = now() where org_id = $1 and position > 20 and archived_at is null`,
  org_checklists_templates_create: `update checklist_templates set archived_at = now() where org_id = $1 and archived_at is null`,
} satisfies Partial<Record<ActionId, string>>

export const nasty: Attack[] = [
  {
    name: 'every action of the contract, in a company that is made to be nasty',
    async run(site, short) {
      const company = await site.company()
      const people = await makeNasty(site.db, company, nastiness[short ? 'short' : 'all'])
      const attacked: Attacked[] = []
      const failures: string[] = []
      for (const action of allActions) {
        const makesRoom = room[action.id]
        if (makesRoom) await site.db.query(makesRoom, [company.id])
        await attackAction(site, company, people, action, short).then(
          (more) => attacked.push(...more),
          (error: unknown) => failures.push(error instanceof Error ? error.message : String(error)),
        )
      }
      return {
        measured: [`${attacked.length} calls of ${allActions.length} actions`, ...failures].join('\n  '),
        ok: failures.length === 0 && nobodyFailed(attacked),
        work: [worstOf(attacked, 'work', 'longest piece of work')],
        waits: [worstOf(attacked, 'wait', '/healthz waits')],
      }
    },
  },
]
