import { argon2Sync } from 'node:crypto'
import { expect } from 'chai'
import { hashPassword, verifyPassword } from '../../src/secrets/passwords.ts'
import { isApiKey, newApiKey } from '../../src/secrets/credentials.ts'
import { browserOf, cookieOf, loginOf, signIn } from '../support/browser.ts'
import { TestClient } from '../support/client.ts'
import { useServer, type TestServer } from '../support/server.ts'

describe('secrets', () => {
  describe('an API key', () => {
    it('is hrk_, 36 random characters, and their CRC-32 as six more in base62', () => {
      expect(newApiKey()).to.match(/^hrk_[0-9A-Za-z]{42}$/)
      expect(newApiKey()).to.not.equal(newApiKey())
      // The checksums are from another implementation.
      expect(isApiKey(`hrk_${'0'.repeat(36)}0etOEM`)).to.equal(true)
      expect(isApiKey('hrk_RollcallRollcallRollcallRollcall20261QEoub')).to.equal(true)
    })

    it('is refused with a wrong, missing or additional character', () => {
      const key = newApiKey()
      expect(isApiKey(key)).to.equal(true)
      const wrong = [...key].map((c, i) => key.slice(0, i) + (c === 'x' ? 'y' : 'x') + key.slice(i + 1))
      for (const text of [
        ...wrong,
        key.slice(0, -1),
        `${key}0`,
        `${key}\n`,
        ` ${key}`,
        key.toUpperCase(),
        '',
      ])
        expect(isApiKey(text), text).to.equal(false)
    })
  })

  describe('a password', () => {
    it('is stored as an argon2id hash with its own salt', async () => {
      const [one, other] = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')])
      expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      expect(one).to.not.equal(other)
      expect(await verifyPassword('open sesame', one)).to.equal(true)
      expect(await verifyPassword('Open sesame', one)).to.equal(false)
    })

    it('is compared in NFC and without outer spaces, like all input', async () => {
      expect(await verifyPassword('caf\u00e9', await hashPassword(' cafe\u0301 '))).to.equal(true)
    })

    it('is not normalized when it is longer than any password, because that takes seconds', async () => {
      const cpuOf = async (password: string) => {
        const before = process.cpuUsage()
        expect(await verifyPassword(password, null)).to.equal(false)
        const { user, system } = process.cpuUsage(before)
        return user + system
      }
      const usual = await cpuOf('open sesame')
      expect((await cpuOf(`a${'\u0301\u0323'.repeat(50_000)}`)) / usual).to.be.below(15)
    })

    it('still matches after the cost was raised, because the hash contains its parameters', async () => {
      const nonce = Buffer.from('sixteen bytes !!')
      const parameters = { memory: 8192, passes: 3, parallelism: 2, tagLength: 32 }
      const hash = argon2Sync('argon2id', { message: 'open sesame', nonce, ...parameters })
      const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
      const stored = `$argon2id$v=19$m=8192,t=3,p=2$${salt}$${tag}`
      expect(await verifyPassword('open sesame', stored)).to.equal(true)
      expect(await verifyPassword('open barley', stored)).to.equal(false)
    })

    it('never matches for a user without a password', async () => {
      expect(await verifyPassword('', null)).to.equal(false)
      expect(await verifyPassword('anything', null)).to.equal(false)
    })
  })

  describe('where they go', () => {
    const server = useServer({ TRUST_PROXY: 'true', LOG_LEVEL: 'trace' })

    it('are in no log line and, in plain text, in no table', async () => {
      const company = await server.company()
      const { email, password } = company.owner
      const answer = await signIn(server, loginOf(company))
      const browser = browserOf(server, answer)
      const { secret } = await browser.call(
        'platform_api_keys_create',
        { name: 'Key', audience: 'manage' },
        { idempotencyKey: 'once' },
      )
      const key = new TestClient(server.baseUrl, { kind: 'key', secret: secret! })
      await key.call('platform_whoami', {})

      const mistyped = 'wrong horse battery staple'
      await signIn(server, { ...loginOf(company), password: mistyped })
      const unknown = newApiKey()
      await new TestClient(server.baseUrl, { kind: 'key', secret: unknown }).raw('/v1/platform/whoami')
      await key.raw(`/v1/platform/whoami?key=${unknown}`)
      const secrets = [password, cookieOf(answer).value, secret!, mistyped, unknown]

      const log = server.logLines.join('\n')
      expect(server.logLines.length).to.be.at.least(6)
      for (const text of [...secrets, email]) expect(log).to.not.include(text)
      const rows = await everyRow(server)
      expect(rows, 'the tables are read at all').to.include(company.slug)
      for (const text of secrets) {
        expect(rows).to.not.include(text)
        expect(rows).to.not.include(Buffer.from(text).toString('hex'))
      }
    })
  })
})

/** All rows of all our tables and of the job queue, as text. Bytes are written in hexadecimal. */
async function everyRow(server: TestServer): Promise<string> {
  const { rows: tables } = await server.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
       from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const text = tables.map(({ name }) => `select t::text as row from ${name} t`).join(' union all ')
  const { rows } = await server.db.query<{ row: string }>(text)
  return rows.map(({ row }) => row).join('\n')
}
