import { comingDays } from '../../../domain/reminders.ts'
import { personOf } from '../../../presenters/org/people.ts'
import { loadPeople } from '../../../queries/org/references.ts'
import { findReminders, getReminderSettings } from '../../../queries/org/reminders.ts'
import { action, type Input, type Result } from '../../action.ts'
import type { Context } from '../../context.ts'

type Id = 'org_reminders_list'

/** So many days are shown. */
const most = 1000

/** Days that come, in order. */
export const handler = action('org_reminders_list', { run })

async function run({ db, today }: Context<Id>, { days }: Input<Id>): Promise<Result<Id>> {
  const settings = await getReminderSettings(db)
  const rows = await findReminders(db, comingDays(settings, today, days), today, most)
  const people = await loadPeople(
    db,
    rows.map(({ person_id: id }) => id),
    today,
  )
  return rows.map(({ kind, date, person_id, years }) => ({
    kind,
    date,
    person: personOf(people, person_id)!,
    years,
  }))
}
