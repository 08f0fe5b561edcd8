import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './config/error.ts'
import { scannerAddress } from './config/scanner.ts'
import { mailFrom, smtpSettings, type MailSettings } from './config/mail.ts'
import { outboundProxy, testCa } from './config/outbound.ts'
import { providerNames, providerOf, type ProviderConfig, type ProviderName } from './config/providers.ts'
import { bucketSettings, type BucketSettings } from './config/storage.ts'

export interface Config {
  port: number
  host: string
  /** Where Prometheus reads the metrics. Absent: nowhere. */
  metricsPort: number | undefined
  metricsHost: string
  /**
   * The public address, without a trailing slash. Links, MCP settings and the Origin rule use it and never the Host
   * header, which clients choose. Absent: localhost and the port of the server.
   */
  baseUrl: string | undefined
  dataDir: string
  /** Absent: an embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | undefined
  /** The application connects with this login: rollcall_app, or one that may become it. Absent: `databaseUrl`. */
  databaseAppUrl: string | undefined
  /** Encrypts private details. Absent: a key that is made below `dataDir`; never in production. */
  secretKey: Buffer | undefined
  /** The key before `secretKey`, which can still be read. */
  previousSecretKey: Buffer | undefined
  poolSize: number
  planCacheMode: PlanCacheMode
  role: 'web' | 'worker' | 'all'
  logLevel: string
  production: boolean
  /** Trust X-Forwarded-For from a proxy in front. */
  trustProxy: boolean
  /**
   * Clients by which Google and Microsoft know this service; absent: it does not offer to sign in with that provider.
   */
  providers: { [P in ProviderName]?: ProviderConfig }
  /** Calls per minute and credential. In production it is always `callsPerMinute`. */
  rateLimitPerMinute: number
  mail: MailSettings
  /** Where files are kept. Absent: below `dataDir`. */
  bucket: BucketSettings | undefined
  /** The scanner for viruses, which sees every file of a document: ClamAV's daemon. Absent: there is none. */
  scanner: URL | undefined
  /** A proxy that requests to addresses of others go through. */
  outboundProxy: URL | undefined
  /** For tests: whoever this authority vouches for at `https://localhost` may be called. Never in production. */
  outboundTestCa: string | undefined
}

/** Calls per minute and credential, REST and MCP together, as the contract tells it. */
export const callsPerMinute = 300

/** PostgreSQL's setting `plan_cache_mode`: how it plans prepared statements. */
export type PlanCacheMode = (typeof planCacheModes)[number]

const planCacheModes = ['force_generic_plan', 'auto', 'force_custom_plan'] as const

type Env = Record<string, string | undefined>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads and checks the environment (`.env.example` lists every variable).
 *
 * @param options.needsSecret false where private details are neither read nor written, also in production
 * @throws ConfigError naming every variable that cannot be used, and what it takes
 */
export function loadConfig(env: Env = process.env, { needsSecret = true } = {}): Config {
  const problems: string[] = []
  const attempt = <T>(read: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return undefined as T
    }
  }
  const environment = attempt(() =>
    choice(env, 'NODE_ENV', ['development', 'production', 'test'], 'development'),
  )
  const production = environment === 'production'
  const dataDir = attempt(() => dataFolder(env))
  const config: Config = {
    port: attempt(() => integer(env, 'PORT', 3000, 0, 65535)),
    host: attempt(() => host(env, 'HOST')),
    metricsPort: attempt(() => (env['METRICS_PORT'] ? integer(env, 'METRICS_PORT', 0, 0, 65535) : undefined)),
    metricsHost: attempt(() => host(env, 'METRICS_HOST')),
    baseUrl: attempt(() => baseUrl(env)),
    dataDir,
    databaseUrl: attempt(() => databaseUrl(env, 'DATABASE_URL')),
    databaseAppUrl: attempt(() => databaseAppUrl(env)),
    secretKey: attempt(() => secretKey(env, production && needsSecret)),
    previousSecretKey: attempt(() => previousSecretKey(env)),
    poolSize: attempt(() => integer(env, 'DATABASE_POOL_SIZE', 10, 2, 200)),
    planCacheMode: attempt(() =>
      choice(env, 'DATABASE_PLAN_CACHE_MODE', planCacheModes, 'force_generic_plan'),
    ),
    role: attempt(() => choice(env, 'ROLE', ['web', 'worker', 'all'], 'all')),
    logLevel: attempt(() => choice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn')),
    production,
    trustProxy: attempt(() => choice(env, 'TRUST_PROXY', ['true', 'false'], 'false')) === 'true',
    providers: providersOf((name) => attempt(() => provider(env, name, production))),
    rateLimitPerMinute: attempt(() => rateLimit(env, production)),
    scanner: attempt(() => scannerAddress(env['CLAMD_URL'])),
    outboundProxy: attempt(() => outboundProxy(secretText(env, 'OUTBOUND_PROXY'))),
    outboundTestCa: attempt(() => testCa(env['OUTBOUND_TEST_CA_FILE'], production)),
    mail: {
      smtp: attempt(() => smtpSettings(secretText(env, 'SMTP_URL'))),
      from: attempt(() => mailFrom(env['MAIL_FROM'], isSet(env, 'SMTP_URL'))),
      perDay: attempt(() => integer(env, 'MAIL_PER_DAY', 200, 0, 1_000_000)),
    },
    bucket: attempt(() => bucket(env, production)),
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
  return config
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (!(value >= min && value <= max))
    // As JSON: what cannot be seen, such as the end of a line of Windows, is written out.
    throw new ConfigError(
      `${name} must be a whole number from ${min} to ${max}, and is ${JSON.stringify(text.slice(0, 40))}.`,
    )
  return value
}

/** The providers that are configured. */
function providersOf(read: (name: ProviderName) => ProviderConfig | undefined): Config['providers'] {
  const found = providerNames.map((name) => [name, read(name)] as const)
  return Object.fromEntries(found.filter(([, settings]) => settings !== undefined))
}

function provider(env: Env, name: ProviderName, production: boolean): ProviderConfig | undefined {
  const prefix = name.toUpperCase()
  const clientSecret = secretText(env, `${prefix}_CLIENT_SECRET`)
  const [clientId, standIn] = [env[`${prefix}_CLIENT_ID`], env[`${prefix}_STAND_IN`]]
  return providerOf(prefix, { clientId, clientSecret, standIn }, production)
}

function bucket(env: Env, production: boolean): BucketSettings | undefined {
  const [url, credentialsFile] = [env['STORAGE_URL'], env['GOOGLE_APPLICATION_CREDENTIALS']]
  return bucketSettings({ url, credentialsFile, emulator: env['STORAGE_EMULATOR_HOST'] }, production)
}

/** @throws ConfigError in production, where clients rely on the number that the contract tells */
function rateLimit(env: Env, production: boolean): number {
  const limit = integer(env, 'RATE_LIMIT_PER_MINUTE', callsPerMinute, 1, 1_000_000)
  if (production && limit !== callsPerMinute)
    throw new ConfigError(
      `RATE_LIMIT_PER_MINUTE is for tests: in production it is ${callsPerMinute}, as the contract says. Leave it empty.`,
    )
  return limit
}

function choice<T extends string>(env: Env, name: string, choices: readonly T[], fallback: T): T {
  const text = env[name]
  if (!text) return fallback
  if (!choices.includes(text as T)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}.`)
  return text as T
}

function host(env: Env, name: string): string {
  const text = env[name] || '127.0.0.1'
  if (!/^[A-Za-z0-9.:_%-]+$/.test(text))
    throw new ConfigError(
      `${name} must be the name or the number of an address of this machine, such as 0.0.0.0.`,
    )
  return text
}

/** The absolute path of the data folder, which is created if it is missing. */
function dataFolder(env: Env): string {
  const folder = resolve(env['DATA_DIR'] || './var')
  try {
    makeFolder(folder)
    // Permissions do not tell: root has all of them in /proc, too, where nothing can be made.
    rmdirSync(mkdtempSync(join(folder, '.try-')))
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.try-\w*/, '')
    throw new ConfigError(`DATA_DIR (${folder}) must be a folder that can be written to. (${reason})`, {
      cause,
    })
  }
  return folder
}

/**
 * Creates a folder and the ones above it. `recursive: true` would try for ever where a folder exists and cannot hold
 * another one: below /proc, or behind a link to nowhere.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (folder !== dirname(folder)) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function baseUrl(env: Env): string | undefined {
  const text = env['BASE_URL']
  if (!text) return undefined
  const url = URL.parse(text)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new ConfigError('BASE_URL must be an address without a path, such as https://people.example.com.')
  return url.origin
}

function databaseUrl(env: Env, name: string): string | undefined {
  const text = secretText(env, name)
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new ConfigError(
      `${name} must be a PostgreSQL address, such as postgres://user:password@host:5432/rollcall.`,
    )
  if (url.searchParams.has('options'))
    throw new ConfigError(`${name} must not have "options": Rollcall sets those of its connections itself.`)
  return text
}

function databaseAppUrl(env: Env): string | undefined {
  const url = databaseUrl(env, 'DATABASE_APP_URL')
  if (url && !isSet(env, 'DATABASE_URL'))
    throw new ConfigError(
      'DATABASE_APP_URL is another login for the database of DATABASE_URL. Set that, too.',
    )
  return url
}

const secretForm = 'at least 32 random bytes as hex or base64, such as `openssl rand -base64 32` prints'

function secretKey(env: Env, production: boolean): Buffer | undefined {
  const key = bytesOf(env, 'SECRET_KEY')
  if (!key && production)
    throw new ConfigError(`SECRET_KEY is needed in production, to encrypt private details: ${secretForm}.`)
  return key
}

function previousSecretKey(env: Env): Buffer | undefined {
  const key = bytesOf(env, 'SECRET_KEY_PREVIOUS')
  if (key && !isSet(env, 'SECRET_KEY'))
    throw new ConfigError('SECRET_KEY_PREVIOUS is the key before SECRET_KEY. Set that, too.')
  if (key && bytesOf(env, 'SECRET_KEY')?.equals(key))
    throw new ConfigError('SECRET_KEY_PREVIOUS must differ from SECRET_KEY. Leave it empty if there is none.')
  return key
}

/** The bytes of a key in hex or base64. No message repeats it. */
function bytesOf(env: Env, name: string): Buffer | undefined {
  const text = secretText(env, name)
  if (text === undefined) return undefined
  const encoding = /^([0-9a-f]{2})+$/i.test(text) ? 'hex' : 'base64'
  const bytes = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0)
  if (bytes.length < 32) throw new ConfigError(`${name} must be ${secretForm}.`)
  return bytes
}

/** The value of a variable, or the text in the file that `<name>_FILE` names. Undefined when neither is set. */
function secretText(env: Env, name: string): string | undefined {
  const [value, file] = [env[name], env[`${name}_FILE`]]
  if (!file) return value || undefined
  if (value) throw new ConfigError(`${name} and ${name}_FILE are both set. Keep one of them.`)
  let text
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new ConfigError(`${name}_FILE cannot be read. (${(cause as Error).message})`, { cause })
  }
  if (!text) throw new ConfigError(`${name}_FILE (${file}) is empty.`)
  return text
}

function isSet(env: Env, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`])
}
