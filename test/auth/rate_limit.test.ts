import { expect } from 'chai'
import { hashSecret } from '../../src/secrets/credentials.ts'
import { inOneMinute } from '../support/browser.ts'
import type { RawAnswer, TestClient } from '../support/client.ts'
import { useServer } from '../support/server.ts'

describe('the rate limit', () => {
  const server = useServer()
  const whoami = (client: TestClient) => client.raw('/v1/platform/whoami')
  const rate = ({ headers }: RawAnswer, name: string) => Number(headers.get(`RateLimit-${name}`))

  it('is told without the database to those who go on, until the minute ends', async () => {
    const { answers, used } = await inOneMinute(server, async () => {
      const company = await server.company()
      const key = await company.as('hr')
      await whoami(key)
      await server.db.query('update rate_windows set used = 300 where org_id = $1', [company.id])
      const answers = [await whoami(key), await whoami(key), await whoami(key)]
      const { rows } = await server.db.query<{ used: number }>(
        'select used from rate_windows where org_id = $1',
        [company.id],
      )
      return { answers, used: rows[0]!.used }
    })
    expect(answers.map(({ status }) => status)).to.deep.equal([429, 429, 429])
    for (const answer of answers) {
      expect(rate(answer, 'Limit')).to.equal(300)
      expect(rate(answer, 'Remaining')).to.equal(0)
      expect(rate(answer, 'Reset')).to.be.within(1, 60)
    }
    expect(used).to.equal(301)
  })

  it('lets exactly 300 of 320 calls at the same moment pass', async () => {
    const { answers, used } = await inOneMinute(server, async () => {
      const company = await server.company()
      const key = await company.as('hr')
      const answers = await Promise.all(Array.from({ length: 320 }, () => whoami(key)))
      const { rows } = await server.db.query<{ used: number }>(
        'select used from rate_windows where org_id = $1',
        [company.id],
      )
      return { answers, used: rows.map(({ used }) => used) }
    })
    // The first call over the limit is counted, too. Those that come after its answer no longer reach the database.
    expect(used[0]).to.be.within(301, 320)
    const passed = answers.filter(({ status }) => status === 200)
    const stopped = answers.filter(({ status }) => status === 429)
    expect([passed.length, stopped.length]).to.deep.equal([300, 20])
    // Each answer has another number of calls left, from 299 down to 0.
    const left = passed.map((answer) => rate(answer, 'Remaining')).sort((a, b) => b - a)
    expect(left).to.deep.equal(Array.from({ length: 300 }, (_, n) => 299 - n))
    for (const answer of stopped) {
      expect(answer.body.error.code).to.equal('rate_limited')
      expect(rate(answer, 'Remaining')).to.equal(0)
      expect(Number(answer.headers.get('retry-after'))).to.equal(Math.max(1, rate(answer, 'Reset')))
    }
  })

  it('says on every answer how many calls are left and when the minute ends, refused ones included', async () => {
    const answers = await inOneMinute(server, async () => {
      const viewer = await (await server.company()).as('viewer')
      return [
        await whoami(viewer),
        await viewer.post('/v1/platform/appearance.set', { palette: 'rose' }),
        await viewer.post('/v1/platform/api_keys.revoke', { id: 'nobody' }),
        await viewer.post('/v1/platform/api_keys.list', { no: 'such' }),
        await viewer.raw('/v1/platform/language.get'),
      ]
    })
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 403, 404, 400, 200])
    expect(answers.map((answer) => rate(answer, 'Limit'))).to.deep.equal(Array(5).fill(300))
    expect(answers.map((answer) => rate(answer, 'Remaining'))).to.deep.equal([299, 298, 297, 296, 295])
    for (const answer of answers) expect(rate(answer, 'Reset')).to.be.within(0, 60)
  })

  it('counts each credential apart, also those of one member', async () => {
    const left = await inOneMinute(server, async () => {
      const company = await server.company()
      const member = await company.member('hr', { person: true })
      const clients = [
        await company.key(member),
        await company.key(member),
        await company.key(member, 'me'),
        await company.web(member),
      ]
      await Promise.all(clients.map(whoami))
      return (await Promise.all(clients.map(whoami))).map((answer) => rate(answer, 'Remaining'))
    })
    expect(left).to.deep.equal([298, 298, 298, 298])
  })

  it('begins again with each minute', async () => {
    const left = await inOneMinute(server, async () => {
      const company = await server.company()
      const key = await company.as('hr')
      await whoami(key)
      await server.db.query(
        `update rate_windows set used = 300, minute = minute - interval '1 minute' where org_id = $1`,
        [company.id],
      )
      return rate(await whoami(key), 'Remaining')
    })
    expect(left).to.equal(299)
  })

  it('does not reset the count for a call that began in the minute before and is counted late', async () => {
    const answers = await inOneMinute(server, async () => {
      const company = await server.company()
      const key = await company.as('hr')
      await whoami(key)
      await server.db.query(
        `update rate_windows set used = 299, minute = minute + interval '1 minute' where org_id = $1`,
        [company.id],
      )
      return [await whoami(key), await whoami(key)]
    })
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 429])
  })

  it('says when a key was last used without waiting for the disk, and without a change of an index', async () => {
    const company = await server.company()
    const key = await company.as('hr')
    const { secret } = key.credential as { secret: string }
    const client = await server.db.connect()
    try {
      await client.query('begin')
      // The function has this role, and in a cluster no other one may read what it has written.
      await client.query('set local role rollcall_system')
      await client.query(`select 1 from authenticate($1, 'key', 1)`, [hashSecret(secret)])
      const { rows } = await client.query(
        `select current_setting('synchronous_commit') as commit,
                (select last_used_at is not null from api_keys where org_id = $1) as used,
                (select reloptions::text from pg_class where relname = 'api_keys') as options`,
        [company.id],
      )
      expect(rows).to.deep.equal([{ commit: 'off', used: true, options: '{fillfactor=70}' }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
