import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Config {
  port: number
  host: string
  /** Public address without a trailing slash. Links, MCP settings and the Origin rule use it, never the Host header. */
  baseUrl: string
  dataDir: string
  /** Absent: an embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | undefined
  /** What the application connects with; its role must be able to become rollcall_app. Absent: `databaseUrl`. */
  databaseAppUrl: string | undefined
  poolSize: number
  role: 'web' | 'worker' | 'all'
  logLevel: string
  secretKey: Buffer
  production: boolean
  /** Trust X-Forwarded-For from a proxy in front. */
  trustProxy: boolean
}

/** A setting that cannot be used, named so that whoever starts the server can mend it. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads and checks the environment (`.env.example` lists every variable).
 *
 * @throws ConfigError naming the variable and what it takes
 */
export function loadConfig(env: Env = process.env): Config {
  const port = integer(env, 'PORT', 3000, 0, 65535)
  const host = env['HOST'] || '127.0.0.1'
  const dataDir = resolve(env['DATA_DIR'] || './var')
  const production =
    choice(env, 'NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  return {
    port,
    host,
    baseUrl: baseUrl(env, port),
    dataDir,
    databaseUrl: databaseUrl(env, 'DATABASE_URL'),
    databaseAppUrl: databaseUrl(env, 'DATABASE_APP_URL'),
    poolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 2, 200),
    role: choice(env, 'ROLE', ['web', 'worker', 'all'], 'all'),
    logLevel: choice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    secretKey: secretKey(env, dataDir, production),
    production,
    trustProxy: choice(env, 'TRUST_PROXY', ['true', 'false'], 'false') === 'true',
  }
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`)
  return value
}

function choice<T extends string>(env: Env, name: string, choices: readonly T[], fallback: T): T {
  const text = env[name]
  if (!text) return fallback
  if (!choices.includes(text as T)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}.`)
  return text as T
}

function baseUrl(env: Env, port: number): string {
  const text = env['BASE_URL'] || `http://localhost:${port}`
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError('BASE_URL must be an address without a path, such as https://people.example.com.')
  return url.origin
}

function databaseUrl(env: Env, name: string): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new ConfigError(
      `${name} must be a PostgreSQL address, such as postgres://user:password@host:5432/rollcall.`,
    )
  return text
}

/** 32 bytes, as 64 hexadecimal characters. In development one is made and kept below DATA_DIR. */
function secretKey(env: Env, dataDir: string, production: boolean): Buffer {
  const text = env['SECRET_KEY']
  if (text) {
    if (!/^[0-9a-f]{64}$/i.test(text))
      throw new ConfigError('SECRET_KEY must be 64 hexadecimal characters (openssl rand -hex 32).')
    return Buffer.from(text, 'hex')
  }
  if (production)
    throw new ConfigError(
      'SECRET_KEY is required in production: 64 hexadecimal characters (openssl rand -hex 32).',
    )
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}
