import { readFileSync } from 'node:fs'
import { ConfigError } from './error.ts'

/** A bucket of Google Cloud Storage. */
export interface BucketSettings {
  name: string
  /** For tests: the address of a server that stands in for Google. */
  emulator: string | undefined
}

interface Given {
  url: string | undefined
  credentialsFile: string | undefined
  emulator: string | undefined
}

/**
 * The bucket where files are kept; undefined: on the disk, below `DATA_DIR`.
 *
 * @param given.url `gs://bucket`
 * @param given.credentialsFile is checked; the client library of Google reads it
 * @throws ConfigError without repeating what the file of credentials holds
 */
export function bucketSettings(
  { url, credentialsFile, emulator }: Given,
  production: boolean,
): BucketSettings | undefined {
  // The client library would follow it by itself, and put files there without any credential.
  if (emulator && production)
    throw new ConfigError('STORAGE_EMULATOR_HOST is for tests. Leave it empty in production.')
  if (!url) return undefined
  const [, name] = /^gs:\/\/([a-z0-9][a-z0-9._-]{1,220}[a-z0-9])\/?$/.exec(url) ?? []
  if (name === undefined)
    throw new ConfigError(
      'STORAGE_URL must be the address of a bucket of Google Cloud Storage, such as gs://acme-people.',
    )
  if (emulator && !/^https?:$/.test(URL.parse(emulator)?.protocol ?? ''))
    throw new ConfigError('STORAGE_EMULATOR_HOST must be an address, such as http://127.0.0.1:9023.')
  if (credentialsFile) checkCredentials(credentialsFile)
  return { name, emulator: emulator || undefined }
}

/** The client library reads it by itself, but only when the first file comes. */
function checkCredentials(file: string): void {
  let account: { type?: unknown }
  try {
    account = JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown }
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'it is no JSON' : (cause as Error).message
    throw new ConfigError(`GOOGLE_APPLICATION_CREDENTIALS cannot be read. (${why})`, { cause })
  }
  if (typeof account !== 'object' || account === null || typeof account.type !== 'string')
    throw new ConfigError(
      'GOOGLE_APPLICATION_CREDENTIALS must name a file of credentials of Google, as its console makes it for a service account.',
    )
}
