import { expect } from 'chai'
import { inOneMinute } from '../support/browser.ts'
import type { Company } from '../support/company.ts'
import { getPage, inviteLink, resetLink, sendForm, ownersCookie } from '../support/page-visits.ts'
import { useServer, type TestServer } from '../support/server.ts'

const attack = `"><script>alert(1)</script>'&lt;`
const inHtml = /<script|alert\(1\)<\/script/

describe('pages under attack', () => {
  const server = useServer()

  it('show names, echoes and keys as text', async () => {
    const company = await server.company({ name: attack })
    const { slug } = company
    const cookie = await ownersCookie(company)
    await server.db.query('update users set display_name = $2 where org_id = $1', [company.id, attack])
    const link = await inviteLink(company, attack)
    const key = { name: attack, audience: 'manage' }
    const answers = [
      await getPage(server, `/sign_in?organization=${encodeURIComponent(attack)}`),
      await getPage(server, `/${slug}?problem=${encodeURIComponent(attack)}&done=__proto__`),
      await sendForm(server, `/${slug}`, { email: attack, password: 'x' }),
      await sendForm(server, `/${slug}/forgotten`, { email: attack }),
      await getPage(server, link),
      await sendForm(server, link, { password: attack, repeated: 'other' }),
      await sendForm(server, `/${slug}/account/keys`, key, cookie),
      await sendForm(server, `/${slug}/account/keys`, { ...key, audience: 'me' }, cookie),
      await getPage(server, `/${slug}/account?done=constructor&problem=toString`, cookie),
      await getPage(server, `/${encodeURIComponent(attack)}`),
    ]
    for (const { text, headers } of answers) {
      expect(text).to.not.match(inHtml)
      if (headers.get('content-type')!.startsWith('text/html')) expect(text).to.not.match(/ (style|on\w+)=/)
    }
    expect(
      answers.slice(0, 9).every(({ text }) => text.includes('&lt;script>') || text.includes('problem')),
    ).to.equal(true)
  })

  it('have the same headers on every page, whatever the answer', async () => {
    const company = await server.company()
    const { slug } = company
    const cookie = await ownersCookie(company)
    const answers = [
      await getPage(server, '/sign_in'),
      await getPage(server, `/${slug}`),
      await sendForm(server, `/${slug}`, { email: 'a@b.example', password: 'x' }),
      await getPage(server, `/${slug}/account`, cookie),
      await sendForm(server, `/${slug}/account/keys`, { name: 'x', audience: 'manage' }, cookie),
      await getPage(server, await inviteLink(company)),
      await getPage(server, await resetLink(server, company)),
      await getPage(server, `/${slug}/account`),
      await getPage(server, '/nobody-has-this'),
      await sendForm(server, `/${slug}`, '', {
        Origin: 'https://evil.example',
        'Sec-Fetch-Site': 'cross-site',
      }),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([
      200, 200, 422, 200, 200, 200, 200, 303, 404, 403,
    ])
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).to.equal(
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('x-frame-options')).to.equal('DENY')
      expect(headers.get('referrer-policy')).to.equal('same-origin')
      expect(headers.get('x-content-type-options')).to.equal('nosniff')
    }
  })

  it('take forms from their own pages only: every one of them', async () => {
    const company = await server.company()
    const cookie = await ownersCookie(company)
    const forms = await everyForm(server, company)
    expect(forms).to.have.length(11)
    const sources: Record<string, string>[] = [
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
      { Origin: server.baseUrl.replace('localhost', 'evil.localhost'), 'Sec-Fetch-Site': 'same-site' },
      { Origin: '', 'Sec-Fetch-Site': '' },
    ]
    for (const path of forms)
      for (const source of sources) {
        const { status, text } = await sendForm(server, path, {}, { ...cookie, ...source })
        expect([status, text.includes('That form came from somewhere else')], path).to.deep.equal([403, true])
      }
    expect((await getPage(server, `/${company.slug}/account`, cookie)).status).to.equal(200)
  })

  it('refuse bodies that no form of theirs sends', async () => {
    const { slug, owner } = await server.company()
    const send = (body: string, headers: Record<string, string> = {}) =>
      sendForm(server, `/${slug}`, body, headers)
    const right = new URLSearchParams(owner).toString()
    expect((await send(right)).status).to.equal(303)
    const json = { 'Content-Type': 'application/json' }
    expect((await send(JSON.stringify(owner), json)).status).to.equal(415)
    expect((await send(right, { 'Content-Type': 'multipart/form-data; boundary=x' })).status).to.equal(415)
    expect((await send(right, { 'Content-Type': 'text/plain' })).status).to.equal(415)
    expect((await send(right, { 'Content-Encoding': 'gzip' })).status).to.equal(415)
    expect((await send(`${right}&email=other`)).status, 'given twice').to.equal(400)
    expect((await send(`${right}&role=owner`)).status, 'not in the form').to.equal(400)
    expect((await send(`${right}&__proto__=x`)).status).to.equal(400)
    expect((await send(`email=%ff&password=x`)).status, 'no UTF-8').to.equal(400)
    expect((await send(`email=${'a'.repeat(255)}&password=x`)).status, 'too long').to.equal(400)
    expect((await send(`email=a&password=${'x'.repeat(9000)}`)).status).to.equal(413)
  })

  it('count for the session that asks for them, as calls do', async () => {
    const answer = await inOneMinute(server, async () => {
      const company = await server.company()
      const cookie = await ownersCookie(company)
      const account = () => getPage(server, `/${company.slug}/account`, cookie)
      expect((await account()).status).to.equal(200)
      await server.db.query('update rate_windows set used = 300 where org_id = $1', [company.id])
      return account()
    })
    expect([answer.status, answer.text.includes('Olga Owner')]).to.deep.equal([429, false])
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60)
  })

  it('take the cookie away with the session, whether there was one or not', async () => {
    const company = await server.company()
    const cookie = await ownersCookie(company)
    for (const what of ['the session', 'a session that has ended']) {
      const { status, headers } = await sendForm(server, `/${company.slug}/sign_out`, {}, cookie)
      expect([status, headers.get('location')], what).to.deep.equal([303, `/${company.slug}?done=signed_out`])
      expect(headers.getSetCookie(), what).to.deep.equal([
        'rollcall=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
      ])
    }
    const account = await getPage(server, `/${company.slug}/account`, cookie)
    expect(account.status).to.equal(303)
  })

  it('take a form at an address in capitals, and lose nothing of it', async () => {
    const { slug, owner } = await server.company()
    const { email, password } = owner
    const { status, headers } = await sendForm(server, `/${slug.toUpperCase()}`, { email, password })
    expect([status, headers.get('location')]).to.deep.equal([303, `/${slug}/start`])
    expect(headers.getSetCookie()[0]).to.match(/^rollcall=[^;]/)
  })

  it('answer programs as everything else does', async () => {
    const { slug } = await server.company()
    const program = { Accept: 'application/json' }
    const unknown = await getPage(server, '/nobody-has-this', program)
    expect([unknown.status, JSON.parse(unknown.text).error.code]).to.deep.equal([404, 'not_found'])
    expect((await getPage(server, '/nobody-has-this')).text).to.include('This page does not exist')
    const wrong = await sendForm(server, `/${slug}/account`, {}, { Accept: 'text/html' })
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD'])
    for (const path of ['/v1', '/docs', '/mcp', '/oauth', '/auth', '/assets', '/healthz/x', '/v1/nothing'])
      expect((await getPage(server, path)).text, path).to.not.include('class="narrow"')
    const nowhere = await getPage(server, '/a/b/c/d', program)
    expect([nowhere.status, JSON.parse(nowhere.text).error.code]).to.deep.equal([404, 'not_found'])
    expect((await getPage(server, '/a/b/c/d')).text, 'people are told so').to.include('class="narrow"')
  })

  it('keep the stylesheet for good by its hash, and answer another release its own', async () => {
    const { text } = await getPage(server, '/sign_in')
    const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text)!
    const style = await getPage(server, path)
    expect(style.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(style.headers.get('content-type')).to.equal('text/css; charset=utf-8')
    const other = await getPage(server, '/assets/pages-0123456789ab.css')
    expect([other.status, other.headers.get('cache-control')]).to.deep.equal([200, 'no-cache'])
    expect((await getPage(server, '/assets/pages-../x.css')).status).to.equal(404)
  })

  it('log neither what was typed nor the token of a link', async () => {
    const company = await server.company()
    const link = await inviteLink(company)
    await getPage(server, link)
    await sendForm(server, `/${company.slug}`, {
      email: 'secret-typed@company.example',
      password: 'secret typed',
    })
    const lines = server.logLines.join('\n')
    expect(lines).to.include('page.invite')
    for (const secret of [link.split('/').at(-1)!, 'secret-typed', 'secret typed'])
      expect(lines).to.not.include(secret)
  })
})

/** The address of every form that pages of a company may send. */
async function everyForm(server: TestServer, company: Company): Promise<string[]> {
  const below = [
    'account/keys',
    'account/keys/revoke',
    'account/password',
    'account/unlink',
    'account/sessions/end',
  ]
  const own = ['', '/sign_out', '/forgotten', '/account/apps/disconnect', ...below.map((path) => `/${path}`)]
  return [
    ...own.map((path) => `/${company.slug}${path}`),
    await inviteLink(company),
    await resetLink(server, company),
  ]
}
