import type { Day } from '../domain/day.ts'
import type { Call } from './caller.ts'
import { others } from './approvals.ts'
import { monthsFrom } from './months.ts'
import { localPart } from './people.ts'
import type { Ids } from './structure.ts'

/** Adds seats that are to be filled: an open one, one below it, one on hold, and a draft. */
export async function makePositions(call: Call, now: Day, idOf: Ids): Promise<void> {
  const lead = await call('org_positions_create', {
    title: 'Lead Calibration Engineer',
    unit_id: idOf('Hardware'),
    location_id: idOf('hamburg'),
    reports_to_person_id: idOf(localPart(others.manager)),
    weekly_hours: 40,
    target_start_date: monthsFrom(now, 2),
    notes: 'Two interviews, one of them on the shop floor.',
    pay_range: { min: 68_000, max: 82_000, currency: 'EUR', period: 'year' },
  })
  await call('org_positions_create', {
    title: 'Calibration Technician',
    unit_id: idOf('Hardware'),
    location_id: idOf('hamburg'),
    reports_to_position_id: lead.id,
    target_start_date: monthsFrom(now, 4),
  })
  await call('org_positions_create', {
    ...{ title: 'Account Executive', status: 'on_hold', unit_id: idOf('Sales Americas') },
    ...{ location_id: idOf('toronto'), target_start_date: monthsFrom(now, -1) },
  })
  await call('org_positions_create', { title: 'Data Protection Officer', status: 'draft' })
}
