import { expect } from 'chai'
import { actor } from '../../../../support/approvals.ts'
import { announce, pdf, put, uploadOwn } from '../../../../support/documents.ts'
import { refused } from '../../../../support/expect.ts'
import { mailTo } from '../../../../support/mail.ts'
import { useServer } from '../../../../support/server.ts'

describe('documents.me.upload.finish: what people add themselves', () => {
  const server = useServer({ ROLE: 'all' })

  it('is told to HR in one mail, which names people and no document', async () => {
    const company = await server.company()
    const { key } = await actor(server, company, 'member', { given_name: 'Ada', family_name: 'Lovelace' })
    await uploadOwn(key, { title: 'Sick note' })
    const mail = await mailTo(server, company.owner.email)
    expect(mail.subject).to.match(/^Documents were added at /)
    expect(mail.text).to.include('Ada Lovelace: 1')
    expect(mail.text).to.include(`/${company.slug}/manage/documents`)
    expect(mail.text).not.to.include('Sick note')
  })

  it('is finished by themselves alone', async () => {
    const company = await server.company()
    const ada = await actor(server, company, 'member')
    const ben = await actor(server, company, 'member')
    const bytes = pdf('of Ada')
    const { document, upload } = await ada.key.call('documents_me_upload_start', { file: announce(bytes) })
    await put(upload, bytes)
    const input = { document_id: document.id }
    await refused(ben.key.call('documents_me_upload_finish', input), 'not_found')
    const hr = await company.as('hr')
    await refused(hr.call('documents_upload_finish', input), 'conflict')
    expect((await ada.key.call('documents_me_upload_finish', input)).status).to.equal('ready')
  })

  it('is hidden from them, finished or not, once HR keeps it for itself', async () => {
    const company = await server.company()
    const ada = await actor(server, company, 'member')
    const web = await company.as('hr', 'web')
    const kept = { visibility: 'hr', notes: 'Look into this.' } as const
    const done = await uploadOwn(ada.key, { title: 'Sick note' })
    const again = { document_id: done.id }
    expect((await ada.key.call('documents_me_upload_finish', again)).id).to.equal(done.id)
    await web.call('documents_update', { ...again, ...kept })
    await refused(ada.key.call('documents_me_upload_finish', again), 'not_found')

    const bytes = pdf('of Ada')
    const { document, upload } = await ada.key.call('documents_me_upload_start', { file: announce(bytes) })
    const pending = { document_id: document.id }
    await put(upload, bytes)
    await web.call('documents_update', { ...pending, ...kept })
    await refused(ada.key.call('documents_me_upload_finish', pending), 'not_found')
  })
})
