import { expect } from 'chai'
import type { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { interrupted } from '../support/race.ts'
import { useServer } from '../support/server.ts'

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace',
  work_email: 'ada@company.example',
  title: 'Engineer',
  start_date: '2024-03-01',
}

/** The kinds of records that a hire can name; how to create and archive each. */
const kinds = {
  unit: {
    field: 'unit_id',
    make: (hr: TestClient) => hr.call('org_units_create', { name: 'Closing', kind: 'team' }),
    archive: (hr: TestClient, id: string) => hr.call('org_units_archive', { unit_id: id }),
  },
  location: {
    field: 'location_id',
    make: (hr: TestClient) => hr.call('org_locations_create', { name: 'Closing', country: 'DE' }),
    archive: (hr: TestClient, id: string) => hr.call('org_locations_archive', { location_id: id }),
  },
  'legal entity': {
    field: 'legal_entity_id',
    make: (hr: TestClient) => hr.call('org_legal_entities_create', { name: 'Closing', country: 'DE' }),
    archive: (hr: TestClient, id: string) => hr.call('org_legal_entities_archive', { legal_entity_id: id }),
  },
}

describe('somebody is hired while their unit, location or legal entity is archived', () => {
  const server = useServer()

  for (const [kind, { field, make, archive }] of Object.entries(kinds)) {
    const story = async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const id = (await make(hr)).id!
      return {
        hire: () => hr.call('org_people_hire', { ...ada, [field]: id }),
        archive: async () => archive(hr, id),
      }
    }

    it(`into a ${kind}: the archive waits for the hire, and then sees them`, async () => {
      const { hire, archive } = await story()
      const { first, second } = await interrupted(server.db, 'people', hire, archive)
      expect((await first).person).to.include({ name: 'Ada Lovelace' })
      // Only a unit may be archived with people in it.
      if (kind === 'unit') expect(await second).to.include({ archived: true, member_count: 1 })
      else expect((await refused(second, 'conflict')).message).to.include('today or later: 1')
    })

    it(`into a ${kind}: the hire waits for the archive, and is then refused`, async () => {
      const { hire, archive } = await story()
      const { first, second } = await interrupted(server.db, 'activity', archive, hire)
      expect(await first).to.include({ archived: true, member_count: 0 })
      const { body } = await refused(second, 'conflict')
      expect(body.error.details![0]).to.include({ path: field, code: `${kind.replace(' ', '_')}_archived` })
    })
  }

  it('into the only legal entity, unasked: the archive waits for the hire, and then sees them', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { first, second } = await interrupted(
      server.db,
      'people',
      () => hr.call('org_people_hire', ada),
      async () => {
        await kinds['legal entity'].make(hr)
        return kinds['legal entity'].archive(hr, company.legalEntity)
      },
    )
    expect((await first).person.job?.legal_entity?.id).to.equal(company.legalEntity)
    expect((await refused(second, 'conflict')).message).to.include('today or later: 1')
  })
})
