import { expect } from 'chai'
import { refused } from '../../../support/expect.ts'
import type { Company, CompanyOptions } from '../../../support/company.ts'
import { useServer } from '../../../support/server.ts'

describe('org.setup.status', () => {
  const server = useServer()

  /** A new organization, as the operator creates it: with a login for the owner, and nothing else. */
  async function bare(options?: CompanyOptions): Promise<Company> {
    const company = await server.company(options)
    for (const table of ['units', 'locations', 'legal_entities'])
      await server.db.query(`delete from ${table} where org_id = $1`, [company.id])
    return company
  }

  const nothing = {
    entity: false,
    location: false,
    units: false,
    people: false,
    invited: false,
    ai_connected: false,
    completed: false,
  }

  it('shows each step when it is done', async () => {
    const company = await bare()
    const owner = await company.as('owner', 'web')
    expect(await owner.call('org_setup_status', {})).to.deep.equal(nothing)
    await owner.call('org_setup_init', {})
    const basics = { ...nothing, entity: true, location: true }
    expect(await owner.call('org_setup_status', {})).to.deep.equal(basics)
    const unit = await owner.call('org_units_create', { name: 'Team', kind: 'team' })
    expect(await owner.call('org_setup_status', {})).to.deep.equal({ ...basics, units: true })
    await company.person()
    expect(await owner.call('org_setup_status', {})).to.deep.equal({ ...basics, units: true, people: true })
    const viewer = await company.member('viewer')
    const done = { ...basics, units: true, people: true, invited: true, completed: true }
    expect(await owner.call('org_setup_status', {})).to.deep.equal(done)
    const reader = await company.key(viewer)
    expect(await reader.call('org_setup_status', {})).to.deep.equal({ ...done, ai_connected: true })
    await owner.call('org_units_archive', { unit_id: unit.id! })
    expect(await owner.call('org_setup_status', {})).to.include({ units: false, completed: false })
  })

  it('does not count revoked keys and keys of the me audience as a connection', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    await company.key(await company.member('hr', { person: true }), 'me')
    await company.as('hr')
    await server.db.query(
      `update api_keys set revoked_at = now() where org_id = $1 and audience = 'manage'`,
      [company.id],
    )
    expect(await owner.call('org_setup_status', {})).to.include({ ai_connected: false })
  })

  it('does not count erased people, and is not for the me audience', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const [, gone] = [await company.person(), await company.person()]
    await server.db.query('update people set erased_at = now() where id = $1', [gone.id])
    expect(await owner.call('org_setup_status', {})).to.include({ people: false })
    await refused((await company.as('hr', 'me')).call('org_setup_status', {}), 'forbidden')
  })
})
