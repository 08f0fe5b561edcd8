import { expect } from 'chai'
import { refused } from '../../support/expect.ts'
import { useServer } from '../../support/server.ts'

describe('units', () => {
  const server = useServer()

  describe('org_units_create', () => {
    it('puts a unit below the company root when no parent is given', async () => {
      const company = await server.company()
      const hr = await company.as('hr')
      const unit = await hr.call('org_units_create', { name: 'Research', kind: 'department' })
      expect(unit).to.include({ name: 'Research', kind: 'department', parent_id: company.root, archived: false, member_count: 0 })
    })

    it('refuses a name that another unit has, whatever the case', async () => {
      const hr = await (await server.company()).as('hr')
      await hr.call('org_units_create', { name: 'École', kind: 'team' })
      await refused(hr.call('org_units_create', { name: 'ÉCOLE', kind: 'team' }), 'conflict')
    })

    it('keeps nothing of a dry run, and answers no id', async () => {
      const hr = await (await server.company()).as('hr')
      const unit = await hr.call('org_units_create', { name: 'Ghost', kind: 'team' }, { dryRun: true })
      expect(unit.id).to.equal(null)
      const units = await hr.call('org_units_list', {})
      expect(units.map(({ name }) => name)).to.not.include('Ghost')
    })

    it('replays the first answer to the same key and body', async () => {
      const hr = await (await server.company()).as('hr')
      const first = await hr.call('org_units_create', { name: 'Once', kind: 'team' }, { idempotencyKey: 'k1' })
      const again = await hr.call('org_units_create', { name: 'Once', kind: 'team' }, { idempotencyKey: 'k1' })
      expect(again).to.deep.equal(first)
    })
  })
})
