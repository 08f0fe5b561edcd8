import { expect } from 'chai'
import sharp from 'sharp'
import { refused } from '../../../../support/expect.ts'
import { load, pictureOf } from '../../../../support/images.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.me.photo.upload', () => {
  const server = useServer()

  it('gives oneself a photo, cropped to its middle', async () => {
    const member = await (await server.company()).as('member')
    const { photo_url } = await member.call('org_me_photo_upload', { image_base64: await pictureOf() })
    expect(await member.call('org_me_get', {})).to.include({ photo_url })
    const { hasAlpha } = await sharp(await (await load(server, photo_url!, member)).arrayBuffer()).metadata()
    expect(hasAlpha).to.equal(false)
  })

  it('needs a person, before the image is looked at', async () => {
    const company = await server.company()
    const member = await company.key(await company.member('member'), 'me')
    const { body } = await refused(
      member.call('org_me_photo_upload', { image_base64: 'not base64!' }),
      'forbidden',
    )
    expect(body.error.details![0]).to.include({ code: 'no_own_person' })
  })
})
