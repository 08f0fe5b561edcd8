import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { sharedChromium } from '../support/chromium.ts'
import { getPage, sendForm, signInByForm, visit } from '../support/page-visits.ts'
import { useServer } from '../support/server.ts'
import { offersBoth } from '../support/sign-in.ts'

describe('the sign-in page', () => {
  const server = useServer(offersBoth)
  let browser: Browser

  before(async () => {
    browser = await sharedChromium()
  })

  it('asks which company, and knows it by name, by address and in capitals', async () => {
    const { slug } = await server.company()
    await visit(browser, server, async (page) => {
      for (const typed of [
        slug,
        ` ${slug.toUpperCase()} `,
        `${server.baseUrl}/${slug}`,
        `localhost:1/${slug}/x`,
      ]) {
        await page.goto('/sign_in')
        await page.getByLabel('Company address').fill(typed)
        await page.keyboard.press('Enter')
        await page.waitForURL(`**/${slug}`)
      }
      await page.goto('/sign_in')
      await page.getByLabel('Company address').fill('nobody-has-this')
      await page.keyboard.press('Enter')
      await page.getByText('We know no company with this address.').waitFor()
      const input = page.getByLabel('Company address')
      expect(await input.inputValue()).to.equal('nobody-has-this')
      expect(await input.getAttribute('aria-invalid')).to.equal('true')
      await page.goto(`/${slug.toUpperCase()}`)
      expect(new URL(page.url()).pathname).to.equal(`/${slug}`)
    })
  })

  it('takes the keyboard alone, from the first key to the way out', async () => {
    const company = await server.company()
    const names = async (page: any) =>
      page.evaluate('document.activeElement.getAttribute("name") ?? document.activeElement.textContent')
    await visit(browser, server, async (page) => {
      await page.goto(`/${company.slug}`)
      const seen: string[] = []
      for (let i = 0; i < 7; i++) {
        await page.keyboard.press('Tab')
        seen.push(String(await names(page)).trim())
      }
      expect(seen).to.deep.equal([
        'Skip to content',
        'Continue with Google',
        'Continue with Microsoft',
        'email',
        'password',
        'Sign in',
        'Forgotten your password?',
      ])
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.type(company.owner.email)
      await page.keyboard.press('Tab')
      await page.keyboard.type(company.owner.password)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/manage')
      for (;;) {
        await page.keyboard.press('Tab')
        if ((await names(page)) === 'Sign out') break
      }
      await page.keyboard.press('Enter')
      await page.getByText('You are signed out.').waitFor()
      await page.goto(`/${company.slug}/account`)
      expect(new URL(page.url()).pathname).to.equal(`/${company.slug}`)
    })
  })

  it('works without scripts, and puts the focus on what went wrong', async () => {
    const company = await server.company()
    await visit(
      browser,
      server,
      async (page) => {
        await page.goto(`/${company.slug}`)
        await page.getByLabel('E-mail').fill(company.owner.email)
        await page.getByLabel('Password').fill('not this one')
        await page.getByRole('button', { name: 'Sign in' }).click()
        const alert = page.getByRole('alert')
        await alert.getByText('E-mail or password is not right.').waitFor()
        expect(await page.locator('[role=alert]:focus').count()).to.equal(1)
        expect(await page.getByLabel('E-mail').inputValue()).to.equal(company.owner.email)
        expect(await page.getByLabel('Password').inputValue()).to.equal('')
        await page.goto(`/${company.slug}?return_to=${encodeURIComponent(`/${company.slug}/account`)}`)
        await page.getByLabel('E-mail').fill(company.owner.email)
        await page.getByLabel('Password').fill(company.owner.password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Your account' }).waitFor()
      },
      { javaScriptEnabled: false },
    )
  })

  it('says the same of a wrong password, an unknown e-mail and nothing at all', async () => {
    const { slug, owner } = await server.company()
    const texts = await Promise.all(
      [
        { email: owner.email, password: 'wrong' },
        { email: 'nobody@company.example', password: 'wrong' },
        { email: '', password: '' },
        { email: 'no e-mail', password: ' ' },
      ].map(async (fields) => {
        const { status, text, headers } = await sendForm(server, `/${slug}`, fields)
        expect([status, headers.getSetCookie()]).to.deep.equal([422, []])
        return text.replace(/ value(="[^"]*")?/, '')
      }),
    )
    expect(new Set(texts).size).to.equal(1)
  })

  it('tells how long to wait after too many failures, and takes no password meanwhile', async () => {
    const { slug, owner } = await server.company()
    // The limit is of a minute of the clock, of which half is over.
    server.now = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000)
    for (let i = 0; i < 10; i++) await sendForm(server, `/${slug}`, { email: owner.email, password: 'wrong' })
    const { status, headers, text } = await sendForm(server, `/${slug}`, owner)
    expect(status).to.equal(429)
    expect(headers.get('retry-after')).to.equal('30')
    expect(text).to.include('Try again in 30 seconds')
    expect(text).to.include(`value="${owner.email}"`).and.to.not.include(owner.password)
  })

  it('offers what is on and available, and nothing else', async () => {
    const { id, slug, owner } = await server.company()
    const set = (google: boolean, microsoft: boolean, password: boolean) =>
      server.db.query(
        'update organizations set sign_in_google = $2, sign_in_microsoft = $3, sign_in_password = $4 where org_id = $1',
        [id, google, microsoft, password],
      )
    const offered = async () => {
      const { text } = await getPage(server, `/${slug}?return_to=/oauth/interaction/abc`)
      return [...text.matchAll(/href="(\/auth\/[^"]+)"|name="(password)"/g)].map(
        ([, href, name]) => href ?? name,
      )
    }
    for (const path of [`/${slug}`, '/sign_in']) {
      const why = 'An app asks for access.'
      expect((await getPage(server, `${path}?return_to=/oauth/interaction/abc`)).text, path).to.include(why)
      expect((await getPage(server, path)).text, path).to.not.include(why)
    }
    const query = `?organization=${slug}&amp;return_to=%2Foauth%2Finteraction%2Fabc`
    expect(await offered()).to.deep.equal([`/auth/google${query}`, `/auth/microsoft${query}`, 'password'])
    await set(false, true, true)
    expect(await offered()).to.deep.equal([`/auth/microsoft${query}`, 'password'])
    await set(true, false, false)
    expect(await offered()).to.deep.equal([`/auth/google${query}`])
    const answer = await sendForm(server, `/${slug}`, owner)
    expect(answer.status).to.equal(403)
    expect(answer.text).to.include('does not allow this way to sign in')
  })

  it('goes on to where somebody wanted to, if that is ours', async () => {
    const company = await server.company()
    const { slug, owner } = company
    const sendTo = async (return_to: string) =>
      (await sendForm(server, `/${slug}`, { ...owner, return_to })).headers.get('location')
    expect(await sendTo('/oauth/interaction/abc')).to.equal('/oauth/interaction/abc')
    expect(await sendTo(`/${slug}/account?done=linked`)).to.equal(`/${slug}/account?done=linked`)
    for (const attack of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/docs',
      '/oauth/../../x',
      '/oauth/..//evil.example/x',
      '/.//evil.example/x',
      `/${slug}/..//evil.example/${slug}`,
    ])
      expect(await sendTo(attack), attack).to.equal(`/${slug}/start`)
    const cookie = await signInByForm(server, company)
    const back = await getPage(server, `/${slug}?return_to=%2Foauth%2Finteraction%2Fabc`, cookie)
    expect([back.status, back.headers.get('location')]).to.deep.equal([303, '/oauth/interaction/abc'])
    const asked = await getPage(server, `/sign_in?return_to=${encodeURIComponent(`/${slug}/account`)}`)
    expect(asked.headers.get('location')).to.equal(`/${slug}?return_to=%2F${slug}%2Faccount`)
    const evil = await getPage(server, '/sign_in?return_to=https://evil.example')
    expect([evil.status, evil.text.includes('evil')]).to.deep.equal([200, false])
  })

  it('shows the members of another company nothing of it', async () => {
    const [mine, other] = [await server.company(), await server.company()]
    const cookie = await signInByForm(server, mine)
    const { status, text } = await getPage(server, `/${other.slug}`, cookie)
    expect([status, text.includes('name="password"'), text.includes('Olga Owner')]).to.deep.equal([
      200,
      true,
      false,
    ])
    const account = await getPage(server, `/${other.slug}/account`, cookie)
    expect(account.headers.get('location')).to.equal(`/${other.slug}?return_to=%2F${other.slug}%2Faccount`)
    const made = await sendForm(
      server,
      `/${other.slug}/account/keys`,
      { name: 'x', audience: 'manage' },
      cookie,
    )
    expect(made.headers.get('location')).to.equal(`/${other.slug}?return_to=%2F${other.slug}%2Faccount`)
  })

  it('tells why a company is paused only to somebody with the right password', async () => {
    const company = await server.company()
    const { id, slug, owner } = company
    const { rows } = await server.db.query('select password_hash from users where org_id = $1', [id])
    const member = await company.member('member', { person: true })
    await server.db.query(
      'update users set password_hash = $3, email = $4, email_key = $4 where org_id = $1 and id = $2',
      [...[id, member.userId], ...[rows[0].password_hash, 'member@company.example']],
    )
    await server.db.query(
      `update organizations set status = 'paused', pause_reason = 'unpaid', paused_since = now() where org_id = $1`,
      [id],
    )
    const reason = 'invoices are unpaid'
    for (const path of [`/${slug}`, `/${slug}?problem=paused`])
      expect((await getPage(server, path)).text).to.not.include(reason)
    const send = (email: string, password: string) => sendForm(server, `/${slug}`, { email, password })
    expect((await send('member@company.example', 'wrong')).text).to.not.include(reason)
    const refused = await send('member@company.example', owner.password)
    expect([refused.status, refused.text.includes(reason)]).to.deep.equal([403, true])
    const cookie = await signInByForm(server, company)
    const account = await getPage(server, `/${slug}/account`, cookie)
    expect(account.status).to.equal(200)
    expect(account.text).to.include(reason).and.to.include('Sessions').and.to.not.include('API keys')
  })

  it('forgets a session that has ended, and gives each sign-in a new one', async () => {
    const company = await server.company()
    const cookie = await signInByForm(server, company)
    const again = await sendForm(server, `/${company.slug}`, company.owner, cookie)
    const fresh = again.headers.getSetCookie()[0]!
    expect(fresh).to.match(/^rollcall=[^;]{20,}; Path=\/; .*HttpOnly; SameSite=Lax/)
    expect(fresh.startsWith(cookie.Cookie)).to.equal(false)
    const old = await getPage(server, `/${company.slug}/account`, cookie)
    expect([old.status, old.headers.get('location')!.startsWith(`/${company.slug}?`)]).to.deep.equal([
      303,
      true,
    ])
    expect(old.headers.getSetCookie()[0]).to.match(/^rollcall=; .*1970/)
  })

  it('is where `/` leads people; programs are led to the reference', async () => {
    expect((await getPage(server, '/')).headers.get('location')).to.equal('/sign_in')
    expect((await getPage(server, '/', { Accept: '*/*' })).headers.get('location')).to.equal('/docs')
  })
  it('is where a page leads that says that there is none, also for a link that was cut off', async () => {
    const { slug } = await server.company()
    for (const path of [
      `/${slug}/invite/`,
      `/${slug}/reset/x/y`,
      `/${slug}/nothing`,
      '/two%20words',
      '/a.php',
    ]) {
      const { status, headers, text } = await getPage(server, path)
      expect([path, status, headers.get('content-type')]).to.deep.equal([
        path,
        404,
        'text/html; charset=utf-8',
      ])
      expect(text).to.include('This page does not exist').and.include('href="/sign_in"')
      const program = await getPage(server, path, { Accept: '*/*' })
      expect([program.status, program.headers.get('content-type')]).to.deep.equal([
        404,
        'application/json; charset=utf-8',
      ])
    }
    const own = await getPage(server, '/v1/nothing')
    expect(own.headers.get('content-type')).to.equal('application/json; charset=utf-8')
  })
})
