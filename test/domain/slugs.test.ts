import { expect } from 'chai'
import { checkNewOrganization } from '../../src/operator/input.ts'
import { isSlug, ownPaths, reservedSlugs } from '../../src/domain/slugs.ts'

describe('addresses of organizations', () => {
  const made = (slug: string) => () =>
    checkNewOrganization({
      name: 'Acme',
      slug,
      country: 'DE',
      timeZone: undefined,
      owner: { name: 'Ada', email: 'ada@acme.example' },
    })

  it('leave those free that the service has, and at least 100 that it may want', () => {
    expect([...ownPaths].filter((path) => !reservedSlugs.has(path))).to.deep.equal([])
    expect(reservedSlugs.size - ownPaths.size).to.be.at.least(100)
    const misspelled = [...reservedSlugs].filter((slug) => !isSlug(slug))
    expect(misspelled, 'nobody could have these').to.deep.equal([])
    for (const slug of 'app admin api assets help status webhooks documents files images www mail'.split(' '))
      expect(made(slug), slug).to.throw(`${slug} is kept for the service itself`)
    expect(made('acme')().slug).to.equal('acme')
  })
})
