import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { pdf, upload, uploadIntoField } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { send } from '../../../support/files.ts'
import { addPay } from '../../../support/pay.ts'
import { useServer } from '../../../support/server.ts'

describe('org.me.export_data', () => {
  const server = useServer()

  it('answers the own data, with any credential, and says so in the log', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const member = await company.member('member', { person: true })
    const key = await company.key(member, 'me')
    await key.call('org_me_update_profile', { birthday: '1980-01-02' })
    await addPay(hr, member.personId!, '2024-01-01', { amount: 815 })
    const data = await key.call('org_me_export_data', {})
    expect(data.person).to.include({ id: member.personId, birthday: '1980-01-02' })
    expect(data.pay[0]).to.include({ amount: 815 })
    expect(data.api_keys).to.have.length(1)
    const [line] = await activityOf(server, company, 'org.me.export_data')
    expect(line).to.include({ summary: 'Exported their own data', person_id: member.personId })
  })

  it('leaves out documents that only HR sees, and requests that others made', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const manager = await company.member('member', { person: true })
    const { id: personId } = await company.person({ manager_id: manager.personId })
    const me = await company.web(await company.member('member', { personId }))
    await owner.call('org_approvals_settings_update', { termination: 'hr' } as never)
    const boss = await company.web(manager)
    await boss.call('org_people_terminate', { person_id: personId, last_day: '2099-12-31' })
    await owner.call('documents_upload_start', {
      subject: { kind: 'person', person_id: personId },
      category: 'Contract',
      visibility: 'hr',
      file: { name: 'a.pdf', size: 1, content_type: 'application/pdf', sha256: '0'.repeat(64) },
    })
    await server.db.query(`update documents set status = 'ready' where org_id = $1`, [company.id])
    const data = await me.call('org_me_export_data', {})
    expect(data).to.deep.include({ documents: [], document_files: [], approvals: [] })
    const all = await owner.call('org_people_export_data', { person_id: personId })
    expect(all.documents).to.have.length(1)
    expect(all.approvals).to.have.length(1)
  })

  it('has the files of archived fields, as it has their values, and their bytes', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const member = await company.member('member', { person: true })
    const me = await company.web(member)
    const field = await owner.call('org_fields_create', { label: 'Passport', type: 'file' })
    const bytes = pdf('passport')
    const { id } = await uploadIntoField(owner, member.personId!, 'passport', bytes)
    await upload(owner, { personId: member.personId!, visibility: 'hr' })
    await owner.call('org_fields_update', { field_id: field.id, archived: true })
    expect((await me.call('documents_me_list', {})).documents).to.deep.equal([])
    const data = await me.call('org_me_export_data', {})
    expect(data.documents.map((one) => one.id)).to.deep.equal([id])
    expect(data.document_files).to.have.length(1)
    expect((await send(data.document_files[0]!.url)).bytes.equals(bytes)).to.equal(true)
  })

  it('needs a person', async () => {
    const company = await server.company()
    const admin = await company.web(await company.member('admin'))
    await refused(admin.call('org_me_export_data', {}), 'forbidden')
  })
})
