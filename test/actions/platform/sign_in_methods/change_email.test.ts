import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import type { Company } from '../../../support/company.ts'
import { refused } from '../../../support/expect.ts'
import { accept, postAuth, tokenOf } from '../../../support/invites.ts'
import { companyWithMailbox, linkIn, mailTo, readMails } from '../../../support/mail.ts'
import { unique, useServer } from '../../../support/server.ts'
import { offersBoth } from '../../../support/sign-in.ts'

describe('platform.sign_in_methods.change_email', () => {
  const server = useServer({ ...offersBoth, ROLE: 'all', TRUST_PROXY: 'true' })

  const companyOf = () => companyWithMailbox(server)
  const newEmail = () => `${unique('New')}@company.example`
  const confirm = ({ slug, owner }: Company, token: string, password = owner.password) =>
    postAuth(server, 'email_confirm', { organization: slug, token, current_password: password })
  const why = ({ status, body }: Awaited<ReturnType<typeof confirm>>): unknown[] => [
    status,
    body.error?.details?.[0]?.code,
  ]
  const signIn = ({ slug, owner }: Company, email: string) =>
    postAuth(server, 'sign_in', { organization: slug, email, password: owner.password })
  const refusedAs = async (call: Promise<unknown>, code: string, detail: string) =>
    expect((await refused(call, code)).body.error.details?.[0]?.code).to.equal(detail)
  const linkTo = async (email: string) => linkIn(await mailTo(server, email)).token

  it('mails a link, which changes it with the password, once, and tells the address from before', async () => {
    const company = await companyOf()
    const before = company.owner.email
    const email = newEmail()
    const web = await company.as('owner', 'web')
    const asked = await web.call('platform_sign_in_methods_change_email', { email })
    expect(asked.email).to.equal(email)
    const token = await linkTo(email)
    expect((await web.call('platform_whoami', {})).user.email).to.equal(before)
    expect((await signIn(company, email)).status).to.equal(401)
    const answers = await Promise.all([confirm(company, token), confirm(company, token)])
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 404])
    expect(answers.find(({ status }) => status === 200)!.body.data).to.deep.equal({ changed: true, email })
    expect(why(await confirm(company, token))).to.deep.equal([404, 'email_link_used'])
    expect((await web.call('platform_whoami', {})).user.email).to.equal(email)
    expect((await web.call('platform_sign_in_methods_list', {})).email_verified).to.equal(true)
    expect((await signIn(company, before)).status).to.equal(401)
    expect((await signIn(company, email.toLowerCase())).status).to.equal(200)
    const told = await mailTo(server, before)
    expect(told.text).to.contain(before).and.to.contain(email)
    const lines = ['platform.sign_in_methods.change_email', 'auth.email_confirm'].map((action) =>
      activityOf(server, company, action),
    )
    expect((await Promise.all(lines)).flat().map(({ summary }) => summary)).to.deep.equal([
      'Asked for a link to sign in with another e-mail',
      'Signs in with another e-mail from now on',
    ])
  })

  it('is worth nothing to who has the mailbox alone: a wrong password changes nothing and stands in the log', async () => {
    const company = await companyOf()
    const email = newEmail()
    await (await company.as('owner', 'web')).call('platform_sign_in_methods_change_email', { email })
    const token = await linkTo(email)
    expect(why(await confirm(company, token, 'not the password'))).to.deep.equal([
      403,
      'wrong_current_password',
    ])
    const [line] = await activityOf(server, company, 'auth.email_confirm')
    expect(line!.summary).to.equal('Gave a wrong password for another e-mail, so it was not changed')
    expect((await signIn(company, company.owner.email)).status).to.equal(200)
    expect((await confirm(company, token)).status).to.equal(200)
  })

  it('ends with a newer link, another password, a disabled member and a day', async () => {
    const ways: Record<string, (company: Company) => Promise<unknown>> = {
      'a newer link': async (company) =>
        (await company.as('owner', 'web')).call('platform_sign_in_methods_change_email', {
          email: newEmail(),
        }),
      'another password': ({ id }) =>
        server.db.query(`update users set password_hash = password_hash || '0' where org_id = $1`, [id]),
      'a disabled member': ({ id }) =>
        server.db.query(`update memberships set status = 'disabled' where org_id = $1`, [id]),
      'a day': ({ id }) =>
        server.db.query(`update email_changes set expires_at = created_at where org_id = $1`, [id]),
    }
    for (const [name, end] of Object.entries(ways)) {
      const company = await companyOf()
      const email = newEmail()
      await (await company.as('owner', 'web')).call('platform_sign_in_methods_change_email', { email })
      const token = await linkTo(email)
      await end(company)
      const code = name === 'a day' ? 'email_link_expired' : 'email_link_used'
      expect(why(await confirm(company, token)), name).to.deep.equal([404, code])
    }
  })

  it('takes the ground from links for a new password, which went to the mailbox from before, for good', async () => {
    const company = await companyOf()
    const before = company.owner.email
    await postAuth(server, 'password_forgotten', { organization: company.slug, email: before })
    const reset = await linkTo(before)
    const web = await company.as('owner', 'web')
    const email = newEmail()
    await web.call('platform_sign_in_methods_change_email', { email })
    expect((await confirm(company, await linkTo(email))).status).to.equal(200)
    const body = { organization: company.slug, token: reset, password: 'seven quiet otters swim' }
    expect(why(await postAuth(server, 'password_reset', body))).to.deep.equal([404, 'reset_link_used'])
    await web.call('platform_sign_in_methods_change_email', { email: before })
    // After the link for a new password and the word that the address was changed.
    expect((await confirm(company, linkIn(await mailTo(server, before, 3)).token)).status).to.equal(200)
    expect(why(await postAuth(server, 'password_reset', body))).to.deep.equal([404, 'reset_link_used'])
  })

  it('gives nobody the address of another login, also when that comes in between', async () => {
    const company = await companyOf()
    const taken = (await (await company.as('hr', 'web')).call('platform_whoami', {})).user.email
    const web = await company.as('owner', 'web')
    await refusedAs(
      web.call('platform_sign_in_methods_change_email', { email: taken.toUpperCase() }),
      'conflict',
      'sign_in_email_taken',
    )
    await refusedAs(
      web.call('platform_sign_in_methods_change_email', { email: company.owner.email }),
      'conflict',
      'sign_in_email_unchanged',
    )
    const email = newEmail()
    await web.call('platform_sign_in_methods_change_email', { email })
    const token = await linkTo(email)
    await server.db.query(
      `update users set email = $2, email_key = lower($2) where org_id = $1 and email = $3`,
      [company.id, email, taken],
    )
    expect(why(await confirm(company, token))).to.deep.equal([404, 'email_link_taken'])
    expect((await signIn(company, company.owner.email)).status).to.equal(200)
  })

  it('sends five links in a day and no more, to a login with a password only', async () => {
    const company = await companyOf()
    const web = await company.as('owner', 'web')
    const email = newEmail()
    for (let time = 0; time < 5; time++) await web.call('platform_sign_in_methods_change_email', { email })
    await refusedAs(
      web.call('platform_sign_in_methods_change_email', { email }),
      'conflict',
      'too_many_email_links',
    )
    const pending = await companyOf()
    await server.db.query(`update users set password_hash = null where org_id = $1`, [pending.id])
    await refusedAs(
      (await pending.as('owner', 'web')).call('platform_sign_in_methods_change_email', { email }),
      'conflict',
      'password_needed_first',
    )
    await server.db.query(`update organizations set sign_in_password = false where org_id = $1`, [pending.id])
    await refusedAs(
      (await pending.as('owner', 'web')).call('platform_sign_in_methods_change_email', { email }),
      'forbidden',
      'email_needs_passwords',
    )
    const dry = await companyOf()
    const other = newEmail()
    const answer = await (
      await dry.as('owner', 'web')
    ).post('/v1/platform/sign_in_methods.change_email?dry_run=true', {
      email: other,
    })
    expect(answer.body.data.email).to.equal(other)
    expect(await readMails(server, other)).to.deep.equal([])
  })

  it('is offered to whoever signs in with a work e-mail that HR changes, and to nobody else', async () => {
    const company = await companyOf()
    const hr = await company.as('hr', 'web')
    const [before, after] = [`${unique('old')}@company.example`, newEmail()]
    const { id } = await company.person({ work_email: before })
    const { url } = await hr.call('org_invites_create', { person_id: id })
    expect((await accept(server, company, tokenOf(url), company.owner.password)).status).to.equal(200)
    await hr.call('org_people_update_profile', {
      person_id: id,
      work_phone: '+49 30 1234567',
      work_email: before,
    })
    await hr.call('org_people_update_profile', { person_id: id, work_email: after })
    const link = await mailTo(server, after)
    expect(link.text).to.contain(before)
    expect((await signIn(company, before)).status).to.equal(200)
    expect(why(await confirm(company, linkIn(link).token, 'what HR knows'))).to.deep.equal([
      403,
      'wrong_current_password',
    ])
    expect((await confirm(company, linkIn(link).token)).status).to.equal(200)
    expect((await signIn(company, after)).status).to.equal(200)
    // Now they sign in with an address of their own choice, or there is no login.
    await server.db.query(
      `update users set email = 'own@home.example', email_key = 'own@home.example'
                            where org_id = $1 and email = $2`,
      [company.id, after],
    )
    const { id: without } = await company.person()
    const others = [newEmail(), newEmail()]
    await hr.call('org_people_update_profile', { person_id: id, work_email: others[0]! })
    await hr.call('org_people_update_profile', { person_id: without, work_email: others[1]! })
    const { rows } = await server.db.query('select email from email_changes where org_id = $1', [company.id])
    expect(rows).to.deep.equal([{ email: after }])
  })
})
