import { expect } from 'chai'
import { load, pictureOf } from '../../../../support/images.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.people.photo.remove', () => {
  const server = useServer()

  it('removes the photo and its bytes, or finds none', async () => {
    const company = await server.company()
    const hr = await company.as('hr')
    const { id: person_id } = await company.person()
    expect(await hr.call('org_people_photo_remove', { person_id })).to.deep.equal({ photo_url: null })
    const { photo_url } = await hr.call('org_people_photo_upload', {
      person_id,
      image_base64: await pictureOf(),
    })
    await hr.call('org_people_photo_remove', { person_id })
    expect((await load(server, photo_url!, hr)).status).to.equal(404)
    expect(await hr.call('org_people_get', { person_id })).to.include({ photo_url: null })
    const { rows } = await server.db.query('select bytes from images where owner_id = $1', [person_id])
    expect(rows).to.deep.equal([{ bytes: null }])
  })
})
