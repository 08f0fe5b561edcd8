import { expect } from 'chai'
import { useServer } from '../../../support/server.ts'

describe('platform.organization.get', () => {
  const server = useServer()

  it('tells everybody what organization they are in', async () => {
    const company = await server.company({ name: 'Acme', timeZone: 'Europe/Berlin' })
    for (const role of ['viewer', 'member'] as const) {
      const { created_at, ...organization } = await (
        await company.as(role)
      ).call('platform_organization_get', {})
      expect(organization).to.deep.equal({
        id: company.id,
        slug: company.slug,
        name: 'Acme',
        time_zone: 'Europe/Berlin',
        language: null,
      })
      expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 60_000)
    }
  })
})
