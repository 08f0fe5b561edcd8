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

  it('knows no invite of the operator to the first owner', async () => {
    const company = await server.company()
    const owner = await company.as('owner', 'web')
    const { membershipId } = await company.member('owner')
    const { rows } = await server.db.query(
      `insert into invites (org_id, id, membership_id, email, role, token_hash, created_at, expires_at)
       values ($1, gen_random_uuid(), $2, 'first@company.example', 'owner', $3, now(), now() + interval '1 day')
       returning id`,
      [company.id, membershipId, Buffer.alloc(32, 1)],
    )
    await refused(owner.call('org_invites_revoke', { invite_id: rows[0].id }), 'not_found')
    expect(await owner.call('org_invites_list', { include_closed: true })).to.deep.equal([])
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
