import { expect } from 'chai'
import { activityOf } from '../../../support/activity.ts'
import { browserOf, loginOf, signIn } from '../../../support/browser.ts'
import type { TestClient } from '../../../support/client.ts'
import { useServer } from '../../../support/server.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

describe('platform.sessions.end: sessions', () => {
  const server = useServer({ TRUST_PROXY: 'true' })
  afterEach(() => (server.now = undefined))

  const enter = async (login: Parameters<typeof signIn>[1]) => browserOf(server, await signIn(server, login))
  const whoami = async (client: TestClient) => (await client.post('/v1/platform/whoami', {})).status

  it('are listed by network and kind of browser, the newest first, and ended one by one or all', async () => {
    const company = await server.company()
    const login = loginOf(company)
    const answer = await server.anonymous().post('/auth/sign_in', login, {
      Origin: server.baseUrl,
      'X-Forwarded-For': '192.0.2.77',
      'User-Agent': firefox,
    })
    const first = browserOf(server, answer)
    const [second, third] = [await enter(login), await enter(login)]
    const list = async (client: TestClient) => (await client.post('/v1/platform/sessions.list', {})).body.data
    const sessions = await list(second)
    expect(sessions.map(({ current }: { current: boolean }) => current)).to.deep.equal([false, true, false])
    expect(sessions[2]).to.include({ network: '192.0.2.0/24', browser: 'Firefox, Windows' })
    expect(sessions[0].browser).to.equal(null)

    const end = async (client: TestClient, input: object) =>
      (await client.post('/v1/platform/sessions.end', input)).body
    expect(await end(second, { session_id: sessions[2].id })).to.deep.equal({ data: { ended: 1 } })
    expect(await whoami(first)).to.equal(401)
    expect(await end(second, { others: true })).to.deep.equal({ data: { ended: 1 } })
    expect([await whoami(third), await whoami(second)]).to.deep.equal([401, 200])
    expect(await end(second, { others: true })).to.deep.equal({ data: { ended: 0 } })
    expect(await activityOf(server, company, 'platform.sessions.end')).to.have.length(2)
  })

  it('are not listed once they have expired, nor ended again', async () => {
    const company = await server.company()
    const [mine, old] = [await enter(loginOf(company)), await enter(loginOf(company))]
    const list = async () => (await mine.post('/v1/platform/sessions.list', {})).body.data
    const [{ id }] = await list()
    server.now = new Date(Date.now() + 60_000)
    await server.db.query('update sessions set expires_at = now() where id = $1', [id])
    expect((await list()).map(({ current }: { current: boolean }) => current)).to.deep.equal([true])
    expect((await mine.post('/v1/platform/sessions.end', { session_id: id })).status).to.equal(404)
    expect((await mine.post('/v1/platform/sessions.end', { others: true })).body.data).to.deep.equal({
      ended: 0,
    })
    expect(await whoami(old)).to.equal(401)
    expect(await activityOf(server, company, 'platform.sessions.end')).to.deep.equal([])
  })

  it('of others, ended ones and invented ones are not found alike', async () => {
    const [company, elsewhere] = [await server.company(), await server.company()]
    const mine = await enter(loginOf(company))
    const colleague = await company.web(await company.member('owner'))
    const stranger = await enter(loginOf(elsewhere))
    const ids = []
    for (const client of [colleague, stranger]) {
      const { body } = await client.post('/v1/platform/sessions.list', {})
      ids.push(body.data[0].id)
    }
    for (const session_id of [...ids, '00000000-0000-0000-0000-000000000000', 'x', '']) {
      const { status, body } = await mine.post('/v1/platform/sessions.end', { session_id })
      expect([status, body.error.code], session_id).to.deep.equal([404, 'not_found'])
    }
    expect([await whoami(colleague), await whoami(stranger)]).to.deep.equal([200, 200])
    for (const input of [{}, { others: false }, { session_id: ids[0], others: true }])
      expect((await mine.post('/v1/platform/sessions.end', input)).status).to.equal(400)
  })

  it('cannot be asked for with a key, without a session, or from another site', async () => {
    const company = await server.company()
    const key = await company.as('owner')
    const web = await enter(loginOf(company))
    for (const path of ['/v1/platform/sessions.list', '/v1/platform/sessions.end']) {
      const own = { Origin: server.baseUrl }
      const input = path.endsWith('list') ? {} : { others: true }
      expect((await key.post(path, input, own)).status).to.equal(403)
      expect((await server.anonymous().post(path, input, own)).status).to.equal(401)
      expect((await web.post(path, input, { Origin: 'https://evil.example' })).status).to.equal(403)
    }
  })

  it('may end the one of the call, once: whoever calls with it afterwards has ended', async () => {
    const company = await server.company()
    const mine = await enter(loginOf(company))
    const [session] = await mine.call('platform_sessions_list', {})
    expect(await mine.call('platform_sessions_end', { session_id: session!.id })).to.deep.equal({ ended: 1 })
    expect(await whoami(mine)).to.equal(401)
    expect(await activityOf(server, company, 'platform.sessions.end')).to.have.length(1)
  })
})
