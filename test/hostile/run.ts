import type { Attack, Bound, Finding } from './attack.ts'
import type { Site } from './site.ts'

export interface TimedFinding extends Finding {
  /** How long the attack took. */
  seconds: number
}

/** Runs one attack on a site that has forgotten the ones before. An attack that fails to run has not been withstood. */
export async function runAttack(attack: Attack, site: Site, short: boolean): Promise<TimedFinding> {
  const started = performance.now()
  const finding = await site
    .forget()
    .then(() => attack.run(site, short))
    .catch((error: unknown) => ({
      measured: `could not be measured: ${error instanceof Error ? error.stack : String(error)}`,
      ok: false,
    }))
  return { ...finding, seconds: (performance.now() - started) / 1000 }
}

/** Attacks that can run at the same time: neighbors that only wait. All others are alone. */
export function groups(attacks: Attack[]): Attack[][] {
  const found: Attack[][] = []
  for (const attack of attacks) {
    const last = found.at(-1)
    if (attack.waits && last?.[0]?.waits) last.push(attack)
    else found.push([attack])
  }
  return found
}

/**
 * Whether the attack was withstood. The short form runs on machines that do other things, too, and lets nobody's waiting
 * decide: only answers, counts, memory, and how much processor time the server's longest piece of work took.
 */
export function judge({ ok, work = [], waits = [] }: Finding, short: boolean): boolean {
  // A time that could not be measured is not within its bound.
  return ok && [...work, ...(short ? [] : waits)].every(({ ms, most }) => ms <= most)
}

/** What was measured, in one line. */
export function tell({ measured, work = [], waits = [] }: Finding): string {
  return [measured, ...tellBounds(work), ...tellBounds(waits)].join('; ')
}

/** One line for an attack. */
export function describeFinding({ name }: Attack, finding: TimedFinding, short: boolean): string {
  const verdict = judge(finding, short) ? 'withstood' : 'HURT     '
  return `${verdict}  ${name}: ${tell(finding)} (${finding.seconds.toFixed(0)} s)`
}

/** Each of a few bounds; of many the one that is nearest to being broken. */
function tellBounds(bounds: Bound[]): string[] {
  const shown =
    bounds.length <= 3 ? bounds : bounds.toSorted((a, b) => b.ms / b.most - a.ms / a.most).slice(0, 1)
  return shown.map(({ what, ms, most }) => `${what} ${ms.toFixed(0)} ms (bound ${most.toFixed(0)})`)
}
