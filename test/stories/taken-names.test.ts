import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

/** The kinds of records with unique names; how to create and rename each. */
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

/** The unique index would refuse such a name, too, but its error does not tell which record has it. */
describe('a name that is taken', () => {
  const server = useServer()

  for (const [kind, { make, rename }] of Object.entries(kinds))
    it(`is refused for a new and for an existing ${kind}; the error names the one that has it`, async () => {
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
