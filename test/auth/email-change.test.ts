import { expect } from 'chai'
import { emailKey } from '../../src/domain/email.ts'
import { newAddress } from '../support/browser.ts'
import type { RawAnswer } from '../support/client.ts'
import type { Company, Member } from '../support/company.ts'
import { postAuth } from '../support/invites.ts'
import { getPage, ownersCookie, resetLink, sendForm } from '../support/page-visits.ts'
import { heldUp } from '../support/race.ts'
import { unique, useServer } from '../support/server.ts'

const why = ({ status, body }: RawAnswer): unknown[] => [
  status,
  body.error?.details?.[0]?.code ?? body.error?.code,
]

describe('confirming another e-mail', () => {
  const server = useServer({ TRUST_PROXY: 'true' })

  const newEmail = () => `${unique('New')}@company.example`
  const ask = async (company: Company, email: string, member?: Member): Promise<string> => {
    const web = member ? await company.web(member) : await company.as('owner', 'web')
    await web.call('platform_sign_in_methods_change_email', { email })
    return tokenTo(company, email)
  }
  /** The secret of the newest link to an address. */
  const tokenTo = async ({ id }: Company, email: string): Promise<string> => {
    const { rows } = await server.db.query(
      `select id from email_changes where org_id = $1 and email = $2 order by created_at desc, id desc limit 1`,
      [id, email],
    )
    return server.running.runtime.postbox.pen.links.make('email', id, rows[0].id).token
  }
  const confirm = (
    { slug, owner }: Company,
    token: string,
    password = owner.password,
    address = newAddress(),
  ) => postAuth(server, 'email_confirm', { organization: slug, token, current_password: password }, address)
  const withPassword = async (company: Company, role: 'admin' | 'member' = 'member'): Promise<Member> => {
    const member = await company.member(role, { person: true })
    await server.db.query(
      `update users set password_hash = owner.password_hash
         from (select password_hash from users where org_id = $1 and password_hash is not null limit 1) owner
        where org_id = $1 and id = $2`,
      [company.id, member.userId],
    )
    return member
  }

  it('is refused while passwords are off or the organization is paused, also to its owner, and the link stays good', async () => {
    const company = await server.company()
    const token = await ask(company, newEmail())
    const set = (text: string) =>
      server.db.query(`update organizations set ${text} where org_id = $1`, [company.id])
    await set(`sign_in_password = false`)
    expect((await confirm(company, token)).status).to.equal(403)
    await set(`sign_in_password = true, status = 'paused', pause_reason = 'unpaid', paused_since = now()`)
    expect((await confirm(company, token)).status).to.equal(403)
    await set(`status = 'active', pause_reason = null, paused_since = null`)
    expect((await confirm(company, token)).status).to.equal(200)
  })

  it('counts wrong passwords as failures to sign in: past the limit the right one is refused, too', async () => {
    const company = await server.company()
    const token = await ask(company, newEmail())
    const address = newAddress()
    const wrong = []
    for (let time = 0; time < 10; time++)
      wrong.push((await confirm(company, token, `wrong ${time}`, address)).status)
    expect(wrong).to.deep.equal(Array.from({ length: 10 }, () => 403))
    expect(why(await confirm(company, token, company.owner.password, address))).to.deep.equal([
      429,
      'rate_limited',
    ])
    const { slug: organization, owner } = company
    const signIn = await postAuth(server, 'sign_in', { organization, ...owner }, address)
    expect(signIn.status, 'signing in from there').to.equal(429)
    expect((await confirm(company, token)).status).to.equal(200)
  })

  it('is done once by two who send it at the same moment', async () => {
    const company = await server.company()
    const token = await ask(company, newEmail())
    const lock = { text: 'select 1 from users where org_id = $1 for update', values: [company.id] }
    const send = () => confirm(company, token)
    const { first, second } = await heldUp(server.db, lock, send, send)
    expect([why(await first), why(await second)].toSorted()).to.deep.equal([
      [200, undefined],
      [404, 'email_link_used'],
    ])
  })

  it('changes the letters of the same address, and no link from yesterday counts', async () => {
    const company = await server.company()
    const member = await withPassword(company)
    const { rows } = await server.db.query('select email from users where id = $1', [member.userId])
    const { email } = rows[0]
    const upper = email.toUpperCase()
    for (let time = 0; time < 5; time++) await ask(company, upper, member)
    await server.db.query(
      `update email_changes set created_at = now() - interval '24 hours 1 second' where org_id = $1`,
      [company.id],
    )
    await ask(company, upper, member)
    const { rows: open } = await server.db.query(
      'select id from email_changes where org_id = $1 and ended_at is null',
      [company.id],
    )
    const { token } = server.running.runtime.postbox.pen.links.make('email', company.id, open[0].id)
    expect((await confirm(company, token)).body.data).to.deep.equal({ changed: true, email: upper })
    const { rows: after } = await server.db.query('select email, email_key from users where id = $1', [
      member.userId,
    ])
    expect(after).to.deep.equal([{ email: upper, email_key: emailKey(email) }])
  })

  it('gives an address to one of two members who want it at the same moment', async () => {
    const company = await server.company()
    const [one, other] = [await withPassword(company), await withPassword(company)]
    for (let time = 0; time < 5; time++) {
      const email = newEmail()
      const tokens = [await ask(company, email, one), await ask(company, email.toUpperCase(), other)]
      await server.db.query(`update email_changes set created_at = now() - interval '1 day'`)
      const answers = await Promise.all(tokens.map((token) => confirm(company, token)))
      expect(answers.map(why).toSorted()).to.deep.equal([
        [200, undefined],
        [404, 'email_link_taken'],
      ])
    }
  })

  it('does nothing with the link of a member who was disabled meanwhile, also when they are let in again', async () => {
    const company = await server.company()
    const member = await withPassword(company)
    const token = await ask(company, newEmail(), member)
    const { rows } = await server.db.query('select email from users where id = $1', [member.userId])
    const theirs = { ...company, owner: { ...company.owner, email: rows[0].email } }
    const reset = (await resetLink(server, theirs)).split('/').at(-1)!
    const owner = await company.as('owner', 'web')
    await owner.call('platform_members_disable', { membership_id: member.membershipId })
    await owner.call('platform_members_enable', { membership_id: member.membershipId })
    expect(why(await confirm(company, token))).to.deep.equal([404, 'email_link_used'])
    const body = { organization: company.slug, token: reset, password: 'seven quiet otters swim' }
    expect(why(await postAuth(server, 'password_reset', body))).to.deep.equal([404, 'reset_link_used'])
  })

  it('is told where one is: on the account, or on the sign-in page; and refused to a form of another site', async () => {
    const company = await server.company()
    const token = await ask(company, newEmail())
    const fields = { current_password: company.owner.password }
    const foreign = { Origin: 'https://other.example', 'Sec-Fetch-Site': 'cross-site' }
    const sent = async (secret: string, headers: Record<string, string> = {}) => {
      const answer = await sendForm(server, `/${company.slug}/email/${secret}`, fields, headers)
      return [answer.status, answer.headers.get('Location')]
    }
    expect(await sent(token, foreign)).to.deep.equal([403, null])
    expect(await sent(token)).to.deep.equal([303, `/${company.slug}?done=email_changed`])
    const told = await getPage(server, `/${company.slug}?done=email_changed`, { 'Accept-Language': 'de' })
    expect(told.text).to.contain('Ihre E-Mail-Adresse ist geändert.')
    const again = await ask(company, newEmail())
    const cookie = await ownersCookie(company)
    expect(await sent(again, cookie)).to.deep.equal([303, `/${company.slug}/account?done=email_changed`])
  })
})
