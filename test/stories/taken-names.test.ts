import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

/** What has a name that no other of its kind may have, how it is made and how it is renamed. */
const kinds = {
  unit: {
    make: (hr: TestClient, name: string) => hr.call('org_units_create', { name, kind: 'team' }),
    rename: (hr: TestClient, unit_id: string, name: string) => hr.call('org_units_update', { unit_id, name }),
  },
  location: {
    make: (hr: TestClient, name: string) => hr.call('org_locations_create', { name, country: 'DE' }),
    rename: (hr: TestClient, location_id: string, name: string) =>
      hr.call('org_locations_update', { location_id, name }),
  },
  legal_entity: {
    make: (hr: TestClient, name: string) => hr.call('org_legal_entities_create', { name, country: 'DE' }),
    rename: (hr: TestClient, legal_entity_id: string, name: string) =>
      hr.call('org_legal_entities_update', { legal_entity_id, name }),
  },
}

/** The unique index alone would refuse it, too, but could not say which record is in the way. */
describe('a name that is taken', () => {
  const server = useServer()

  for (const [kind, { make, rename }] of Object.entries(kinds))
    it(`is refused with the ${kind} that has it, for a new one and an old one`, async () => {
      const hr = await (await server.company()).as('hr')
      const { id: taken } = await make(hr, 'Taken')
      const { id: other } = await make(hr, 'Other')
      for (const call of [make(hr, 'TAKEN'), rename(hr, other!, 'TAKEN')]) {
        const { body } = await refused(call, 'conflict')
        expect(body.error.details).to.have.length(1)
        expect(body.error.details![0]).to.include({
          path: 'name',
          code: `${kind}_name_taken`,
          record_id: taken,
        })
      }
    })
})
