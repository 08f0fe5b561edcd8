import { expect } from 'chai'
import { load, pictureOf } from '../../../../support/images.ts'
import { useServer } from '../../../../support/server.ts'

describe('org.me.photo.remove', () => {
  const server = useServer()

  it('removes one’s own photo, or finds none', async () => {
    const member = await (await server.company()).as('member')
    expect(await member.call('org_me_photo_remove', {})).to.deep.equal({ photo_url: null })
    const { photo_url } = await member.call('org_me_photo_upload', { image_base64: await pictureOf() })
    expect(await member.call('org_me_photo_remove', {})).to.deep.equal({ photo_url: null })
    expect((await load(server, photo_url!, member)).status).to.equal(404)
  })
})
