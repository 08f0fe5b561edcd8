import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import { getPage, inviteLink, resetLink, sendForm, ownersCookie, visit } from '../support/page-visits.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { unique, useServer } from '../support/server.ts'
import { offersBoth } from '../support/sign-in.ts'

const goodPassword = 'seven wild horses swim'

describe('the pages of links in mails', () => {
  const server = useServer({ ...offersBoth, ROLE: 'all' })
  let browser: Browser

  before(async () => {
    browser = await sharedChromium()
  })

  it('accept an invite with a password, once: without scripts', async () => {
    const company = await server.company()
    const link = await inviteLink(company)
    await visit(
      browser,
      server,
      async (page) => {
        await page.goto(link)
        await page.getByText('Hello Grace Hopper. Olga Owner has invited you.').waitFor()
        expect(await page.getByLabel('Your e-mail for signing in').inputValue()).to.match(/@/)
        const google = page.getByRole('link', { name: 'Join with Google' })
        expect(await google.getAttribute('href')).to.equal(
          `/auth/google?organization=${company.slug}&invite=${link.split('/').at(-1)}`,
        )
        await page.getByLabel('New password', { exact: true }).fill('grace hopper')
        await page.getByLabel('New password again').fill('grace hopper')
        await page.getByRole('button', { name: 'Join' }).click()
        await page.getByRole('alert').getByText('too close to your name').waitFor()
        await page.getByLabel('New password', { exact: true }).fill(goodPassword)
        await page.getByLabel('New password again').fill(goodPassword)
        await page.getByRole('button', { name: 'Join' }).click()
        await page.getByText('Welcome! Your account is ready.').waitFor()
        await page.getByRole('link', { name: 'Your account' }).waitFor()
      },
      { javaScriptEnabled: false },
    )
    const again = await getPage(server, link)
    expect([again.status, again.text.includes('This invitation was used already')]).to.deep.equal([410, true])
    const passwords = { password: goodPassword, repeated: goodPassword }
    const sent = await sendForm(server, link, passwords)
    expect([sent.status, sent.headers.getSetCookie()]).to.deep.equal([410, []])
  })

  it('change the e-mail to sign in with, by the link and the password: without scripts', async () => {
    const company = await server.company()
    const email = `${unique('new')}@company.example`
    await visit(
      browser,
      server,
      async (page) => {
        await page.goto(`/${company.slug}/account`)
        await page.getByLabel('E-mail').fill(company.owner.email)
        await page.getByLabel('Password').fill(company.owner.password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByText('Change e-mail').click()
        await page.getByLabel('New e-mail').fill(company.owner.email)
        await page.getByRole('button', { name: 'Send the link' }).click()
        await page.getByRole('alert').getByText('Your e-mail is not changed.').waitFor()
        await page.getByText('You sign in with this address already.').first().waitFor()
        await page.getByLabel('New e-mail').fill(email)
        await page.getByRole('button', { name: 'Send the link' }).click()
        await page.getByText('A link is on its way to the new address.').waitFor()
        const { url } = linkIn(await mailTo(server, email))
        const empty = await sendForm(server, new URL(url).pathname, { current_password: ' ' })
        expect([empty.status, empty.text.includes('Enter your password.')]).to.deep.equal([422, true])
        await page.goto(url)
        expect(await page.getByLabel('New e-mail').inputValue()).to.equal(email)
        await page.getByLabel('Password').fill('not the password')
        await page.getByRole('button', { name: 'Use this e-mail' }).click()
        await page.getByText('This is not your password.').first().waitFor()
        await page.getByLabel('Password').fill(company.owner.password)
        await page.getByRole('button', { name: 'Use this e-mail' }).click()
        await page.getByText('The e-mail is changed').waitFor()
        await page.locator('.lead').getByText(email).waitFor()
      },
      { javaScriptEnabled: false },
    )
    const link = new URL(linkIn(await mailTo(server, email)).url).pathname
    const again = await getPage(server, link)
    expect([again.status, again.text.includes('This link no longer works')]).to.deep.equal([410, true])
    const sent = await sendForm(server, link, { current_password: company.owner.password })
    expect([sent.status, sent.headers.getSetCookie()]).to.deep.equal([410, []])
  })

  it('say what to do with an invite that has expired, was revoked or is unknown', async () => {
    const company = await server.company()
    const [old, revoked] = [await inviteLink(company), await inviteLink(company, 'Ada')]
    await server.db.query(
      `update invites set expires_at = created_at where org_id = $1 and token_hash = sha256($2)`,
      [company.id, old.split('/').at(-1)],
    )
    await server.db.query(
      `update invites set revoked_at = now() where org_id = $1 and token_hash = sha256($2)`,
      [company.id, revoked.split('/').at(-1)],
    )
    const told = async (path: string) => {
      const { status, text } = await getPage(server, path)
      return [status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]
    }
    expect(await told(old)).to.deep.equal([410, 'This invitation has expired'])
    expect(await told(revoked)).to.deep.equal([410, 'This invitation no longer works'])
    expect(await told(`/${company.slug}/invite/nothing`)).to.deep.equal([
      404,
      'We do not know this invitation',
    ])
    const other = await server.company()
    const elsewhere = old.replace(company.slug, other.slug)
    expect(await told(elsewhere)).to.deep.equal([404, 'We do not know this invitation'])
  })

  it('answer alike whether an e-mail belongs to a login or not', async () => {
    const { slug, owner } = await server.company()
    const ask = async (email: string) => {
      const { status, text } = await sendForm(server, `/${slug}/forgotten`, { email })
      return [status, text.replaceAll(email, '…')]
    }
    expect(await ask(owner.email)).to.deep.equal(await ask('nobody@company.example'))
    const empty = await sendForm(server, `/${slug}/forgotten`, { email: ' ' })
    expect([empty.status, empty.text.includes('id="email-error"')]).to.deep.equal([422, true])
  })

  it('set a new password once, and sign everybody out', async () => {
    const company = await server.company()
    const { slug, owner } = company
    const cookie = await ownersCookie(company)
    const link = await resetLink(server, company)
    await visit(browser, server, async (page) => {
      await page.goto(link)
      expect(await page.getByLabel('E-mail').inputValue()).to.equal(owner.email)
      await page.getByLabel('New password', { exact: true }).fill(goodPassword)
      await page.getByLabel('New password again').fill(goodPassword)
      await page.keyboard.press('Enter')
      await page.getByText('Your password is changed. Sign in with the new one.').waitFor()
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(goodPassword)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Olga Owner' }).waitFor()
    })
    expect((await getPage(server, `/${slug}/account`, cookie)).status).to.equal(303)
    const used = await getPage(server, link)
    expect([used.status, used.text.includes('This link no longer works')]).to.deep.equal([410, true])
    expect((await getPage(server, `/${slug}/reset/nothing`)).status).to.equal(404)
  })

  it('end the session that the browser had: a new password for good, an invite by its own', async () => {
    const company = await server.company()
    const passwords = { password: goodPassword, repeated: goodPassword }
    const signedIn = await ownersCookie(company)
    const accepted = await sendForm(server, await inviteLink(company), passwords, signedIn)
    expect(accepted.headers.get('location')).to.equal(`/${company.slug}/start?done=welcome`)
    expect((await getPage(server, `/${company.slug}/account`, signedIn)).status).to.equal(303)
    const cookie = await ownersCookie(company)
    const reset = await sendForm(server, await resetLink(server, company), passwords, cookie)
    expect(reset.headers.getSetCookie().join()).to.match(/^rollcall=; .*01 Jan 1970/)
  })

  it('are of no use where passwords are turned off', async () => {
    const company = await server.company()
    const [invite, reset] = [await inviteLink(company), await resetLink(server, company)]
    await server.db.query('update organizations set sign_in_password = false where org_id = $1', [company.id])
    const passwords = { password: goodPassword, repeated: goodPassword }
    for (const link of [invite, reset]) {
      const { status, text } = await sendForm(server, link, passwords)
      expect(status, link).to.equal(403)
      expect(text).to.include('does not allow this way to sign in')
    }
    expect((await getPage(server, invite)).text).to.not.include('name="password"')
    expect((await getPage(server, `/${company.slug}/forgotten`)).text).to.include('does not use passwords')
  })
})
