import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { loadConfig } from '../src/config.ts'
import { ConfigError } from '../src/config/error.ts'
import { neverMs } from './support/wait.ts'

type Env = Record<string, string>

const secret = '0'.repeat(64)

describe('configuration', () => {
  let dir: string
  before(() => void (dir = mkdtempSync(join(tmpdir(), 'rollcall-config-'))))
  after(() => rmSync(dir, { recursive: true, force: true }))

  const load = (env: Env = {}) => loadConfig({ DATA_DIR: dir, ...env })

  /** The message of the refusal, which names the variable. */
  const refusal = (env: Env): string => {
    try {
      load(env)
    } catch (error) {
      if (error instanceof ConfigError) return error.message
      throw error
    }
    throw new Error(`${JSON.stringify(env)} was accepted`)
  }

  it('shows a number that is none, also what cannot be seen of it', () => {
    expect(() => load({ PORT: '3000\r' })).to.throw(
      ConfigError,
      'PORT must be a whole number from 0 to 65535, and is "3000\\r".',
    )
  })

  it('can be kept in a file that the shell reads, by the line that .env.example gives', () => {
    const example = readFileSync('.env.example', 'utf8')
    const line = /^#   (set -a; .*) npm start$/m.exec(example)?.[1]
    expect(readFileSync('docs/configuration.md', 'utf8')).to.include(`\`${line} npm start\``)
    const file = example
      .replace('PORT=3000', 'PORT=3999')
      .replace('DATABASE_URL=', "DATABASE_URL='postgres://a:b&$c@d/e'")
    writeFileSync(join(dir, '.env'), file)
    const show = `${line} exec "$NODE" -p 'JSON.stringify(process.env)'`
    const env = { PATH: process.env['PATH'], NODE: process.execPath }
    const seen = JSON.parse(execFileSync('sh', ['-euc', show], { cwd: dir, env, encoding: 'utf8' })) as Env
    const { PORT, DATABASE_URL, ...others } = parseEnv(example)
    expect(seen).to.deep.include({ ...others, PORT: '3999', DATABASE_URL: 'postgres://a:b&$c@d/e' })
    expect([PORT, DATABASE_URL]).to.deep.equal(['3000', ''])
  })

  it('has a default for everything', () => {
    expect(load()).to.deep.equal({
      port: 3000,
      host: '127.0.0.1',
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      baseUrl: undefined,
      dataDir: dir,
      databaseUrl: undefined,
      databaseAppUrl: undefined,
      scanner: undefined,
      secretKey: undefined,
      previousSecretKey: undefined,
      poolSize: 10,
      planCacheMode: 'force_generic_plan',
      role: 'all',
      logLevel: 'warn',
      production: false,
      trustProxy: false,
      rateLimitPerMinute: 300,
      providers: {},
      outboundProxy: undefined,
      outboundTestCa: undefined,
      mail: {
        smtp: undefined,
        from: { name: 'Rollcall', address: 'rollcall@localhost.localdomain' },
        perDay: 200,
      },
      bucket: undefined,
    })
  })

  it('knows one key in two forms for the same: it would replace itself for ever', () => {
    const key = randomBytes(32)
    const env = { SECRET_KEY: key.toString('hex'), SECRET_KEY_PREVIOUS: key.toString('base64') }
    expect(refusal(env)).to.match(/^SECRET_KEY_PREVIOUS must differ from SECRET_KEY/)
  })

  it('treats an empty value like one that is not set', () => {
    const variables = Object.keys(parseEnv(readFileSync('.env.example', 'utf8'))).filter(
      (name) => name !== 'DATA_DIR',
    )
    expect(load(Object.fromEntries(variables.map((name) => [name, ''])))).to.deep.equal(load())
  })

  const wrong: Record<string, Env[]> = {
    PORT: ['http', '-1', '65536', '3000.5', '0x50', ' ', '1e3'].map((PORT) => ({ PORT })),
    HOST: [{ HOST: 'two words' }, { HOST: 'http://localhost' }],
    METRICS_PORT: [{ METRICS_PORT: 'yes' }, { METRICS_PORT: '65536' }],
    METRICS_HOST: [{ METRICS_HOST: 'http://localhost' }],
    BASE_URL: [
      'people.example.com',
      'ftp://people.example.com',
      'https://people.example.com/hr',
      'https://x.example?a=1',
      'https://me@x.example',
    ].map((BASE_URL) => ({ BASE_URL })),
    TRUST_PROXY: [{ TRUST_PROXY: 'yes' }],
    RATE_LIMIT_PER_MINUTE: [
      ...['0', '-1', '1000001', 'none', '0.5'].map((RATE_LIMIT_PER_MINUTE) => ({ RATE_LIMIT_PER_MINUTE })),
      { RATE_LIMIT_PER_MINUTE: '301', NODE_ENV: 'production', SECRET_KEY: secret },
    ],
    OUTBOUND_PROXY: [
      'proxy.example.com:3128',
      'socks5://proxy.example.com',
      'http://proxy.example.com/path',
    ].map((OUTBOUND_PROXY) => ({ OUTBOUND_PROXY })),
    OUTBOUND_PROXY_FILE: [{ OUTBOUND_PROXY_FILE: '/nowhere' }],
    OUTBOUND_TEST_CA_FILE: [
      { OUTBOUND_TEST_CA_FILE: '/nowhere' },
      { OUTBOUND_TEST_CA_FILE: '/etc/hosts', NODE_ENV: 'production', SECRET_KEY: secret },
    ],
    GOOGLE_CLIENT_ID: [{ GOOGLE_CLIENT_ID: 'a' }, { GOOGLE_CLIENT_SECRET: 'b' }],
    GOOGLE_CLIENT_SECRET: [{ GOOGLE_CLIENT_SECRET: 'b' }],
    GOOGLE_CLIENT_SECRET_FILE: [{ GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET_FILE: '/nowhere' }],
    MICROSOFT_CLIENT_ID: [{ MICROSOFT_CLIENT_ID: 'a' }],
    MICROSOFT_STAND_IN: [{ MICROSOFT_STAND_IN: 'login.microsoftonline.com' }],
    MICROSOFT_CLIENT_SECRET: [{ MICROSOFT_CLIENT_ID: 'a' }],
    MICROSOFT_CLIENT_SECRET_FILE: [{ MICROSOFT_CLIENT_ID: 'a', MICROSOFT_CLIENT_SECRET_FILE: '/nowhere' }],
    GOOGLE_STAND_IN: [
      { GOOGLE_STAND_IN: 'accounts.google.com' },
      { GOOGLE_STAND_IN: 'https://provider.example', NODE_ENV: 'production', SECRET_KEY: secret },
    ],
    CLAMD_URL: [
      'clamd',
      'http://127.0.0.1:3310',
      'tcp://127.0.0.1',
      'tcp://a:b@localhost:1',
      'unix:',
      'unix://run/a',
    ].map((CLAMD_URL) => ({ CLAMD_URL })),
    STORAGE_URL: ['acme-people', 's3://acme-people', 'gs://', 'gs://Acme', 'gs://acme-people/folder'].map(
      (STORAGE_URL) => ({ STORAGE_URL }),
    ),
    GOOGLE_APPLICATION_CREDENTIALS: ['/nowhere', '/etc/hosts', 'package-lock.json'].map(
      (GOOGLE_APPLICATION_CREDENTIALS) => ({
        STORAGE_URL: 'gs://acme-people',
        GOOGLE_APPLICATION_CREDENTIALS,
      }),
    ),
    STORAGE_EMULATOR_HOST: [
      { STORAGE_URL: 'gs://acme-people', STORAGE_EMULATOR_HOST: 'localhost:9023' },
      { STORAGE_EMULATOR_HOST: 'http://localhost:9023', NODE_ENV: 'production', SECRET_KEY: secret },
    ],
    SMTP_URL: [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtps://user@mail.example.com',
      'smtp://mail.example.com/path',
      'smtp://a:hunter2@mail.example.com?x=1',
    ].map((SMTP_URL) => ({ SMTP_URL, MAIL_FROM: 'people@example.com' })),
    SMTP_URL_FILE: [{ SMTP_URL_FILE: '/nowhere', MAIL_FROM: 'people@example.com' }],
    MAIL_FROM: [
      ...['nobody', 'a b@example.com', 'A <a@example.com', 'A\r\nBcc: <a@example.com>', '<>'].map(
        (MAIL_FROM) => ({ MAIL_FROM }),
      ),
      { SMTP_URL: 'smtp://mail.example.com' },
    ],
    MAIL_PER_DAY: [{ MAIL_PER_DAY: '-1' }, { MAIL_PER_DAY: 'many' }],
    DATA_DIR: [{ DATA_DIR: '/dev/null/rollcall' }],
    DATABASE_URL_FILE: [
      { DATABASE_URL_FILE: '/nowhere' },
      { DATABASE_URL_FILE: '/dev/null' },
      { DATABASE_URL_FILE: '/etc/hosts', DATABASE_URL: 'postgres://localhost/a' },
    ],
    DATABASE_APP_URL_FILE: [{ DATABASE_APP_URL_FILE: '/nowhere' }],
    SECRET_KEY_FILE: [
      { SECRET_KEY_FILE: '/nowhere' },
      { SECRET_KEY_FILE: '/dev/null', NODE_ENV: 'production' },
      { SECRET_KEY_FILE: '/etc/hosts', SECRET_KEY: secret },
    ],
    SECRET_KEY_PREVIOUS_FILE: [{ SECRET_KEY_PREVIOUS_FILE: '/nowhere', SECRET_KEY: secret }],
    DATABASE_URL: [{ DATABASE_URL: 'mysql://localhost/rollcall' }, { DATABASE_URL: 'localhost' }],
    DATABASE_APP_URL: [
      { DATABASE_APP_URL: 'localhost', DATABASE_URL: 'postgres://localhost/a' },
      { DATABASE_APP_URL: 'postgres://localhost/a' },
    ],
    SECRET_KEY: [
      { SECRET_KEY: 'short' },
      { SECRET_KEY: 'f'.repeat(62) },
      { SECRET_KEY: `${randomBytes(32).toString('base64')}!` },
      { SECRET_KEY: randomBytes(31).toString('base64') },
      { NODE_ENV: 'production' },
    ],
    SECRET_KEY_PREVIOUS: [
      { SECRET_KEY_PREVIOUS: secret },
      { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: 'short' },
      { SECRET_KEY: secret, SECRET_KEY_PREVIOUS: secret },
    ],
    DATABASE_POOL_SIZE: [
      { DATABASE_POOL_SIZE: '1' },
      { DATABASE_POOL_SIZE: '201' },
      { DATABASE_POOL_SIZE: 'many' },
    ],
    DATABASE_PLAN_CACHE_MODE: [{ DATABASE_PLAN_CACHE_MODE: 'custom' }],
    ROLE: [{ ROLE: 'server' }],
    LOG_LEVEL: [{ LOG_LEVEL: 'verbose' }],
    NODE_ENV: [{ NODE_ENV: 'prod' }],
  }
  it('names all that cannot be used at once', () => {
    const env = {
      PORT: 'x',
      ROLE: 'boss',
      LOG_LEVEL: 'loud',
      DATA_DIR: '/dev/null/rollcall',
      NODE_ENV: 'prod',
    }
    for (const variable of Object.keys(env)) expect(refusal(env)).to.match(new RegExp(`^${variable} `, 'm'))
  })

  for (const [variable, cases] of Object.entries(wrong))
    it(`names ${variable} when it cannot be used`, () => {
      for (const env of cases)
        expect(refusal(env), JSON.stringify(env)).to.match(new RegExp(`\\b${variable}\\b`))
    })

  it('never repeats a secret', () => {
    expect(refusal({ DATABASE_URL: 'mysql://me:hunter2@host/db' })).not.to.include('hunter2')
    expect(refusal({ SECRET_KEY: 'hunter2' })).not.to.include('hunter2')
    expect(refusal({ SECRET_KEY: secret, SECRET_KEY_PREVIOUS: 'hunter2' })).not.to.match(/hunter2|0000/)
  })

  it('keeps files in a bucket when one is named', () => {
    expect(load({ STORAGE_URL: 'gs://acme-people' }).bucket).to.deep.equal({
      name: 'acme-people',
      emulator: undefined,
    })
  })

  it('reads secret keys as hex and as base64, of 32 bytes or more', () => {
    const key = randomBytes(48)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(load({ SECRET_KEY: key.toString(encoding) }).secretKey).to.deep.equal(key)
    const other = randomBytes(32)
    const { previousSecretKey } = load({ SECRET_KEY: secret, SECRET_KEY_PREVIOUS: other.toString('base64') })
    expect(previousSecretKey).to.deep.equal(other)
  })

  it('takes secrets from files', () => {
    const file = (text: string) => {
      const path = join(mkdtempSync(join(dir, 'secret-')), 'secret')
      writeFileSync(path, text)
      return path
    }
    const [key, other] = [randomBytes(32), randomBytes(32)]
    const env = {
      NODE_ENV: 'production',
      SECRET_KEY_FILE: file(`${key.toString('base64')}\n`),
      SECRET_KEY_PREVIOUS_FILE: file(other.toString('hex')),
      DATABASE_URL_FILE: file('postgres://owner@localhost/a\n'),
      DATABASE_APP_URL_FILE: file('postgres://app@localhost/a\n'),
    }
    expect(load(env)).to.deep.include({
      secretKey: key,
      previousSecretKey: other,
      databaseUrl: 'postgres://owner@localhost/a',
      databaseAppUrl: 'postgres://app@localhost/a',
    })
    expect(refusal({ ...env, SECRET_KEY_PREVIOUS_FILE: env.SECRET_KEY_FILE })).to.include('must differ')
    expect(refusal({ SECRET_KEY_FILE: file('hunter2') }))
      .to.match(/^SECRET_KEY must be/)
      .and.not.include('hunter2')
  })

  it('needs nothing but a secret key in production, and logs at level info there', () => {
    expect(load({ NODE_ENV: 'production', SECRET_KEY: secret })).to.deep.equal({
      ...load({ SECRET_KEY: secret }),
      production: true,
      logLevel: 'info',
    })
  })

  it('reads the metrics at a port only when one is set', () => {
    expect(load({ METRICS_PORT: '0' })).to.include({ metricsPort: 0, metricsHost: '127.0.0.1' })
    const apart = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
    expect(load(apart)).to.include({ metricsPort: 9464, metricsHost: '0.0.0.0', host: '127.0.0.1' })
  })

  it('refuses a folder that cannot be made or written to, at once', () => {
    const [nowhere, loop, file, behind] = ['nowhere', 'loop', 'file', 'behind'].map((name) =>
      join(dir, name),
    ) as [string, string, string, string]
    symlinkSync(join(dir, 'not', 'there'), nowhere)
    symlinkSync(loop, loop)
    writeFileSync(file, '')
    symlinkSync(file, behind)
    const wrong = [nowhere, loop, file, behind, '/proc/self', '/dev/null'].flatMap((one) => [
      one,
      join(one, 'var'),
      join(one, 'a/b/c'),
    ])
    // In a process of its own, which can be killed: what tries for ever never comes back.
    const script = `
      import { loadConfig } from './src/config.ts'
      for (const DATA_DIR of ${JSON.stringify([...wrong, '/sys/rollcall', '/sys/a/b'])})
        try { loadConfig({ DATA_DIR }); console.log('accepted', DATA_DIR) } catch (error) { console.log(error.message) }`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: neverMs,
    })
    const lines = said.trim().split('\n')
    expect(lines).to.have.length(wrong.length + 2)
    for (const [index, folder] of wrong.entries())
      expect(lines[index])
        .to.match(/^DATA_DIR \(.*\) must be a folder that can be written to\. \(E[A-Z]+: .*\)$/)
        .and.include(`(${folder})`)
    // A link to a folder is one.
    symlinkSync(mkdtempSync(join(dir, 'real-')), join(dir, 'link'))
    expect(load({ DATA_DIR: join(dir, 'link/a/b') }).dataDir).to.equal(join(dir, 'link/a/b'))
  })

  it('knows whom mails come from, with a name or without', () => {
    for (const [MAIL_FROM, from] of [
      ['people@example.com', { name: 'Rollcall', address: 'people@example.com' }],
      ['Acme People <people@example.com>', { name: 'Acme People', address: 'people@example.com' }],
      ['"Zoë, HR" <people@bücher.example>', { name: 'Zoë, HR', address: 'people@bücher.example' }],
    ] as const)
      expect(load({ MAIL_FROM }).mail.from, MAIL_FROM).to.deep.equal(from)
  })

  it('creates nothing in its folder', () => {
    const folder = mkdtempSync(join(dir, 'empty-'))
    load({ DATA_DIR: folder })
    expect(readdirSync(folder)).to.deep.equal([])
  })

  it('reads what .env.example lists, and nothing else', () => {
    const listed = Object.keys(parseEnv(readFileSync('.env.example', 'utf8')))
    const read = new Set<string>()
    const env = new Proxy<Env>(
      { DATA_DIR: dir },
      { get: (target, name: string) => (read.add(name), target[name]) },
    )
    loadConfig(env)
    expect([...read].toSorted()).to.deep.equal(listed.toSorted())
    expect(Object.keys(wrong).toSorted(), 'above, a wrong value of each is tried').to.deep.equal(
      listed.toSorted(),
    )
  })

  it('lists the defaults that it has', () => {
    const { DATA_DIR: _, ...listed } = parseEnv(readFileSync('.env.example', 'utf8')) as Env
    expect(load(listed)).to.deep.equal(load())
  })

  it('takes the scanner for viruses by a network or a socket', () => {
    expect(load().scanner).to.equal(undefined)
    for (const url of ['tcp://127.0.0.1:3310', 'tcp://[::1]:3310', 'unix:/run/clamav/clamd.ctl'])
      expect(load({ CLAMD_URL: url }).scanner?.href).to.equal(new URL(url).href)
  })
})
