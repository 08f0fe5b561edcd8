import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { actor } from '../../../support/approvals.ts'
import { pdf, upload } from '../../../support/documents.ts'
import { send } from '../../../support/files.ts'
import { useServer } from '../../../support/server.ts'

describe('documents.me.download: a link', () => {
  const server = useServer()

  it('opens what people may see, is told of their own documents, and ends with the document', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const ada = await actor(server, company, 'member')
    const own = await upload(hr, { personId: ada.personId, bytes: pdf('own'), name: 'run.bat' })
    const shared = await upload(hr, { bytes: pdf('shared') })
    const link = await ada.key.call('documents_me_download', { document_id: own.id })
    expect(link).to.deep.include({ file_name: 'run.bat.pdf', person_id: ada.personId })
    expect(Date.parse(link.expires_at!) - Date.now()).to.be.within(4.5 * 60_000, 5 * 60_000)
    expect((await send(link.url!)).bytes.equals(pdf('own'))).to.equal(true)
    const { url } = await ada.key.call('documents_me_download', { document_id: shared.id })
    expect((await send(url!)).bytes.equals(pdf('shared'))).to.equal(true)
    const lines = await activityOf(server, company, 'documents.me.download')
    expect(lines.map(({ subject_id }) => subject_id)).to.deep.equal([ada.personId])
    const dry = await ada.key.call('documents_me_download', { document_id: own.id }, { dryRun: true })
    expect([dry.url, dry.expires_at]).to.deep.equal([null, null])
  })
})
