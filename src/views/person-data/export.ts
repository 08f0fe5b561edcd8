import { getPerson } from '../../queries/org/people.ts'
import { findLogins } from '../../queries/org/person-export.ts'
import type { DocumentLinks } from '../../services/documents/link.ts'
import { checklists } from './checklists.ts'
import { jobs, pay, person, photo, positions } from './employment.ts'
import { documents } from './files.ts'
import { activity, webhookDeliveries } from './log.ts'
import { apiKeys, connectedApps, invites, logins } from './login.ts'
import { notifications } from './notifications.ts'
import type { Exporting, Part, PersonData } from './part.ts'
import { reminders } from './reminders.ts'
import { approvals } from './requests.ts'
import type { Streamable } from '../../streaming/stream.ts'

/** The parts of the export of a person's data. Each of them says which registered columns it delivers. */
export const parts = {
  person,
  photo,
  jobs,
  pay,
  invites,
  logins,
  apiKeys,
  connectedApps,
  activity,
  notifications,
  reminders,
  positions,
  approvals,
  checklists,
  webhookDeliveries,
  documents,
}

type Delivered = {
  [Name in keyof typeof parts]: (typeof parts)[Name] extends Part<infer Field> ? Field : never
}
type Heading = Exclude<keyof PersonData, Delivered[keyof Delivered]>

/** All that is held about a person, as far as the reader may have it; undefined when there is no such person. */
export async function exportPerson(
  ctx: Exporting,
  personId: string,
  links: DocumentLinks,
): Promise<Streamable<PersonData> | undefined> {
  const { db, today, now, caller } = ctx
  const [row, found] = await Promise.all([getPerson(db, personId, today), findLogins(db, personId)])
  if (!row) return undefined
  const exported = { person: row, logins: found, links }
  const loaded = await Promise.all(Object.values(parts).map((one) => one.load(ctx, exported)))
  const heading: Pick<PersonData, Heading> = {
    format: 'service.person-data.v1',
    generated_at: now.toISOString(),
    organization_id: db.orgId,
    filename: `${caller.organization.slug}-person-${personId}.json`,
  }
  return Object.assign({}, heading, ...loaded) as Streamable<PersonData>
}
