import { expect } from 'chai'
import { announce, pdf } from '../../../support/documents.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.storage.get', () => {
  const server = useServer()

  it('tells the limits that every company begins with', async () => {
    const hr = await (await server.company()).as('hr')
    expect(await hr.call('platform_storage_get', {})).to.deep.equal({
      max_file_mb: 25,
      ceiling_mb: null,
      self_upload: { enabled: true, files_per_month: 20, mb_per_month: 200 },
      used_bytes: 0,
      billable_gb: 0,
    })
  })

  it('counts what is on its way, as the status of the account does', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const file = announce(pdf())
    const subject = { kind: 'company' } as const
    await owner.call('documents_upload_start', { subject, category: 'Policy', file })
    expect((await owner.call('platform_storage_get', {})).used_bytes).to.equal(file.size)
    const { usage } = await owner.call('platform_account_status', {})
    expect(usage).to.include({ storage_bytes: file.size, storage_included_bytes: 500_000_000 })
  })

  it('charges each step of ten million bytes beyond the included ones, and no step before it begins', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const file = announce(pdf())
    const subject = { kind: 'company' } as const
    await owner.call('documents_upload_start', { subject, category: 'Policy', file })
    const billed = async (bytes: number) => {
      await server.db.query('update documents set size = $2 where org_id = $1', [company.id, bytes])
      return (await owner.call('platform_storage_get', {})).billable_gb
    }
    expect(await billed(500_000_000)).to.equal(0)
    expect(await billed(500_000_001)).to.equal(0.01)
    expect(await billed(510_000_000)).to.equal(0.01)
    expect(await billed(510_000_001)).to.equal(0.02)
    expect(await billed(2_500_000_000)).to.equal(2)
  })
})
