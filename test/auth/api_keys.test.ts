import { expect } from 'chai'
import { newAddress } from '../support/browser.ts'
import type { TestClient } from '../support/client.ts'
import { refused } from '../support/expect.ts'
import { useServer } from '../support/server.ts'

describe('calling with an API key', () => {
  const server = useServer({ TRUST_PROXY: 'true' })
  const secretOf = (client: TestClient) => (client.credential as { secret: string }).secret

  /** Makes a call with this Authorization header. */
  const present = (authorization: string, address = newAddress()) =>
    server
      .anonymous()
      .raw('/v1/platform/whoami', { headers: { Authorization: authorization, 'X-Forwarded-For': address } })

  it('needs the scheme Bearer, in any case, and one key', async () => {
    const secret = secretOf(await (await server.company()).as('hr'))
    for (const header of [`Bearer ${secret}`, `bearer ${secret}`, `BEARER  ${secret}`])
      expect((await present(header)).status).to.equal(200)
    for (const header of [
      secret,
      `Basic ${secret}`,
      `Bearer ${secret} ${secret}`,
      `Bearer ${secret},`,
      'Bearer',
    ]) {
      const { status, headers, body } = await present(header)
      expect(status, header).to.equal(401)
      expect(headers.get('www-authenticate')).to.match(/^Bearer/)
      expect(body.error.code).to.equal('unauthenticated')
      expect(body.error.message).to.not.include(secret)
    }
  })

  it('is refused without a credential', async () => {
    const answer = await server.anonymous().raw('/v1/platform/whoami')
    expect(answer.status).to.equal(401)
    expect(answer.headers.has('ratelimit-limit')).to.equal(false)
  })

  it('stops at once when the key is revoked', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const [key, other] = [await company.key(member), await company.key(member)]
    const keys = await key.call('platform_api_keys_list', {})
    await other.call('platform_api_keys_revoke', {
      id: keys.find(({ last4 }) => last4 === secretOf(key).slice(-4))!.id,
    })
    await refused(key.call('platform_whoami', {}), 'unauthenticated')
    await other.call('platform_whoami', {})
  })

  it('stops at once when its member is disabled, and works again when the member does', async () => {
    const company = await server.company()
    const member = await company.member('hr')
    const key = await company.key(member)
    const become = (status: string) =>
      server.db.query('update memberships set status = $2 where id = $1', [member.membershipId, status])
    await become('disabled')
    await refused(key.call('platform_whoami', {}), 'unauthenticated')
    await become('active')
    await key.call('platform_whoami', {})
  })

  it('has the role that its member has now', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    const key = await company.key(member)
    await key.call('platform_account_status', {})
    await server.db.query(`update memberships set role = 'viewer' where id = $1`, [member.membershipId])
    await refused(key.call('platform_account_status', {}), 'forbidden')
  })
})
