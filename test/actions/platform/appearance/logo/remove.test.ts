import { expect } from 'chai'
import { activityOf } from '../../../../support/activity.ts'
import { load, pictureOf } from '../../../../support/images.ts'
import { useServer } from '../../../../support/server.ts'

describe('platform.appearance.logo.remove', () => {
  const server = useServer()

  it('removes the logo and its bytes, or finds none', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    expect(await owner.call('platform_appearance_logo_remove', {})).to.deep.equal({ logo_url: null })
    expect(await activityOf(server, company, 'platform.appearance.logo.remove')).to.deep.equal([])
    const { logo_url } = await owner.call('platform_appearance_logo_upload', {
      image_base64: await pictureOf(),
    })
    expect(await owner.call('platform_appearance_logo_remove', {})).to.deep.equal({ logo_url: null })
    expect((await load(server, logo_url!)).status).to.equal(404)
    const { rows } = await server.db.query('select bytes from images where org_id = $1', [company.id])
    expect(rows).to.deep.equal([{ bytes: null }])
    const [line] = await activityOf(server, company, 'platform.appearance.logo.remove')
    expect(line).to.include({ summary: 'Removed the logo of {subject}' })
  })
})
