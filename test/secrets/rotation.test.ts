import { hash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { loadConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/config/error.ts'
import { OperatorError } from '../../src/operator/errors.ts'
import { rotateSecret } from '../../src/operator/person-keys.ts'
import { start } from '../../src/process/start.ts'
import { Vault } from '../../src/secrets/personal.ts'
import { Digests, keyFile, secretKeysOf } from '../../src/secrets/secret-key.ts'
import { TestClient, type RawAnswer } from '../support/client.ts'
import type { Company } from '../support/company.ts'
import { runProgram } from '../support/process.ts'
import { testSecret, unique, useServer, type TestServer } from '../support/server.ts'

const oldSecret = randomBytes(32)
const newSecret = Buffer.from(testSecret, 'hex')

/** What the configuration of a server on this database says, with other keys. */
const configOf = ({ database }: TestServer, env: Record<string, string>) =>
  loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    ROLE: 'web',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    ...env,
  })

/** What a server with these keys says when it starts. */
async function startWith(server: TestServer, env: Record<string, string>): Promise<string> {
  try {
    const running = await start(configOf(server, env))
    await running.stop()
    return 'it started'
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

/** Keys of persons by the name of their SECRET_KEY. */
async function keyCounts(db: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await db.query<{ key_id: string; n: number }>(
    'select key_id, count(*)::int as n from person_keys group by 1',
  )
  return Object.fromEntries(rows.map(({ key_id, n }) => [key_id, n]))
}

/** Lets all keys be wrapped by the old SECRET_KEY. */
async function unrotate(server: TestServer): Promise<void> {
  const back = new Vault({ current: oldSecret, previous: newSecret })
  await rotateSecret(server.db, back)
}

describe('replacing SECRET_KEY', () => {
  const server = useServer({ SECRET_KEY_PREVIOUS: oldSecret.toString('base64') })
  const oldId = new Vault({ current: oldSecret }).keyId
  const newId = new Vault({ current: newSecret }).keyId
  const env = { SECRET_KEY: testSecret, SECRET_KEY_PREVIOUS: oldSecret.toString('base64') }
  let dir: string
  before(() => void (dir = mkdtempSync(join(tmpdir(), 'rollcall-rotate-'))))
  after(() => rmSync(dir, { recursive: true, force: true }))
  afterEach(() =>
    server.db.query(
      'delete from person_keys; delete from person_details; delete from custom_values; delete from webhook_endpoints',
    ),
  )

  /** A company with people whose details are wrapped by the old SECRET_KEY. */
  async function story(people: number): Promise<{ company: Company; ids: string[] }> {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    await web.call('org_fields_create', { label: 'Secret', type: 'text', tier: 'private' })
    const ids: string[] = []
    for (let n = 0; n < people; n++) {
      const { id } = await company.person()
      await web.call('org_people_update_profile', {
        person_id: id,
        tax_id: `T ${n}`,
        custom: { secret: `S ${n}` },
      })
      ids.push(id)
    }
    await unrotate(server)
    return { company, ids }
  }

  it('is done by one command while the server answers calls, which notice nothing', async () => {
    const { company, ids } = await story(30)
    const web = await company.as('hr', 'web')
    expect(await keyCounts(server.db)).to.deep.equal({ [oldId]: 30 })
    let done = false
    const command = runProgram('src/cli/org.ts', ['rotate-secret', '--json'], {
      DATABASE_URL: server.database.url,
      DATA_DIR: dir,
      ...env,
    }).finally(() => (done = true))
    let calls = 0
    for (let n = 0; !done || n < ids.length; n++) {
      const person_id = ids[n % ids.length]!
      const own = await web.call('org_people_get', { person_id })
      expect(own.tax_id).to.match(/^T \d/)
      expect(own.custom['secret']).to.match(/^S \d/)
      await web.call('org_people_update_profile', { person_id, tax_id: `T ${n}` })
      if (n % 10 === 0)
        await web.call('org_people_hire', {
          given_name: 'New',
          family_name: 'Person',
          work_email: `${unique('n')}@company.example`,
          title: 'Clerk',
          start_date: '2024-01-01',
          birthday: '1990-01-01',
          custom: { secret: 'S' },
        })
      calls++
    }
    const { code, stdout, stderr } = await command
    expect(code, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.deep.equal({ rewrapped: 30, resealed: 0, unreadable: 0 })
    expect(calls).to.be.at.least(30)
    expect(Object.keys(await keyCounts(server.db))).to.deep.equal([newId])
  })

  it('goes on where it was stopped, in small batches, over all organizations; once more does nothing', async () => {
    await story(3)
    await story(4)
    const vault = new Vault({ current: newSecret, previous: oldSecret })
    const pool = new pg.Pool({ connectionString: server.database.url, max: 1 })
    let batches = 0
    const stopped = Object.create(pool) as pg.Pool
    stopped.connect = (async () => {
      if (++batches > 2) throw new Error('stopped')
      return pool.connect()
    }) as typeof pool.connect
    const error = await rotateSecret(stopped, vault, 2).catch((thrown: unknown) => thrown)
    expect((error as Error).message).to.equal('stopped')
    const counts = await keyCounts(server.db)
    expect(counts[newId]).to.be.within(3, 4)
    expect(counts[newId]! + counts[oldId]!).to.equal(7)
    expect(await rotateSecret(pool, vault, 2)).to.deep.equal({
      people: counts[oldId],
      endpoints: 0,
      unreadable: 0,
    })
    expect(await rotateSecret(pool, vault)).to.deep.equal({ people: 0, endpoints: 0, unreadable: 0 })
    expect(await rotateSecret(pool, new Vault({ current: newSecret }))).to.deep.equal({
      people: 0,
      endpoints: 0,
      unreadable: 0,
    })
    await pool.end()
    expect(await keyCounts(server.db)).to.deep.equal({ [newId]: 7 })
  })

  it('seals the secrets of webhook endpoints again, also those from before a roll', async () => {
    const company = await server.company()
    const web = await company.as('owner', 'web')
    const url = 'https://hooks.example.com/'
    const made = await web.call('webhooks_endpoints_create', { url, event_types: ['person.hired'] })
    const { id: endpointId } = made
    await unrotate(server)
    const rolled = await web.call('webhooks_endpoints_roll_secret', { endpoint_id: endpointId })
    const vault = new Vault({ current: newSecret, previous: oldSecret })
    const wrong = await startWith(server, { SECRET_KEY: testSecret })
    expect(wrong).to.include('the secrets of 1 webhook endpoints')
    expect(await rotateSecret(server.db, vault)).to.deep.equal({ people: 0, endpoints: 1, unreadable: 0 })
    expect(await rotateSecret(server.db, vault)).to.deep.equal({ people: 0, endpoints: 0, unreadable: 0 })
    const { rows } = await server.db.query(
      `select key_id, sealed_secret, previous_key_id, previous_sealed from webhook_endpoints where id = $1`,
      [endpointId],
    )
    const endpoint = { orgId: company.id, endpointId }
    const open = (key_id: string, wrapped_key: Buffer) =>
      `whsec_${new Vault({ current: newSecret }).openSecret(endpoint, { key_id, wrapped_key }).toString('base64')}`
    const [stored] = rows
    expect(open(stored.key_id, stored.sealed_secret)).to.equal(rolled.secret)
    expect(open(stored.previous_key_id, stored.previous_sealed)).to.equal(made.secret)
    const elsewhere = { ...endpoint, endpointId: company.id }
    expect(() =>
      vault.openSecret(elsewhere, { key_id: stored.key_id, wrapped_key: stored.sealed_secret }),
    ).to.throw('belongs somewhere else')
  })

  it('may be done by two commands at once', async () => {
    await story(9)
    const vault = new Vault({ current: newSecret, previous: oldSecret })
    const both = await Promise.all([rotateSecret(server.db, vault, 2), rotateSecret(server.db, vault, 3)])
    expect(both[0].people + both[1].people).to.equal(9)
    expect(await keyCounts(server.db)).to.deep.equal({ [newId]: 9 })
  })

  it('needs the old key, and says so; keys of a third one are counted', async () => {
    await story(2)
    const error = await rotateSecret(server.db, new Vault({ current: newSecret })).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(OperatorError)
    expect((error as Error).message)
      .to.include('2 people')
      .and.include('SECRET_KEY_PREVIOUS')
    const third = new Vault({ current: newSecret, previous: randomBytes(32) })
    expect(await rotateSecret(server.db, third)).to.deep.equal({ people: 0, endpoints: 0, unreadable: 2 })
    expect(await keyCounts(server.db)).to.deep.equal({ [oldId]: 2 })
  })

  it('leaves the choice of the key to the settings: the server starts only when it can open all keys', async () => {
    await story(2)
    const wrong = await startWith(server, { SECRET_KEY: testSecret })
    expect(wrong)
      .to.include('SECRET_KEY')
      .and.include('is not the key of this database')
      .and.include('2 people')
    expect(wrong).to.include('rotate-secret').and.not.include('0000')
    expect(await startWith(server, { SECRET_KEY: oldSecret.toString('hex') })).to.equal('it started')
    expect(await startWith(server, env)).to.equal('it started')
    await rotateSecret(server.db, new Vault({ current: newSecret, previous: oldSecret }))
    expect(await startWith(server, { SECRET_KEY: testSecret })).to.equal('it started')
    expect(await startWith(server, { SECRET_KEY: oldSecret.toString('hex') })).to.include(
      'not the key of this',
    )
  })

  it('answers a call for details that it cannot read with 500, tells nothing of them, and never says there are none', async () => {
    const { company, ids } = await story(1)
    const web = await company.as('hr', 'web')
    const stranger = new Vault({ current: randomBytes(32) })
    const { wrapped } = stranger.create({ orgId: company.id, personId: ids[0]! })
    for (const statement of [
      `update person_keys set key_id = '${wrapped.key_id}' where org_id = $1`,
      `update person_keys set key_id = '${newId}' where org_id = $1`,
      `delete from person_keys where org_id = $1`,
    ]) {
      await server.db.query(statement, [company.id])
      for (const [path, input] of [
        ['/v1/org/people.get', {}],
        ['/v1/org/people.update_profile', { gender: 'x' }],
        ['/v1/org/people.update_profile', { custom: { secret: 'x' } }],
      ] as const) {
        const { status, body } = await web.post(path, { person_id: ids[0], ...input })
        expect([status, body.error.code, body.error.details]).to.deep.equal([500, 'internal', undefined])
        expect(body.error.message).to.not.match(/SECRET|key|detail/)
      }
    }
    expect(server.logLines.join(''))
      .to.include('cannot be read: their key is gone')
      .and.not.match(/[TS] 0/)
    // Erasing clears the details and destroys the key: then there are none, and that is no error.
    await server.db.query('update person_details set tax_id = null where org_id = $1', [company.id])
    await server.db.query('update custom_values set sealed = null where org_id = $1', [company.id])
    expect((await web.call('org_people_get', { person_id: ids[0]! })).tax_id).to.equal(null)
    const key = await company.as('hr')
    await key.call('org_people_update_profile', { person_id: ids[0]!, given_name: 'Mary' })
    expect((await key.call('org_people_get', { person_id: ids[0]! })).hidden_fields).to.include('tax_id')
  })
})

describe('an Idempotency-Key', () => {
  const server = useServer({ SECRET_KEY_PREVIOUS: oldSecret.toString('base64') })

  /** Does `work` with a server that has the old SECRET_KEY, or only the new one, on the same database. */
  async function withServer<T>(secret: Buffer, work: (baseUrl: string) => Promise<T>): Promise<T> {
    const running = await start(configOf(server, { SECRET_KEY: secret.toString('hex') }))
    try {
      return await work(`http://localhost:${running.port}`)
    } finally {
      await running.stop()
    }
  }

  it('is still that of the same call after SECRET_KEY was replaced, as long as the old one is set', async () => {
    const company = await server.company()
    const { credential, baseUrl } = await company.as('hr')
    const key = unique('key')
    const create = (base: string, name = 'Research') =>
      new TestClient(base, credential).post(
        '/v1/org/units.create',
        { name, kind: 'team' },
        { 'Idempotency-Key': key },
      )
    const first = await withServer(oldSecret, (base) => create(base))
    expect(first.status, first.text).to.equal(200)
    const again = await create(baseUrl)
    expect([again.text, again.headers.get('idempotent-replayed')]).to.deep.equal([first.text, 'true'])
    const codeOf = ({ body }: RawAnswer) => body.error.details[0].code
    expect(codeOf(await create(baseUrl, 'Sales'))).to.equal('idempotency_key_of_another_call')
    const without = await withServer(newSecret, (base) => create(base))
    expect(codeOf(without)).to.equal('idempotency_key_of_another_call')
  })

  it('leaves nothing by which somebody with the database could guess what was sent', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id: person_id } = await company.person()
    const fingerprint = async (tax_id: string) => {
      const idempotencyKey = unique('key')
      await web.call('org_people_update_profile', { person_id, tax_id }, { idempotencyKey })
      const { rows } = await server.db.query<{ fingerprint: Buffer }>(
        'select fingerprint from idempotency_records where org_id = $1 and right(key, length($2)) = $2',
        [company.id, idempotencyKey],
      )
      return rows[0]!.fingerprint
    }
    const stored = await fingerprint('12345')
    const text = `org.people.update_profile\nmanage\n{"person_id":"${person_id}","tax_id":"12345"}`
    const digests = new Digests({ current: newSecret })
    expect(digests.fits(stored, text), 'the text of the call is guessed right').to.equal(true)
    expect(stored.equals(hash('sha256', text, 'buffer'))).to.equal(false)
    expect(new Digests({ current: randomBytes(32) }).fits(stored, text)).to.equal(false)
  })
})

describe('without SECRET_KEY', () => {
  const server = useServer({})
  let dir: string
  before(() => void (dir = mkdtempSync(join(tmpdir(), 'rollcall-key-'))))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const settings = () => ({ secretKey: undefined, previousSecretKey: undefined, dataDir: dir })

  it('a key is made in DATA_DIR, which only its owner can read, and is found again', () => {
    const { current } = secretKeysOf(settings())
    expect(current).to.have.length(32)
    expect(secretKeysOf(settings()).current).to.deep.equal(current)
    expect(statSync(keyFile(dir)).mode & 0o777).to.equal(0o600)
    const text = readFileSync(keyFile(dir), 'utf8').trim()
    expect(loadConfig({ DATA_DIR: dir, SECRET_KEY: text }).secretKey, 'as a setting').to.deep.equal(current)
  })

  it('a file that holds no key is an error, and is not replaced', () => {
    writeFileSync(keyFile(dir), 'nothing\n')
    expect(() => secretKeysOf(settings())).to.throw('secret.key holds no key')
    expect(readFileSync(keyFile(dir), 'utf8')).to.equal('nothing\n')
  })

  it('a file that cannot be read is named', () => {
    const dataDir = mkdtempSync(join(dir, 'nowhere-'))
    symlinkSync(join(dataDir, 'not', 'there'), keyFile(dataDir))
    expect(() => secretKeysOf({ ...settings(), dataDir })).to.throw(
      ConfigError,
      `${keyFile(dataDir)} cannot be read: start Rollcall as its owner. (ENOENT`,
    )
  })

  it('a file that others can read is refused, by whoever reads the key, and stays as it is', () => {
    const file = keyFile(mkdtempSync(join(dir, 'open-')))
    const there = () => secretKeysOf({ ...settings(), dataDir: dirname(file) })
    const { current } = there()
    for (const mode of [0o644, 0o640, 0o604, 0o620, 0o660, 0o777]) {
      chmodSync(file, mode)
      expect(there, mode.toString(8))
        .to.throw(
          ConfigError,
          `can be read by others than its owner (its mode is ${mode.toString(8)}). Say: chmod 600`,
        )
        .with.property('message')
        .that.includes('set SECRET_KEY')
        .and.not.includes(current.toString('base64'))
      expect(statSync(file).mode & 0o777).to.equal(mode)
    }
    for (const mode of [0o600, 0o400]) {
      chmodSync(file, mode)
      expect(there().current).to.deep.equal(current)
    }
  })

  it('no key is made for a database that needs another one: the right file can come back', async () => {
    const company = await server.company()
    const web = await company.as('hr', 'web')
    const { id } = await company.person()
    await web.call('org_people_update_profile', { person_id: id, tax_id: '12345' })
    const DATA_DIR = mkdtempSync(join(dir, 'lost-'))
    const file = keyFile(DATA_DIR)
    const refusal = await startWith(server, { DATA_DIR })
    expect(refusal).to.include(
      `SECRET_KEY is not set, and there is no ${file}. The private details of 1 people`,
    )
    expect(readdirSync(DATA_DIR)).to.deep.equal([])
    const command = await runProgram('src/cli/org.ts', ['rotate-secret'], {
      DATA_DIR,
      DATABASE_URL: server.database.url,
    })
    expect([command.code, command.stderr]).to.deep.equal([1, `${refusal}\n`])
    expect(readdirSync(DATA_DIR)).to.deep.equal([])
    writeFileSync(file, `${newSecret.toString('base64')}\n`, { mode: 0o600 })
    expect(await startWith(server, { DATA_DIR })).to.equal('it started')
  })
})
