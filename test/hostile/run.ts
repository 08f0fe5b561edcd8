import type { Attack, Finding } from './attack.ts'
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

/** One line for an attack. */
export function describeFinding({ name }: Attack, { measured, ok, seconds }: TimedFinding): string {
  return `${ok ? 'withstood' : 'HURT     '}  ${name}: ${measured} (${seconds.toFixed(0)} s)`
}
