import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.language.get', () => {
  const server = useServer()
  const available = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']

  it('has no language until somebody chooses one, and names all that are shipped', async () => {
    const member = await (await server.company()).as('member')
    expect(await member.call('platform_language_get', {})).to.deep.equal({
      company: null,
      own: null,
      effective: null,
      available,
    })
  })
})
