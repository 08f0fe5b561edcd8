import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('org.fields.list', () => {
  const server = useServer()

  it('shows everybody the active fields in order, private ones too, and archived ones on request', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const [first] = [
      await hr.call('org_fields_create', { label: 'First', type: 'text' }),
      await hr.call('org_fields_create', { label: 'Second', type: 'boolean', tier: 'job' }),
      await hr.call('org_fields_create', { label: 'Third', type: 'date', tier: 'public' }),
    ]
    await hr.call('org_fields_update', { field_id: first.id, archived: true })
    const member = await company.as('member')
    const places = (fields: { label: string; position: number }[]) =>
      fields.map(({ label, position }) => `${position} ${label}`)
    expect(places(await member.call('org_fields_list', {}))).to.deep.equal(['0 Second', '1 Third'])
    const all = await member.call('org_fields_list', { include_archived: true })
    expect(places(all)).to.deep.equal(['0 Second', '1 Third', '2 First'])
    expect(all.map(({ archived }) => archived)).to.deep.equal([false, false, true])
    expect(all[2]).to.include({ key: 'first', tier: 'private' })
  })

  it('is empty at first', async () => {
    const viewer = await (await server.company()).as('viewer')
    expect(await viewer.call('org_fields_list', { include_archived: true })).to.deep.equal([])
  })
})
