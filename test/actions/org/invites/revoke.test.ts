import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { refused } from '../../../support/expect.ts'
import { accept, tokenOf } from '../../../support/invites.ts'
import { useServer } from '../../../support/server.ts'

describe('org.invites.revoke', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  it('ends the link, once', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { id } = await company.person()
    const { invite_id, url } = await web.call('org_invites_create', { person_id: id })
    const revoked = await web.call('org_invites_revoke', { invite_id })
    expect(revoked.revoked_at).to.be.a('string')
    expect(await web.call('org_invites_revoke', { invite_id })).to.deep.equal(revoked)
    expect(await activityOf(server, company, 'org.invites.revoke')).to.have.length(1)
    const answer = await accept(server, company, tokenOf(url))
    expect([answer.status, answer.body.error.details[0].code]).to.deep.equal([404, 'invite_link_revoked'])
  })

  it('refuses what was accepted', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { id } = await company.person()
    const { invite_id, url } = await web.call('org_invites_create', { person_id: id })
    expect((await accept(server, company, tokenOf(url))).status).to.equal(200)
    const { body } = await refused(web.call('org_invites_revoke', { invite_id }), 'conflict')
    expect(body.error.details![0]!.code).to.equal('invite_accepted')
  })
})
