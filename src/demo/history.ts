import type { Input } from '../actions/action.ts'
import { addDays, type Day } from '../domain/day.ts'
import { forEach, type Call } from './caller.ts'
import { changes, ends, type DemoChange } from './careers.ts'
import { terms } from './company.ts'
import { monthsFrom } from './months.ts'
import { hoursOf, placeOf } from './people.ts'
import type { Ids } from './structure.ts'

/** Makes what became of people since they were hired, and what is scheduled: promotions, transfers, leavers, a rehire. */
export async function makeHistory(call: Call, now: Day, idOf: Ids): Promise<void> {
  const careers = Map.groupBy(changes, ({ who }) => who)
  await forEach([...careers.values()], async (career) => {
    for (const change of career) await call('org_people_change_job', describeChange(change, now, idOf))
  })
  await forEach(ends, async ({ who, until, type, reason, again }) => {
    const person_id = idOf(who)
    const last_day = addDays(monthsFrom(now, until + 1), -1)
    await call('org_people_terminate', { person_id, last_day, type, reason })
    if (!again) return
    const place = placeOf(who)
    await call('org_people_rehire', {
      person_id,
      start_date: monthsFrom(now, again.since),
      title: again.title,
      unit_id: idOf(again.unit),
      location_id: idOf(place),
      legal_entity_id: idOf(terms[place].entity),
      weekly_hours: terms[place].hours,
      notice_period_days: terms[place].noticeDays,
    })
  })
}

function describeChange(
  { who, since, reason, title, unit, fte }: DemoChange,
  now: Day,
  idOf: Ids,
): Partial<Input<'org_people_change_job'>> {
  return {
    person_id: idOf(who),
    effective_date: monthsFrom(now, since),
    reason,
    ...(title && { title }),
    ...(unit && { unit_id: idOf(unit) }),
    ...(fte && { fte, employment_type: 'part_time', weekly_hours: hoursOf(placeOf(who), fte) }),
  }
}
