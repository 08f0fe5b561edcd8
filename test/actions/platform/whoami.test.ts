import { expect } from 'chai'
import { useServer } from '../../support/server.ts'

describe('platform_whoami', () => {
  const server = useServer()

  it('says who calls, for which organization, and with which roles and audiences', async () => {
    const company = await server.company({ name: 'Acme' })
    const caller = await (await company.as('hr')).call('platform_whoami', {})
    expect(caller).to.deep.include({ roles: ['hr'], audiences: ['manage'], billing: false, paused: null })
    expect(caller.org).to.include({ id: company.id, slug: company.slug, name: 'Acme' })
  })
})
