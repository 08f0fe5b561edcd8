import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.appearance.get', () => {
  const server = useServer()

  it('begins emerald and ink, without a logo, for everybody to see', async () => {
    const member = await (await server.company()).as('member')
    expect(await member.call('platform_appearance_get', {})).to.deep.equal({
      palette: 'emerald',
      shell: 'ink',
      logo_url: null,
      photos_available: true,
    })
  })
})
