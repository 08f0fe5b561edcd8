import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { expectUnchanged, readContents } from '../../../support/contents.ts'
import { loginMails } from '../../../support/mail.ts'
import { useServer } from '../../../support/server.ts'

/** What is revoked and what is not, of every kind, is told by test/auth/keys-and-apps.test.ts. */
describe('platform.access.revoke', () => {
  const server = useServer()

  it('shows in a dry run what would be revoked, and revokes it', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const [web, key] = [await company.web(member), await company.key(member)]
    const input = { since: '2020-01-01' } as const
    const before = await readContents(server.db, company)
    const shown = await web.call('platform_access_revoke', input, { dryRun: true })
    await expectUnchanged(server.db, before, 'a dry run', company)
    expect((await key.post('/v1/platform/whoami', {})).status).to.equal(200)
    expect(await web.call('platform_access_revoke', input)).to.deep.equal(shown)
    expect(shown.revoked.api_keys).to.have.length(1)
    expect((await key.post('/v1/platform/whoami', {})).status).to.equal(401)
    const lines = await activityOf(server, company, 'platform.access.revoke')
    expect(lines.map(({ summary }) => summary)).to.have.length(2)
    expect(await loginMails(server, company)).to.have.length(1)
  })
})
