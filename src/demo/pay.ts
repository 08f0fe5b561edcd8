import { forEach, type Call } from './caller.ts'
import { changes, ends } from './careers.ts'
import { leads, members, type DemoPerson, type LocationKey } from './company.ts'
import type { Day } from '../domain/day.ts'
import { monthsFrom } from './months.ts'
import { localPart } from './people.ts'
import type { Ids } from './structure.ts'

/** Gross pay of a year at full time, for the first job of a career. */
const base: Record<LocationKey, { amount: number; currency: string }> = {
  hamburg: { amount: 52_000, currency: 'EUR' },
  lisbon: { amount: 41_000, currency: 'EUR' },
  toronto: { amount: 74_000, currency: 'CAD' },
}

/** Factors that a title adds to it. */
const extras: [title: RegExp, factor: number][] = [
  [/^Chief/, 1.9],
  [/^Head/, 0.9],
  [/Lead|Manager/, 0.4],
  [/Principal|Staff/, 0.7],
  [/Senior/, 0.35],
]

/** A promotion is worth this much. */
const raise = 1.12

/**
 * Gives everybody pay from their first day on, and a raise with each promotion. Not the founder: nobody changes their own
 * pay. Students are paid by the hour and contractors by the month.
 */
export async function makePay(call: Call, now: Day, idOf: Ids): Promise<void> {
  await forEach([...leads, ...members], async (person) => {
    const who = localPart(person)
    const first = payOf(person)
    const until = ends.find((end) => end.who === who)?.until ?? Infinity
    const raises = changes.filter((change) => change.who === who && change.reason === 'promotion')
    const rows = [
      { since: person.since, amount: first.amount, note: null },
      ...raises.map(({ since, title }, index) => ({
        since,
        amount: Math.round((first.amount * raise ** (index + 1)) / 100) * 100,
        note: title ?? null,
      })),
    ]
    for (const { since, amount, note } of rows)
      if (since <= until)
        await call('org_pay_add', {
          person_id: idOf(who),
          effective_date: monthsFrom(now, since),
          amount,
          currency: first.currency,
          period: first.period,
          note,
        })
  })
}

function payOf({ title, place, kind, fte = 1 }: DemoPerson) {
  const { amount, currency } = base[place]
  if (kind === 'intern') return { amount: 16.5, currency, period: 'hour' as const }
  const [, factor] = extras.find(([pattern]) => pattern.test(title)) ?? [undefined, 0]
  const yearly = Math.round((amount * (1 + factor) * fte) / 500) * 500
  return kind === 'contractor'
    ? { amount: Math.round((yearly / 12) * 100) / 100, currency, period: 'month' as const }
    : { amount: yearly, currency, period: 'year' as const }
}
