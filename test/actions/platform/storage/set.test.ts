import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { announce, pdf } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('platform.storage.set', () => {
  const server = useServer()

  it('changes only what is sent, and records it', async () => {
    const company = await server.company({ name: 'Acme' })
    const admin = await company.as('admin')
    await admin.call('platform_storage_set', { max_file_mb: 100, ceiling_mb: 2000 })
    const changed = await admin.call('platform_storage_set', {
      ceiling_mb: null,
      self_upload: { enabled: false, files_per_month: 0 },
    })
    expect(changed).to.deep.equal({
      max_file_mb: 100,
      ceiling_mb: null,
      self_upload: { enabled: false, files_per_month: 0, mb_per_month: 200 },
      used_bytes: 0,
      billable_gb: 0,
    })
    expect(await admin.call('platform_storage_get', {})).to.deep.equal(changed)
    const [line] = await activityOf(server, company, 'platform.storage.set')
    expect(line).to.include({ summary: 'Changed the limits of files of {subject}', subject_name: 'Acme' })
    const { items } = await admin.call('platform_activity_list', {})
    expect(items.map(({ changes }) => changes)).to.deep.equal([
      [
        { field: 'ceiling_mb', before: 2000, after: null },
        { field: 'self_upload.enabled', before: true, after: false },
        { field: 'self_upload.files_per_month', before: 20, after: 0 },
      ],
      [
        { field: 'max_file_mb', before: 25, after: 100 },
        { field: 'ceiling_mb', before: null, after: 2000 },
      ],
    ])
  })

  it('records nothing when nothing changes', async () => {
    const owner = await (await server.company()).as('owner')
    for (const input of [{}, { max_file_mb: 25 }, { self_upload: {} }, { self_upload: { enabled: true } }])
      expect(await owner.call('platform_storage_set', input)).to.include({ max_file_mb: 25 })
    expect((await owner.call('platform_activity_list', {})).items).to.deep.equal([])
  })

  it('decides about the uploads that begin from then on', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const subject = { kind: 'company' } as const
    const start = (size: number) =>
      owner.call('documents_upload_start', {
        subject,
        category: 'Policy',
        file: { ...announce(pdf()), size },
      })
    const megabyte = 1024 * 1024
    await owner.call('platform_storage_set', { max_file_mb: 2, ceiling_mb: 3 })
    const tooLarge = await refused(start(2 * megabyte + 1), 'validation_failed')
    expect(tooLarge.body.error.details![0]).to.include({ code: 'file_too_large' })
    await start(2 * megabyte)
    const full = await refused(start(megabyte + 1), 'conflict')
    expect(full.body.error.details![0]).to.include({ code: 'storage_full' })
    await start(megabyte)
    const lowered = await owner.call('platform_storage_set', { ceiling_mb: 1 })
    expect(lowered.used_bytes, 'nothing is removed').to.equal(3 * megabyte)
  })
})
