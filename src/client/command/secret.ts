import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The secret of this user for development, and the file that keeps it. */
export interface DevelopmentSecret {
  secret: string
  file: string
}

/**
 * Reads the secret with which `listen` signs, and makes it the first time. It lasts, so that a receiver is told it once.
 *
 * @throws Error when the file holds something else
 */
export function developmentSecret(env: Readonly<Record<string, string | undefined>>): DevelopmentSecret {
  const file = join(configFolder(env), 'rollcall', 'listen-secret')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `whsec_${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new Error(`${file} holds no secret. Remove it, and the next start makes one.`)
  return { secret, file }
}

function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const named = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']
  return named || join(homedir(), '.config')
}
