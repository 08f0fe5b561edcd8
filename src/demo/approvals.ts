import { addDays, type Day } from '../domain/day.ts'
import type { Call } from './caller.ts'
import { leads, members, type DemoPerson } from './company.ts'
import { monthsFrom } from './months.ts'
import type { Ids } from './structure.ts'

const leadOf = (unit: string): DemoPerson => leads.find((lead) => lead.leads === unit)!

/** People with a login besides the owner: somebody of HR, a manager with a team, and an employee without one. */
export const others = {
  hr: leadOf('People'),
  manager: leadOf('Engineering'),
  employee: members.find(({ name }) => name.join(' ') === 'Joaquin Sarmiento')!,
}

/**
 * Sets rules for approval, and leaves one request of each kind open: the manager proposed a promotion, which HR decides;
 * the owner proposed the end of an employment, which its manager decides, and a raise, which somebody else of HR decides.
 */
export async function makeApprovals(owner: Call, manager: Call, now: Day, idOf: Ids): Promise<void> {
  await owner('org_approvals_settings_update', {
    job_change: 'hr',
    termination: 'manager_then_hr',
    pay_change: 'hr',
  })
  const nextMonth = monthsFrom(now, 1)
  await Promise.all([
    manager('org_people_change_job', {
      person_id: idOf('sunniva.bakken'),
      effective_date: nextMonth,
      reason: 'promotion',
      title: 'Senior Backend Engineer',
    }),
    owner('org_people_terminate', {
      person_id: idOf('priya.raghunathan'),
      last_day: addDays(monthsFrom(now, 3), -1),
      type: 'voluntary',
      reason: 'Moves to Chennai',
    }),
    owner('org_pay_add', {
      person_id: idOf('arjun.velayudhan'),
      effective_date: nextMonth,
      amount: 58_500,
      currency: 'EUR',
      period: 'year',
      note: 'Five years with us',
    }),
  ])
}
