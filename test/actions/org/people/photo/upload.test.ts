import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { refused } from '../../../../support/expect.ts'
import { load, pictureOf } from '../../../../support/images.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.people.photo.upload', () => {
  const server = useServer()

  it('shows the photo wherever the person stands, to everybody of the company and to nobody else', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const lead = await company.person({ given_name: 'Ada' })
    const report = await company.person({ manager_id: lead.id, unit_id: company.root })
    const { photo_url } = await hr.call('org_people_photo_upload', {
      person_id: lead.id,
      image_base64: await pictureOf(),
    })
    expect(photo_url).to.match(new RegExp(`^/photos/${lead.id}/[0-9a-f]{32}\\.webp$`))

    expect(await hr.call('org_people_get', { person_id: lead.id })).to.include({ photo_url })
    const { manager } = await hr.call('org_people_get', { person_id: report.id })
    expect(manager).to.include({ id: lead.id, photo_url })
    const { people } = await hr.call('org_people_list', {})
    expect(people.find(({ id }) => id === lead.id)).to.include({ photo_url })
    expect(people.find(({ id }) => id === report.id)).to.include({ photo_url: null })
    const { nodes } = await hr.call('org_people_chart', {})
    expect(nodes.find(({ person }) => person.id === lead.id)!.person).to.include({ photo_url })
    await hr.call('org_units_update', { unit_id: company.root, head_person_id: lead.id } as never)
    const units = await hr.call('org_units_list', {})
    expect(units.find(({ id }) => id === company.root)!.head).to.include({ id: lead.id, photo_url })

    const member = await company.as('member', 'web')
    for (const caller of [hr, member]) {
      const answer = await load(server, photo_url!, caller)
      expect(answer.status).to.equal(200)
      expect(answer.headers.get('content-type')).to.equal('image/webp')
      expect(answer.headers.get('cache-control')).to.equal('private, max-age=31536000, immutable')
    }
    expect((await load(server, photo_url!)).status).to.equal(401)
    const stranger = await (await server.company()).as('owner', 'web')
    expect((await load(server, photo_url!, stranger)).status).to.equal(404)
    const [line] = await activityOf(server, company, 'org.people.photo.upload')
    expect(line).to.include({ summary: 'Uploaded a photo of {subject}' })
  })

  it('counts no call for each photo that a page loads', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    const { photo_url } = await hr.call('org_people_photo_upload', {
      person_id,
      image_base64: await pictureOf(),
    })
    const member = await company.as('member', 'web')
    const remaining = async () =>
      Number((await member.post('/v1/platform/whoami', {})).headers.get('ratelimit-remaining'))
    const before = await remaining()
    for (let count = 0; count < 5; count++)
      expect((await load(server, photo_url!, member)).status).to.equal(200)
    expect(await remaining()).to.equal(before - 1)
  })

  it('keeps no photo of somebody who was erased', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person({ erased: true })
    const { body } = await refused(
      hr.call('org_people_photo_upload', { person_id, image_base64: await pictureOf() }),
      'conflict',
    )
    expect(body.error.details![0]).to.include({ path: 'person_id', code: 'profile_erased' })
  })
})
