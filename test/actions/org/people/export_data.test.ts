import { expect } from 'chai'
import { closeOrganization, pauseOrganization } from '../../../../src/operator/status.ts'
import { activityOf } from '../../../support/activity.ts'
import { makeRequest } from '../../../support/approvals.ts'
import { announce, pdf, put, upload } from '../../../support/documents.ts'
import { refused } from '../../../support/expect.ts'
import { send } from '../../../support/files.ts'
import { pictureOf } from '../../../support/images.ts'
import { addPay } from '../../../support/pay.ts'
import { useServer } from '../../../support/server.ts'

describe('org.people.export_data', () => {
  const server = useServer()

  it('holds what is kept about one person, private details included, and says so in the log', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person({ given_name: 'Mary', start_date: '2020-01-01' })
    const member = await company.member('member', { personId: person_id })
    await company.web(member)
    await company.key(member, 'me')
    await hr.call('org_people_update_profile', {
      person_id,
      birthday: '1990-12-26',
      tax_id: '12/345/67890',
      contact: { personal_email: 'mary@home.example' },
    })
    await hr.call('org_people_photo_upload', { person_id, image_base64: await pictureOf() })
    await addPay(hr, person_id, '2020-01-01', { amount: 4711 })
    const bytes = pdf('Mary')
    const { document, upload: grant } = await hr.call('documents_upload_start', {
      subject: { kind: 'person', person_id },
      category: 'Contract',
      visibility: 'hr',
      file: announce(bytes),
    })
    await put(grant, bytes)
    await hr.call('documents_upload_finish', { document_id: document.id })

    const data = await hr.call('org_people_export_data', { person_id })
    expect(Object.keys(data)).to.have.length(22)
    expect(data).to.include({ format: 'service.person-data.v1', organization_id: company.id })
    expect(data.filename).to.equal(`${company.slug}-person-${person_id}.json`)
    expect(data.person).to.deep.include({
      birthday: '1990-12-26',
      tax_id: '12/345/67890',
      hidden_fields: [],
      employments: [{ start_date: '2020-01-01', last_day: null, end_type: null }],
    })
    expect(data.person.contact!.personal_email).to.equal('mary@home.example')
    expect(Buffer.from(data.photo!.data_base64, 'base64').subarray(8, 12).toString()).to.equal('WEBP')
    expect(data.jobs).to.have.length(1)
    expect(data.pay[0]).to.include({ amount: 4711 })
    expect(data.logins[0]).to.include({ membership_id: member.membershipId, role: 'member' })
    expect(data.logins[0]!.sessions).to.have.length(1)
    expect(data.api_keys).to.have.length(1)
    expect(data.activity.map(({ action }) => action)).to.include('org.people.update_profile')
    expect(data.activity_truncated).to.equal(false)
    expect(data.documents.map(({ id }) => id)).to.deep.equal([document.id])
    const file = await fetch(new URL(data.document_files[0]!.url, server.baseUrl))
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).to.equal(true)

    const [line] = await activityOf(server, company, 'org.people.export_data')
    expect(line).to.include({ summary: 'Exported all data of {subject}', person_id })
  })

  it('holds the values of archived fields apart, of however many', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const make = (label: string) => hr.call('org_fields_create', { label, type: 'text', tier: 'private' })
    // More than the thirty that may be active.
    for (let count = 0; count < 31; count++) {
      const { id, key } = await make(`Old ${count}`)
      if (count < 2)
        await hr.call('org_people_update_profile', { person_id, custom: { [key]: `was ${count}` } })
      await hr.call('org_fields_update', { field_id: id, archived: true })
    }
    const { key } = await make('New')
    await hr.call('org_people_update_profile', { person_id, custom: { [key]: 'is' } })
    const { person } = await hr.call('org_people_export_data', { person_id })
    expect(person.custom).to.deep.equal({ new: 'is' })
    expect(person.archived_custom).to.deep.equal({ old_0: 'was 0', old_1: 'was 1' })
  })

  it('works for owners and admins in the web app while the organization is paused', async () => {
    const company = await server.company()
    const [admin, hr] = [await company.as('admin', 'web'), await company.as('hr', 'web')]
    const { id: person_id } = await company.person()
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [company.id],
    )
    expect((await admin.call('org_people_export_data', { person_id })).person.id).to.equal(person_id)
    await refused(hr.call('org_people_export_data', { person_id }), 'forbidden')
  })

  it('brings the files along, too, while the organization is paused or closed', async () => {
    for (const stop of [
      (slug: string) => pauseOrganization(server.db, slug, 'unpaid', new Date()),
      (slug: string) => closeOrganization(server.db, slug, '9999-12-31', 'unpaid', new Date()),
    ]) {
      const company = await server.company()
      const owner = await company.as('owner', 'web')
      const { id: person_id } = await company.person()
      const bytes = pdf('to take along')
      await upload(owner, { personId: person_id, bytes })
      const load = async (data: Awaited<ReturnType<typeof exported>>) =>
        send(new URL(data.document_files[0]!.url, server.baseUrl).href)
      const exported = () => owner.call('org_people_export_data', { person_id })
      const earlier = await exported()
      await stop(company.slug)
      const { status, bytes: taken } = await load(await exported())
      expect([status, taken.equals(bytes)]).to.deep.equal([200, true])
      expect((await load(earlier)).status, 'whoever got a link before may not look any more').to.equal(404)
    }
  })

  it('gives keys and assistants the data of the member whose they are, and that of nobody else', async () => {
    const company = await server.company()
    const hr = await company.member('hr', { person: true })
    const { id: other } = await company.person()
    const key = await company.key(hr, 'manage')
    const data = await key.call('org_people_export_data', { person_id: hr.personId! })
    expect(data.logins.map(({ membership_id: id }) => id)).to.deep.equal([hr.membershipId])
    const { body } = await refused(key.call('org_people_export_data', { person_id: other }), 'forbidden')
    expect(body.error.details!.map(({ path, code }) => [path, code])).to.deep.equal([
      ['person_id', 'export_needs_web'],
    ])
    const [line] = await activityOf(server, company, 'org.people.export_data')
    expect(line!.subject_id).to.equal(hr.personId)
  })

  it('takes files with the longest names, and the endings that they get', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const name = 'n'.repeat(500)
    await upload(hr, { personId: person_id, name })
    const { document_files: files } = await hr.call('org_people_export_data', { person_id })
    expect(files[0]!.name).to.equal(`${name}.pdf`)
  })

  it('holds the newest 5,000 lines of the log and all requests, in their order, however many pages they are read in', async () => {
    const company = await server.company()
    const hr = await company.as('hr', 'web')
    const about = await company.person({ start_date: '2020-01-01' })
    const person_id = about.id
    await hr.call('org_people_update_profile', { person_id, preferred_name: 'Molly' })
    // Their own lines are both about them and by them, and come once.
    const own = await company.key(await company.member('member', { personId: person_id }), 'me')
    await own.call('org_me_update_profile', { preferred_name: 'Mo' })
    await writeAgain(450)
    const proposer = await company.member('hr')
    const proposed: string[] = []
    for (let count = 0; count < 205; count++)
      proposed.push(await makeRequest(server, company, { about, proposer }))

    const data = await hr.call('org_people_export_data', { person_id })
    const lines = data.activity.map(({ id }) => id)
    expect(lines).to.have.length(452)
    expect(lines).to.deep.equal([...new Set(lines)].toSorted().toReversed())
    expect(data.activity_truncated).to.equal(false)
    // Ids of one millisecond are in no order of their own.
    expect(data.approvals.map(({ id }) => id)).to.deep.equal(proposed.toSorted())

    await writeAgain(4600)
    const longer = await hr.call('org_people_export_data', { person_id })
    expect(longer.activity).to.have.length(5000)
    expect(longer.activity_truncated).to.equal(true)

    /** Writes their newest line again that often. */
    async function writeAgain(count: number): Promise<void> {
      await server.db.query(
        `insert into activity
         select again.* from (select a from activity a where org_id = $1 and person_id = $2 order by id desc limit 1) as newest
          cross join generate_series(1, $3::int) n
          cross join lateral jsonb_populate_record(newest.a, jsonb_build_object('id',
            (left((newest.a).id::text, 23) || '-' || lpad(to_hex($3), 4, '0') || lpad(to_hex(n), 8, '0'))::uuid)) again`,
        [company.id, person_id, count],
      )
    }
  })
})
