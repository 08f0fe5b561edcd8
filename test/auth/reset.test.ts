import { expect } from 'chai'
import { activityOf } from '../support/activity.ts'
import { browserOf, newAddress } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { refused } from '../support/expect.ts'
import { postAuth } from '../support/invites.ts'
import { companyWithMailbox, linkIn, loginMails, mailTo, readMails } from '../support/mail.ts'
import { untilBlocked } from '../support/race.ts'
import { useServer } from '../support/server.ts'

const why = (answer: RawAnswer): unknown[] => [answer.status, answer.body.error?.details?.[0]?.code]
const newPassword = 'seven quiet otters swim'

describe('a forgotten password', () => {
  const server = useServer({ ROLE: 'all', TRUST_PROXY: 'true' })

  const companyOf = () => companyWithMailbox(server)
  const forget = ({ slug, owner }: Company, email = owner.email, address = newAddress()) =>
    postAuth(server, 'password_forgotten', { organization: slug, email }, address)
  const reset = ({ slug }: Company, token: string, password = newPassword) =>
    postAuth(server, 'password_reset', { organization: slug, token, password })
  /** What follows from requests for a link, after their answers. */
  const dealtWith = () => server.running.runtime.postbox.close(new AbortController().signal)
  const linkOf = async (company: Company, place = 1) => {
    expect((await forget(company)).body.data).to.deep.equal({ sent: true })
    return linkIn(await mailTo(server, company.owner.email, place)).token
  }
  const signIn = ({ slug, owner }: Company, password: string) =>
    postAuth(server, 'sign_in', { organization: slug, email: owner.email, password })

  it('is replaced by the link of a mail, once, and everybody is signed out', async () => {
    const company = await companyOf()
    const before = browserOf(server, await signIn(company, company.owner.password))
    const token = await linkOf(company)
    const answers = await Promise.all([reset(company, token), reset(company, token)])
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 404])
    expect(why(await reset(company, token))).to.deep.equal([404, 'reset_link_used'])
    await refused(before.call('platform_whoami', {}), 'unauthenticated')
    expect((await signIn(company, company.owner.password)).status).to.equal(401)
    expect((await signIn(company, newPassword)).status).to.equal(200)
    for (const action of ['auth.password_forgotten', 'auth.password_reset'])
      expect(await activityOf(server, company, action), action).to.have.length(1)
  })

  it('while the organization is paused, mails nobody who could not sign in', async () => {
    const company = await companyOf()
    const set = (status: string, role: string) =>
      server.db.query(
        `with member as (update memberships set role = $3 where org_id = $1)
         update organizations set status = $2::text, pause_reason = case when $2::text = 'paused' then 'unpaid' end,
                paused_since = case when $2::text = 'paused' then updated_at end
          where org_id = $1`,
        [company.id, status, role],
      )
    await set('paused', 'hr')
    expect((await forget(company)).body.data).to.deep.equal({ sent: true })
    await dealtWith()
    await set('paused', 'admin')
    await linkOf(company)
    expect(await readMails(server, company.owner.email)).to.have.length(1)
    expect(await activityOf(server, company, 'auth.password_forgotten')).to.have.length(1)
  })

  it('has a link that works when the password is changed at the moment in which it is asked for', async () => {
    const company = await companyOf()
    const other = await server.db.connect()
    try {
      await other.query('begin')
      await other.query('select 1 from memberships where org_id = $1 for no key update', [company.id])
      await other.query(`update users set password_hash = password_hash || '0' where org_id = $1`, [
        company.id,
      ])
      expect((await forget(company)).status).to.equal(200)
      await untilBlocked(server.db, dealtWith())
      await other.query('commit')
    } finally {
      other.release()
    }
    const { token } = linkIn(await mailTo(server, company.owner.email))
    expect((await reset(company, token)).status).to.equal(200)
  })

  it('has links that others cannot end by asking for more, until one of them is used', async () => {
    const company = await companyOf()
    const tokens = [await linkOf(company), await linkOf(company, 2), await linkOf(company, 3)]
    expect(new Set(tokens)).to.have.length(3)
    expect((await reset(company, tokens[0]!)).status).to.equal(200)
    for (const token of tokens)
      expect(why(await reset(company, token))).to.deep.equal([404, 'reset_link_used'])
    expect(await loginMails(server, company)).to.have.length(1)
  })

  it('is replaced by somebody who has failed too often, and who signs in at the same address then', async () => {
    const company = await companyOf()
    const address = newAddress()
    server.now = new Date()
    const signInHere = (password: string) =>
      postAuth(
        server,
        'sign_in',
        { organization: company.slug, email: company.owner.email, password },
        address,
      )
    for (let failed = 0; failed < 10; failed++) expect((await signInHere('guess')).status).to.equal(401)
    expect((await signInHere(company.owner.password)).status).to.equal(429)
    const link = { organization: company.slug, token: await linkOf(company) }
    const wrong = await postAuth(
      server,
      'password_reset',
      { ...link, password: company.owner.email },
      address,
    )
    expect([wrong.status, (await signInHere(newPassword)).status]).to.deep.equal([400, 429])
    const set = await postAuth(server, 'password_reset', { ...link, password: newPassword }, address)
    expect([set.status, (await signInHere(newPassword)).status]).to.deep.equal([200, 200])
    server.now = undefined
  })

  it('proves the e-mail of the login, to which its link was sent', async () => {
    const company = await companyOf()
    const verifiedAt = async () => {
      const { rows } = await server.db.query('select email_verified_at from users where email = $1', [
        company.owner.email,
      ])
      return rows[0].email_verified_at
    }
    expect(await verifiedAt()).to.equal(null)
    expect((await reset(company, await linkOf(company))).status).to.equal(200)
    expect(await verifiedAt()).not.to.equal(null)
  })

  it('has a link for an hour; a change of password or e-mail ends it', async () => {
    const company = await companyOf()
    const second = await linkOf(company)
    server.now = new Date(Date.now() + 61 * 60_000)
    expect(why(await reset(company, second))).to.deep.equal([404, 'reset_link_expired'])
    server.now = undefined
    await server.db.query(`update users set password_hash = 'another' where org_id = $1`, [company.id])
    expect(why(await reset(company, second))).to.deep.equal([404, 'reset_link_used'])
    const third = await linkOf(company, 2)
    await server.db.query(`update users set email_key = 'new@company.example' where org_id = $1`, [
      company.id,
    ])
    expect(why(await reset(company, third))).to.deep.equal([404, 'reset_link_used'])
  })

  it('gets the same answer, and no mail, for a login that is not there, disabled, without a way in, or not by password', async () => {
    const company = await companyOf()
    const member = await company.member('viewer')
    const { rows } = await server.db.query('select email from users where id = $1', [member.userId])
    const asked = [await forget(company, 'nobody@company.example'), await forget(company, rows[0].email)]
    await server.db.query(`update users set password_hash = 'x' where id = $1`, [member.userId])
    await server.db.query(`update memberships set status = 'disabled' where id = $1`, [member.membershipId])
    asked.push(await forget(company, rows[0].email))
    asked.push(
      await postAuth(server, 'password_forgotten', { organization: 'nobody', email: company.owner.email }),
    )
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    asked.push(await forget(company))
    for (const { status, text } of asked)
      expect([status, text]).to.deep.equal([200, '{"data":{"sent":true}}'])
    await server.running.runtime.postbox.close(new AbortController().signal)
    // The next one is mailed, so those before it were not.
    await server.db.query('update organizations set sign_in_password = true where org_id = $1', [company.id])
    await linkOf(company)
    expect(await readMails(server, company.owner.email)).to.have.length(1)
    expect(await readMails(server, rows[0].email)).to.have.length(0)
  })

  it('is not replaced while passwords are off, nor by one that others guess', async () => {
    const company = await companyOf()
    const token = await linkOf(company)
    expect((await reset(company, token, 'password123')).body.error.details[0].path).to.equal('password')
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    expect((await reset(company, token)).status).to.equal(403)
  })

  it('is asked for so often and no more, alike for logins that are there and that are not', async () => {
    const company = await companyOf()
    // Limits are of a minute, which must not end meanwhile.
    server.now = new Date()
    for (const email of [company.owner.email, 'nobody@company.example']) {
      const address = newAddress()
      const answers = [
        await forget(company, email, address),
        await forget(company, email, address),
        await forget(company, email.toUpperCase(), address),
      ]
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 429])
    }
    expect((await forget(company)).status).to.equal(200)
  })

  it('leaves neither the secret nor an address in logs, jobs and the log of activity', async () => {
    const company = await companyOf()
    const token = await linkOf(company)
    await reset(company, token)
    const { rows } = await server.db.query<{ dump: string }>(
      `select string_agg(t::text, ' ') as dump from (
         select row_to_json(r)::text from password_resets r union all select row_to_json(a)::text from activity a
         union all select row_to_json(m)::text from mails m
         union all select payload::text from graphile_worker._private_jobs) t`,
    )
    for (const text of [rows[0]!.dump, server.logLines.join()])
      expect(text).not.to.include(token).and.not.to.include(company.owner.email)
  })
})
