import { ConfigError } from './error.ts'

/**
 * The address of ClamAV's daemon; undefined: files are not scanned.
 *
 * @param text `tcp://host:port` or `unix:/path`
 * @throws ConfigError
 */
export function scannerAddress(text: string | undefined): URL | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  const isTcp =
    url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '' && /^\/?$/.test(url.pathname)
  const isUnix = url?.protocol === 'unix:' && url.hostname === '' && url.pathname.length > 1
  if (!url || !(isTcp || isUnix) || url.username || url.search || url.hash)
    throw new ConfigError(
      'CLAMD_URL must be the address of the daemon of ClamAV, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl.',
    )
  return url
}
