import { listFields } from '../../src/queries/org/fields.ts'
import { loadSealedDetails, openDetails, type SealedDetails } from '../../src/queries/org/person-details.ts'
import { getPerson, type PersonRow } from '../../src/queries/org/people.ts'
import { Vault } from '../../src/secrets/personal.ts'
import {
  begin,
  fill,
  slots,
  statementsOf,
  today,
  withClient,
  type Caller,
  type Statement,
} from './database.ts'
import { namesFor, peopleOf } from './people.ts'

const [one] = (await statementsOf((db) => getPerson(db, slots.id, slots.day))) as [Statement]
const [fields] = (await statementsOf((db) => listFields(db, false))) as [Statement]
const [details] = (await statementsOf((db) => loadSealedDetails(db, [slots.id]))) as [Statement]
const vault = new Vault({ current: Buffer.from(process.env['SECRET_KEY'] as string, 'hex') })

/** What `org/people.get` answers to people about themselves, where the company has no custom fields. */
export async function personInFull(
  { org_id: org, time_zone, person_id: id }: Caller,
  input: Record<string, unknown>,
): Promise<unknown> {
  const day = today(time_zone)
  if (id === null || input['person_id'] !== id) throw new Error('this answers people about themselves')
  const [rows, names, sealed] = await withClient(async (client) => {
    const [, { rows: found }, , { rows: stored }] = await Promise.all([
      client.query(begin(org, ' read only')),
      client.query<PersonRow>(fill(one, org, day, id)),
      client.query(fill(fields, org, day)),
      client.query<SealedDetails>({ ...details, values: [org, [id]] }),
    ])
    return [found, await namesFor(client, found, org, day), stored[0]!]
  })
  const opened = openDetails({ vault, orgId: org }, sealed)
  const { personal_email, personal_phone, address, emergency_contacts, ...others } = opened
  const contact = { personal_email, personal_phone, address, emergency_contacts }
  return { ...peopleOf(rows, names, day)[0], ...others, contact }
}
