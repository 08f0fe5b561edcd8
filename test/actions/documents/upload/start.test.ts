import { expect } from 'chai'
import { announce, pdf } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.upload.start: an upload', () => {
  const server = useServer()
  const file = announce(pdf())

  it('is refused with all that stands against it', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const { id: person_id } = await company.person()
    const { id: erased } = await company.person({ erased: true })
    const person = { kind: 'person', person_id } as const
    const wrong: [object, string[]][] = [
      [{ file: { ...file, size: 0 } }, ['file_empty']],
      [{ file: { ...file, size: 25 * 1024 * 1024 + 1 } }, ['file_too_large']],
      [{ file: { ...file, content_type: 'application/zip' } }, ['file_type_not_accepted']],
      [
        { file: { ...file, size: 0, content_type: 'image/svg+xml' } },
        ['file_empty', 'file_type_not_accepted'],
      ],
      [{ subject: person, visibility: 'everyone' }, ['visibility_not_of_person']],
      [{ visibility: 'hr_person' }, ['visibility_not_of_company']],
      [{ subject: { kind: 'person' } }, ['subject_without_person']],
      [{ subject: { ...person, kind: 'company' } }, ['subject_with_person']],
      [{ subject: { kind: 'person', person_id: erased } }, ['profile_erased']],
    ]
    for (const [changes, codes] of wrong) {
      const call = key.call('documents_upload_start', {
        subject: { kind: 'company' },
        category: 'Policy',
        file,
        ...changes,
      })
      const { body } = await refused(call, codes[0] === 'profile_erased' ? 'conflict' : 'validation_failed')
      expect(body.error.details!.map(({ code }) => code)).to.deep.equal(codes)
    }
    const gone = { kind: 'person', person_id: company.id } as const
    await refused(
      key.call('documents_upload_start', { subject: gone, category: 'Policy', file }),
      'not_found',
    )
  })

  it('gives no leave in a dry run, and stores nothing', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const input = { subject: { kind: 'company' }, category: 'Policy', file } as const
    const dry = await key.call('documents_upload_start', input, { dryRun: true })
    expect([dry.upload, dry.document.id]).to.deep.equal([null, '00000000-0000-0000-0000-000000000000'])
    const { rows } = await server.db.query('select 1 from documents where org_id = $1', [company.id])
    expect(rows).to.have.length(0)
  })

  it('is refused beyond the ceiling, also of many at the same moment', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    await server.db.query(
      `insert into storage_settings (org_id, max_file_mb, ceiling_mb, self_upload_enabled, self_files_per_month,
                                     self_mb_per_month, updated_at)
       values ($1, 1, 2, true, 20, 200, now())`,
      [company.id],
    )
    const megabyte = { ...file, size: 1024 * 1024 }
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        key.call('documents_upload_start', {
          subject: { kind: 'company' },
          category: 'Policy',
          file: megabyte,
        }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(2)
    const { body } = await refused(
      key.call('documents_upload_start', {
        subject: { kind: 'company' },
        category: 'Policy',
        file: megabyte,
      }),
      'conflict',
    )
    expect(body.error.details!.map(({ code }) => code)).to.deep.equal(['storage_full'])
  })

  it('is refused to whoever has a hundred under way', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const start = () =>
      key.call('documents_upload_start', { subject: { kind: 'company' }, category: 'Policy', file })
    const { document } = await start()
    await server.db.query(
      `insert into documents
       select d.org_id, gen_random_uuid(), d.person_id, d.field_id, d.title, d.search_text, d.category, d.category_key,
              d.visibility, d.uploaded_by, d.month, d.membership_id, d.expires_on, d.notes, d.sealed_notes, gen_random_uuid(), d.file_name, d.size,
              d.content_type, d.sha256, d.status, d.upload_expires_at, d.created_at, d.updated_at, d.deleted_at
         from documents d, generate_series(2, 100) where d.org_id = $1 and d.id = $2`,
      [company.id, document.id],
    )
    const { body } = await refused(start(), 'conflict')
    expect(body.error.details!.map(({ code }) => code)).to.deep.equal(['too_many_uploads'])
  })
})
