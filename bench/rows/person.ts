import { detailsAfter, noDetails } from '../../src/domain/person-details.ts'
import { saveDetails } from '../../src/queries/org/person-details.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { benchSecretKey } from '../program.ts'
import type { Site } from '../world.ts'
import { beside, type Row } from './compare.ts'

/** One person with everything that is known of them. */
export const person: Row[] = [
  {
    name: 'people.get with private details',
    floor: 0.6,
    unit: 'req/s',
    async run(world) {
      const site = await world.one()
      const id = await becomePerson(site)
      return beside(site, site.keys, '/v1/org/people.get', JSON.stringify({ person_id: id }))
    },
  },
]

/** Makes the owner a person with private details, because over a key people see only their own. */
async function becomePerson({ db }: Site): Promise<string> {
  const { rows } = await db.query<{ org_id: string; person_id: string }>(
    `update memberships m set person_id = p.id
       from (select org_id, id from people order by id limit 1) p
      where m.org_id = p.org_id returning m.org_id, m.person_id`,
  )
  const { org_id: orgId, person_id: personId } = rows[0]!
  const own = {
    orgId,
    vault: new Vault({ current: Buffer.from(benchSecretKey, 'hex') }),
    query: async <Row>(text: string, values: unknown[] = []) => (await db.query(text, values)).rows as Row[],
    run: () => Promise.reject(new Error('details need no builder')),
    runInBatches: () => {
      throw new Error('details need no batches')
    },
  }
  await saveDetails(own, [{ personId, details: detailsAfter(noDetails, details) }])
  return personId
}

const details: Parameters<typeof detailsAfter>[1] = {
  contact: {
    personal_email: 'ada@example.org',
    personal_phone: '+493012345678',
    address: { line1: 'Kastanienallee 12', postal_code: '10435', city: 'Berlin', country: 'DE' },
    emergency_contacts: [{ name: 'William', relationship: 'husband', phone: '+441314960124' }],
  },
  birthday: '1990-12-26',
  gender: 'woman',
  nationality: 'DE',
  tax_id: '12 345 678 901',
  social_security_number: '65 170839 J 003',
  iban: 'DE89370400440532013000',
}
