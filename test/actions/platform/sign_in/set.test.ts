import { expect } from 'chai'
import { loginOf, newAddress, signIn } from '../../../support/browser.ts'
import { activityOf } from '../../../support/activity.ts'
import { givePassword } from '../../../support/approvals.ts'
import type { TestClient } from '../../../support/client.ts'
import { refused } from '../../../support/expect.ts'
import { heldUp } from '../../../support/race.ts'
import { useServer } from '../../../support/server.ts'
import { linkAccount, offersBoth } from '../../../support/sign-in.ts'

type Methods = Partial<Record<'password' | 'google' | 'microsoft', boolean>>

/** The codes and paths of a refusal. */
async function whyNot(caller: TestClient, input: Methods): Promise<[string, string][]> {
  const { body } = await refused(caller.call('platform_sign_in_set', input), 'conflict')
  return body.error.details!.map(({ path, code }) => [path, code])
}

describe('platform.sign_in.set', () => {
  const server = useServer({ ...offersBoth, TRUST_PROXY: 'true' })

  const isOn = async (caller: TestClient) => {
    const { methods } = await caller.call('platform_sign_in_get', {})
    return Object.entries(methods).flatMap(([method, { on }]) => (on ? [method] : []))
  }

  it('changes what is given, says so once, and leaves sessions and keys alone', async () => {
    const company = await server.company()
    const member = await company.member('owner')
    await linkAccount(server, company, member, 'google')
    const [key, web] = [await company.key(member), await company.web(member)]
    const rehearsed = await key.call('platform_sign_in_set', { password: false }, { dryRun: true })
    expect(rehearsed.methods.password.on).to.equal(false)
    expect(await isOn(key)).to.deep.equal(['password', 'google', 'microsoft'])
    for (let time = 1; time <= 2; time++) {
      const { methods } = await key.call('platform_sign_in_set', { password: false, microsoft: true })
      expect([methods.password.on, methods.google.on, methods.microsoft.on]).to.deep.equal([
        false,
        true,
        true,
      ])
    }
    const lines = await activityOf(server, company, 'platform.sign_in.set')
    expect(lines.map(({ summary, changes }) => [summary, changes])).to.deep.equal([
      ['Changed how members of {subject} sign in', [{ field: 'password', before: true, after: false }]],
    ])
    await web.call('platform_whoami', {})
    await key.call('platform_whoami', {})
  })

  it('keeps one method on that the service offers', async () => {
    const company = await server.company()
    const owner = await company.as('owner')
    const admin = await company.key(await company.member('admin'))
    expect(await whyNot(admin, { password: false, google: false, microsoft: false })).to.deep.equal([
      ['password', 'sign_in_method_needed'],
    ])
    await admin.call('platform_sign_in_set', { google: false, microsoft: false })
    expect(await whyNot(owner, { password: false })).to.deep.equal([['password', 'sign_in_method_needed']])
    await admin.call('platform_sign_in_set', { password: false, google: true })
    expect(await isOn(admin)).to.deep.equal(['google'])
  })

  it('leaves the caller a method of their own login', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    const admin = await company.key(member)
    await givePassword(server, member)
    expect(await whyNot(admin, { password: false })).to.deep.equal([['password', 'own_sign_in_method']])
    await linkAccount(server, company, member, 'microsoft')
    expect(await whyNot(admin, { password: false, microsoft: false })).to.deep.equal([
      ['password', 'own_sign_in_method'],
    ])
    await admin.call('platform_sign_in_set', { password: false })
    expect(await whyNot(admin, { microsoft: false })).to.deep.equal([['microsoft', 'own_sign_in_method']])
    await admin.call('platform_sign_in_set', { password: true, microsoft: false })
  })

  it('leaves one method on when two owners turn off different ones at once', async () => {
    const company = await server.company()
    const callers = (await Promise.all(
      [1, 2].map(async () => company.key(await company.member('owner'))),
    )) as [TestClient, TestClient]
    await callers[0].call('platform_sign_in_set', { microsoft: false })
    const { first, second } = await heldUp(
      server.db,
      { text: 'select 1 from organizations where org_id = $1 for update', values: [company.id] },
      () => callers[0].call('platform_sign_in_set', { password: false }),
      () => callers[1].call('platform_sign_in_set', { google: false }),
    )
    const outcomes = await Promise.allSettled([first, second])
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected'])
    expect(await isOn(callers[0])).to.have.length(1)
  })

  it('refuses every password from then on in the same way, and counts no failure', async () => {
    const company = await server.company()
    const admin = await company.key(await company.member('admin'))
    await admin.call('platform_sign_in_set', { password: false })
    const address = newAddress()
    const right = loginOf(company)
    const answers = []
    for (let time = 1; time <= 12; time++)
      answers.push(
        await signIn(server, { ...right, password: time % 2 ? right.password : 'wrong' }, { address }),
        await signIn(server, { ...right, email: 'nobody@company.example' }, { address }),
      )
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code]).to.deep.equal([403, 'forbidden'])
      expect(body.error.message).to.match(/^Signing in with a password is turned off/)
      expect({ ...body.error, request_id: '' }).to.deep.equal({ ...answers[0]!.body.error, request_id: '' })
      expect(headers.getSetCookie()).to.deep.equal([])
    }
    await admin.call('platform_sign_in_set', { password: true })
    expect((await signIn(server, right, { address })).status).to.equal(200)
  })
})

describe('platform.sign_in.set without providers', () => {
  const server = useServer()

  it('turns off what is not offered, but not on', async () => {
    const company = await server.company()
    const admin = await company.key(await company.member('admin'))
    expect(await whyNot(admin, { google: true, password: false })).to.deep.equal([
      ['google', 'sign_in_method_not_offered'],
      ['password', 'sign_in_method_needed'],
    ])
    const { methods } = await admin.call('platform_sign_in_set', { google: false, microsoft: false })
    expect(methods.google).to.deep.equal({ on: false, available: false, linked: 0, privileged_only: 0 })
    expect(methods.password).to.deep.equal({ on: true, available: true, linked: 1, privileged_only: 1 })
    expect(await whyNot(admin, { microsoft: true })).to.deep.equal([
      ['microsoft', 'sign_in_method_not_offered'],
    ])
  })
})

describe('platform.sign_in.set with one provider', () => {
  const server = useServer({ ...offersBoth, MICROSOFT_CLIENT_ID: '', MICROSOFT_CLIENT_SECRET: '' })

  it('takes an account at a provider that the service does not offer for no way to sign in', async () => {
    const company = await server.company()
    const member = await company.member('admin')
    await givePassword(server, member)
    await linkAccount(server, company, member, 'microsoft')
    const admin = await company.key(member)
    expect(await whyNot(admin, { password: false })).to.deep.equal([['password', 'own_sign_in_method']])
    await linkAccount(server, company, member, 'google')
    await admin.call('platform_sign_in_set', { password: false })
  })
})
