import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { findPublicOrganization } from '../../src/auth/public-organization.ts'
import { takeTurn } from '../../src/auth/turns.ts'
import { turnLimits } from '../../src/pipeline/fair-limiter.ts'
import { loginOf, newAddress, signIn } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { hiddenField, MemberBrowser, RawApp } from '../support/oauth.ts'
import { useServer } from '../support/server.ts'
import { until } from '../support/wait.ts'

describe('turns at the database', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  /** Does something while the calls of a company have all the turns that it gets. */
  const whileBusy = async ({ id }: Company, work: () => Promise<void>): Promise<void> => {
    const { turns } = server.running.runtime
    const { perOrganization } = turnLimits(10)
    const ends = await Promise.all(
      Array.from({ length: perOrganization }, (_, n) => turns.take(id, `call ${n}`)),
    )
    try {
      await work()
    } finally {
      for (const end of ends) end()
    }
  }
  /** Whether a request waits for the turns of its company, and is answered when there is one. */
  const waitsFor = async (company: Company, request: () => Promise<{ status: number }>): Promise<number> => {
    let sent: Promise<{ status: number }> | undefined
    await whileBusy(company, async () => {
      sent = request()
      let answered = false
      const end = () => void (answered = true)
      sent.then(end, end)
      const { turns } = server.running.runtime
      await until('it waits, or is answered', async () => answered || turns.waiting > 0)
      expect(answered, 'answered out of turn').to.equal(false)
    })
    return (await sent!).status
  }

  it('are not waited for by calls that take access away, unless these are only tried', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const { membershipId: membership_id } = await company.member('admin')
    const disable = '/v1/platform/members.disable'
    await whileBusy(company, async () => {
      for (const [path, input] of [
        ['/v1/platform/members.set_role', { membership_id, role: 'hr' }],
        [disable, { membership_id }],
        ['/v1/platform/sessions.end', { others: true }],
        ['/v1/platform/access.revoke', { since: '2026-01-01' }],
      ] as const) {
        const sent = web.post(path, input)
        let answered = false
        sent.finally(() => (answered = true)).catch(() => undefined)
        const { turns } = server.running.runtime
        await until('it is answered, or waits', async () => answered || turns.waiting > 0)
        expect([answered, turns.waiting], path).to.deep.equal([true, 0])
        expect((await sent).status, path).to.equal(200)
      }
    })
    expect(await waitsFor(company, () => web.post(`${disable}?dry_run=true`, { membership_id }))).to.equal(
      200,
    )
  })

  it('are taken by the pages of the account, and by who connects an app', async () => {
    const company = await server.company()
    const browser = new MemberBrowser(server, await company.as('owner', 'web'))
    const account = () => browser.visit(`/${company.slug}/account`)
    expect(await waitsFor(company, account)).to.equal(200)
    const app = new RawApp(server)
    await app.register()
    const page = await browser.go(app.authorizeUrl())
    const fields = {
      decision: 'approve',
      audience: 'manage',
      membership: hiddenField(page.text, 'membership'),
    }
    expect(await waitsFor(company, () => browser.submit(page.url, fields))).to.equal(303)
  })

  it('of a busy company keep nobody from signing in there', async () => {
    const company = await server.company()
    await whileBusy(company, async () => {
      expect((await signIn(server, loginOf(company))).status).to.equal(200)
      expect(server.running.runtime.turns.waiting).to.equal(0)
    })
  })

  describe('of strangers', () => {
    /** Looks for companies with so many requests at once, which all wait, and then with those of others. */
    const crowd = async (size: number, address: string, others: (() => Promise<unknown>)[]) => {
      const { slug } = await server.company()
      const { runtime } = server.running
      const blocker = await server.db.connect()
      try {
        await blocker.query('begin')
        await blocker.query('lock table organizations in access exclusive mode')
        const strangers = Array.from({ length: size }, () =>
          findPublicOrganization(runtime, slug, { address }),
        )
        const both = [strangers, others.map((ask) => ask())].map((some) => Promise.allSettled(some))
        await setImmediate()
        await blocker.query('rollback')
        const outcomes = await Promise.all(both)
        return outcomes.map((some) => some.filter(({ status }) => status === 'rejected').length)
      } finally {
        await blocker.query('rollback')
        blocker.release()
      }
    }

    it('let those at the same address wait for as many as it may have connections', async () => {
      const { slug } = await server.company()
      const address = newAddress()
      const ask = () => findPublicOrganization(server.running.runtime, slug, { address })
      expect(await crowd(150, address, [ask, ask, ask, ask])).to.deep.equal([0, 0])
    })

    it('are two at a time for a network, however many addresses it has, and are not waited for by who signs in', async () => {
      const login = loginOf(await server.company())
      const take = (address: string) => takeTurn(server.running.runtime, { address })
      const prefix = newAddress().replace('::1', '')
      const ends = [await take(`${prefix}:1::1`), await take(`${prefix}:2::1`)]
      let waits = true
      const third = take(`${prefix}:3::1`).finally(() => (waits = false))
      try {
        ends.push(await take(newAddress()))
        expect(waits, 'the third of the network').to.equal(true)
        expect((await signIn(server, login)).status).to.equal(200)
      } finally {
        for (const end of ends) end()
        const end = await third
        end()
      }
    })

    it('are not waited for by whoever is signed in at the same address', async () => {
      const company = await server.company()
      const address = newAddress()
      const web = await company.as('owner', 'web')
      const { secret: session } = web.credential as { secret: string }
      const { runtime } = server.running
      const ask = () => findPublicOrganization(runtime, company.slug, { address, session })
      const stranger = () =>
        findPublicOrganization(runtime, company.slug, {
          address,
          session: session.replace(/^.{8}/, 'A'.repeat(8)),
        })
      await web.call('platform_whoami', {})
      const [, refused] = await crowd(700, address, [ask, ask, stranger, stranger])
      expect(refused, 'of those with an invented session').to.equal(2)
    })
  })
})
