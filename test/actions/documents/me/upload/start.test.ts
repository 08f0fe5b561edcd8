import { expect } from 'chai'
import { actor } from '../../../../support/approvals.ts'
import { announce, pdf, put, upload } from '../../../../support/documents.ts'
import { refused } from '../../../../support/expect.ts'
import { heldUp } from '../../../../support/race.ts'
import { useServer } from '../../../../support/server.ts'

describe('documents.me.upload.start: what people add themselves', () => {
  const server = useServer()
  const file = announce(pdf())
  const codes = async (call: Promise<unknown>, code: string) =>
    (await refused(call, code)).body.error.details!.map((one) => one.code)
  const limit = (companyId: string, enabled: boolean, files: number, megabytes: number) =>
    server.db.query(
      `insert into storage_settings (org_id, max_file_mb, ceiling_mb, self_upload_enabled, self_files_per_month,
                                     self_mb_per_month, updated_at)
       values ($1, 25, null, $2, $3, $4, now())
       on conflict (org_id) do update
         set self_upload_enabled = $2, self_files_per_month = $3, self_mb_per_month = $4`,
      [companyId, enabled, files, megabytes],
    )

  it('is for them and HR, and counts until it is removed unfinished', async () => {
    const company = await server.company()
    const { key, personId } = await actor(server, company, 'member')
    const left = async () => (await key.call('documents_me_list', {})).self_upload
    expect(await left()).to.deep.equal({
      ...{ enabled: true, files_left: 20, bytes_left: 200 * 1024 * 1024, max_file_bytes: 25 * 1024 * 1024 },
    })
    const bytes = pdf('mine')
    const { document, upload } = await key.call('documents_me_upload_start', { file: announce(bytes) })
    expect(document).to.deep.include({ visibility: 'hr_person', uploaded_by: 'self', category: 'Other' })
    expect(document.subject.person!.id).to.equal(personId)
    await put(upload, bytes)
    await key.call('documents_me_upload_finish', { document_id: document.id })
    const other = await key.call('documents_me_upload_start', { file })
    expect((await left())!.files_left).to.equal(18)
    await key.call('documents_me_delete', { document_id: other.document.id })
    expect((await left())!.files_left).to.equal(19)
    await key.call('documents_me_delete', { document_id: document.id })
    expect(await left()).to.deep.include({ files_left: 19, bytes_left: 200 * 1024 * 1024 - bytes.length })
  })

  it('does not tell how documents that they do not see spell a category', async () => {
    const company = await server.company()
    const { key } = await actor(server, company, 'member')
    await upload(await company.as('hr', 'web'), { category: 'Layoffs 2027', visibility: 'hr' })
    const { document } = await key.call('documents_me_upload_start', { file, category: 'LAYOFFS  2027' })
    expect(document.category).to.equal('LAYOFFS  2027')
  })

  it('is refused beyond what the company allows in a month, also of many at the same moment', async () => {
    const company = await server.company()
    const { key } = await actor(server, company, 'member')
    await limit(company.id, true, 3, 1)
    const start = (size = file.size) => key.call('documents_me_upload_start', { file: { ...file, size } })
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => start()))
    expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(3)
    expect(await codes(start(), 'conflict')).to.deep.equal(['self_upload_files_used'])
    await limit(company.id, true, 10, 1)
    expect(await codes(start(1024 * 1024), 'conflict')).to.deep.equal(['self_upload_bytes_used'])
    // The last byte may be used, too.
    await start(1024 * 1024 - 3 * file.size)
    expect(await codes(start(1), 'conflict')).to.deep.equal(['self_upload_bytes_used'])
    await limit(company.id, false, 10, 1)
    expect(await codes(start(), 'forbidden')).to.deep.equal(['self_upload_off'])
    const nobody = await company.key(await company.member('member'), 'me')
    expect(await codes(nobody.call('documents_me_upload_start', { file }), 'forbidden')).to.deep.equal([
      'no_own_person',
    ])
  })

  it('tells whoever is erased meanwhile that their access has ended', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const { id: person_id } = await company.person({ last_day: '2024-12-31' })
    const key = await company.key(await company.member('member', { personId: person_id }))
    const { first, second } = await heldUp(
      server.db,
      {
        text: 'select 1 from people where org_id = $1 and id = $2 for update',
        values: [company.id, person_id],
      },
      () => owner.call('org_people_erase', { person_id }),
      () => key.call('documents_me_upload_start', { file }),
    )
    await first
    await refused(second, 'unauthenticated')
  })
})
