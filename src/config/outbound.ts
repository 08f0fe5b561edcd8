import { readFileSync } from 'node:fs'
import { ConfigError } from './error.ts'

/** @throws ConfigError without repeating the text, which may have a password */
export function outboundProxy(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(
      'OUTBOUND_PROXY must be the address of an HTTP proxy, such as http://user:password@proxy.example.com:3128.',
    )
  return url
}

/**
 * @param file with the certificate
 * @throws ConfigError in production, where nothing on this machine may be called
 */
export function testCa(file: string | undefined, production: boolean): string | undefined {
  if (!file) return undefined
  if (production) throw new ConfigError('OUTBOUND_TEST_CA_FILE is for tests. Leave it empty in production.')
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`OUTBOUND_TEST_CA_FILE cannot be read. (${(cause as Error).message})`, { cause })
  }
}
