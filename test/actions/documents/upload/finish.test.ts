import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { announce, pdf, put, upload } from '../../../support/documents.ts'
import { readEvents } from '../../../support/events.ts'
import { refused } from '../../../support/expect.ts'
import { send } from '../../../support/files.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.upload.finish: a document', () => {
  const server = useServer()

  it('is added in three steps, and opens by a link', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: person_id } = await company.person({ given_name: 'Mary', family_name: 'Somerville' })
    const bytes = pdf('Employment contract')
    const {
      document,
      upload: grant,
      upload_expires_at,
    } = await web.call('documents_upload_start', {
      subject: { kind: 'person', person_id },
      category: 'contract',
      notes: 'Signed by both.\nIn ink.',
      file: announce(bytes),
    })
    expect(document).to.deep.include({
      title: 'contract.pdf',
      category: 'Contract',
      subject: { kind: 'person', person: { id: person_id, name: 'Mary Somerville' } },
      visibility: 'hr_person',
      uploaded_by: 'hr',
      field: null,
      notes: 'Signed by both.\nIn ink.',
      access: 'full',
      status: 'pending',
      file: { name: 'contract.pdf', size: bytes.length, content_type: 'application/pdf', previewable: true },
    })
    expect(new Date(upload_expires_at).getTime() - Date.now()).to.be.within(14.5 * 60_000, 15 * 60_000)
    const missing = await refused(
      web.call('documents_upload_finish', { document_id: document.id }),
      'conflict',
    )
    expect(missing.body.error.details).to.deep.include.members([])
    expect(missing.body.error.details![0]!.code).to.equal('upload_missing')
    expect((await web.call('documents_list', { person_id })).documents).to.deep.equal([])

    await put(grant, bytes)
    const ready = await web.call('documents_upload_finish', { document_id: document.id })
    expect(ready).to.deep.equal({ ...document, status: 'ready', updated_at: ready.updated_at })
    expect(await web.call('documents_upload_finish', { document_id: document.id })).to.deep.equal(ready)
    expect((await web.call('documents_list', { person_id })).documents).to.deep.equal([ready])

    const link = await web.call('documents_download', { document_id: document.id })
    expect(link).to.deep.include({
      file_name: 'contract.pdf',
      size: bytes.length,
      category: 'Contract',
      person_id,
    })
    const answer = await send(link.url!)
    expect(answer.status).to.equal(200)
    expect(answer.bytes.equals(bytes)).to.equal(true)
    expect(answer.headers['content-disposition']).to.match(/^attachment/)

    const lines = await activityOf(server, company, 'documents.upload.finish')
    expect(lines.map(({ summary, subject_id }) => [summary, subject_id])).to.deep.equal([
      ['Added a document about {subject}', person_id],
    ])
    expect(JSON.stringify(lines)).not.to.include('contract.pdf')
    const downloads = await activityOf(server, company, 'documents.download')
    expect(downloads.map(({ summary }) => summary)).to.deep.equal(['Downloaded a document about {subject}'])
    expect(JSON.stringify(downloads)).not.to.include('token')
    const events = await readEvents(server.db, company)
    expect(events.map(({ type, payload }) => [type, payload])).to.deep.equal([
      [
        'document.created',
        {
          document_id: document.id,
          subject: 'person',
          person_id,
          field_key: null,
          uploaded_by: 'hr',
          title: null,
          category: null,
        },
      ],
    ])
  })

  it('that is not what was announced is removed, and its upload is over', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const bytes = pdf('One')
    const wrong: [object, Buffer, string][] = [
      [{ sha256: '0'.repeat(64) }, bytes, 'upload_not_as_announced'],
      [{ content_type: 'image/png', name: 'x.png' }, bytes, 'file_type_mismatch'],
      [announce(Buffer.from('MZ\x90\x00'), 'x.pdf'), Buffer.from('MZ\x90\x00'), 'file_is_program'],
    ]
    for (const [changes, sent, code] of wrong) {
      const { document, upload: grant } = await key.call('documents_upload_start', {
        subject: { kind: 'company' },
        category: 'Policy',
        file: { ...announce(bytes), ...changes },
      })
      await put(grant, sent)
      const { body } = await refused(
        key.call('documents_upload_finish', { document_id: document.id }),
        code === 'upload_not_as_announced' ? 'conflict' : 'validation_failed',
      )
      expect(body.error.details!.map((one) => one.code)).to.deep.equal([code])
      await refused(key.call('documents_upload_finish', { document_id: document.id }), 'not_found')
    }
    const { rows } = await server.db.query(
      'select count(*)::int as left from documents where org_id = $1 and deleted_at is null',
      [company.id],
    )
    expect(rows[0].left).to.equal(0)
  })

  it('is finished once, however often that is tried at the same moment', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const bytes = pdf('Once')
    const { document, upload: grant } = await key.call('documents_upload_start', {
      subject: { kind: 'company' },
      category: 'Policy',
      file: announce(bytes),
    })
    await put(grant, bytes)
    const all = await Promise.all(
      Array.from({ length: 6 }, () => key.call('documents_upload_finish', { document_id: document.id })),
    )
    expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set(['ready']))
    expect((await readEvents(server.db, company)).map(({ type }) => type)).to.deep.equal(['document.created'])
  })

  it('of the company is told by its title where everyone sees it', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    await upload(key, { title: 'Code of conduct', category: 'Policy' })
    await upload(key, { title: 'Plan of lay-offs', category: 'Policy', visibility: 'hr' })
    const events = await readEvents(server.db, company)
    expect(events.map(({ payload }) => (payload as { title: string | null }).title)).to.deep.equal([
      'Code of conduct',
      null,
    ])
    const lines = await activityOf(server, company, 'documents.upload.finish')
    expect(lines.map(({ subject_name }) => subject_name).sort()).to.deep.equal(['Code of conduct', 'Policy'])
  })
})
