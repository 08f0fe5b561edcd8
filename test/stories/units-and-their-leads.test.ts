import { expect } from 'chai'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

describe('units, whichever action changes them', () => {
  const server = useServer()

  it('are led by nobody who has been erased, however the lead is named', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: erased } = await company.person({ erased: true })
    const unit_id = await company.unit()
    const ways = {
      create: () => hr.call('org_units_create', { name: 'New', kind: 'team', head_person_id: erased }),
      update: () => hr.call('org_units_update', { unit_id, head_person_id: erased }),
      set_head: () => hr.call('org_units_set_head', { unit_id, person_id: erased }),
    }
    for (const [way, name] of Object.entries(ways)) {
      const error = await refused(name(), 'not_found')
      expect(error.paths, way).to.deep.equal([way === 'set_head' ? 'person_id' : 'head_person_id'])
    }
  })

  it('keep the time of the last call that changed something: an update, a new lead, the archive', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: lead } = await company.person()
    const unit_id = await company.unit()
    const changes = {
      '2026-03-10T09:00:00.000Z': () => hr.call('org_units_update', { unit_id, name: 'Renamed' }),
      '2026-03-11T09:00:00.000Z': () => hr.call('org_units_set_head', { unit_id, person_id: lead }),
      '2026-03-12T09:00:00.000Z': () => hr.call('org_units_archive', { unit_id }),
    }
    const lastChange = async () => {
      const { rows } = await server.db.query<{ updated_at: Date }>(
        'select updated_at from units where org_id = $1 and id = $2',
        [company.id, unit_id],
      )
      return rows[0]!.updated_at.toISOString()
    }
    for (const [time, change] of Object.entries(changes)) {
      server.now = new Date(time)
      await change()
      expect(await lastChange()).to.equal(time)
      server.now = new Date('2026-12-31T09:00:00.000Z')
      await change()
      expect(await lastChange(), 'a call that changes nothing').to.equal(time)
    }
  })
})
