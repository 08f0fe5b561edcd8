import { tellDue } from '../services/effective/announce.ts'
import { ofOrganization } from '../db/system.ts'
import type { Db } from '../db/transaction.ts'
import { addDays, today } from '../domain/day.ts'
import { originOfService } from '../events/origin.ts'
import { writeDomainEvents } from '../pipeline/record.ts'
import { findDueOrganizations, type DueOrganization } from '../queries/system/unannounced-organizations.ts'
import { forEachDue, forEachPage, type JobTask, type Page } from './job.ts'

export const payload = {} as const
/** Midnight falls on one of these minutes in every time zone. */
export const cron = '*/5 * * * *'

/** People who are told of in one transaction. */
const batch = 500

/**
 * Tells what takes effect on its day: person.started, person.job_started and person.left, and closes the logins of those
 * who have left. A day that was missed, because nothing ran, is made up for. A call that moves an organization to another
 * time zone queues it, too. The mark that something was told and its event are one transaction, so it is told once.
 *
 * A credential is not asked for the last day of its person: that would be a look-up in each call. So a login closes within
 * minutes of midnight, and while no worker runs it stays open.
 */
export const task: JobTask<typeof payload> = async (_payload, helpers) => {
  const now = helpers.clock()
  await forEachDue<DueOrganization>(
    helpers,
    (db) => findDueOrganizations(db, addDays(today(now, 'UTC'), 1)),
    ({ org_id: id }) => `tell what took effect in the organization ${id}`,
    async (due, system) => {
      if (due.day > today(now, due.time_zone)) return
      await forEachPage(helpers, batch, (page) =>
        system((db) => tellSome(ofOrganization(db, due.org_id, helpers.vault), due, page, now)),
      )
    },
  )
}

/** Tells of some people of an organization. Answers the last of them, undefined when there are no more. */
async function tellSome(
  db: Db,
  { time_zone }: DueOrganization,
  page: Page,
  now: Date,
): Promise<string | undefined> {
  const { lastId, domainEvents } = await tellDue({ db, now, today: today(now, time_zone) }, page)
  const origin = originOfService('service.tell_effective', now)
  await writeDomainEvents(db, origin, domainEvents).written
  return lastId
}
