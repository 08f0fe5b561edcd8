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
      for (const call of [() => make(hr, 'TAKEN'), () => rename(hr, other!, 'TAKEN')]) {
        const { body } = await refused(call(), 'conflict')
        expect(body.error.details).to.have.length(1)
        expect(body.error.details![0]).to.include({
          path: 'name',
          code: `${kind}_name_taken`,
          record_id: taken,
        })
      }
    })

  for (const [kind, { make, rename }] of Object.entries(kinds)) {
    it(`is the same name for a ${kind} in any case and with any number of spaces`, async () => {
      const hr = await (await server.company()).as('hr')
      for (const [name, again] of [
        ['Straße', 'STRASSE'],
        ['Sales  Team', 'sales team'],
        ['Cafe\u0301', 'CAFÉ'],
        ['ΟΔΟΣ', 'οδος'],
      ] as const) {
        const { id: taken } = await make(hr, name)
        const { id: other } = await make(hr, `Another than ${name}`)
        for (const call of [() => make(hr, again), () => rename(hr, other!, again)]) {
          const { body } = await refused(call(), 'conflict')
          expect(body.error.details![0], again).to.include({ code: `${kind}_name_taken`, record_id: taken })
          expect(body.error.details![0]!.message).to.include(name.normalize('NFC'))
        }
        expect((await rename(hr, taken!, again)).name, 'its own name').to.equal(again)
      }
    })

    it(`is another name for a ${kind} when anything else differs`, async () => {
      const hr = await (await server.company()).as('hr')
      const names = [
        'H2',
        'H²',
        'Cafe',
        'Café',
        'Sales Team',
        'Sales-Team',
        'SalesTeam',
        'I',
        'ı',
        'İ',
        'か',
        'カ',
      ]
      for (const name of names) expect((await make(hr, name)).name).to.equal(name)
    })

    it(`is told with the ${kind} that has it, also when two calls ask for forms of it at the same time`, async () => {
      const hr = await (await server.company()).as('hr')
      const forms = ['Maße', 'MASSE', 'maſſe', 'masse']
      const calls = forms.map((name) => make(hr, name))
      const ended = await Promise.allSettled(calls)
      const first = ended.findIndex(({ status }) => status === 'fulfilled')
      const { id: taken } = await calls[first]!
      for (const call of calls.toSpliced(first, 1)) {
        const { body } = await refused(call, 'conflict')
        expect(body.error.details![0]).to.include({ code: `${kind}_name_taken`, record_id: taken })
      }
    })
  }
})
