/** Characters of RFC 8187 that stand for themselves, beyond those that `encodeURIComponent` leaves alone. */
const mustEncode = /['()*]/g

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

/**
 * The `Content-Disposition` of a file that is saved and never shown (RFC 6266).
 *
 * @param name as somebody gave it: any text
 */
export function attachmentOf(name: string): string {
  // Names with paths are taken by some browsers for folders.
  const plain = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_') || '_'
  const ascii = plain.replace(/[^ !#$&+\-.0-9;=@A-Z[\]^_`a-z{}~()',]/g, '_')
  const extended = encodeURIComponent(plain).replace(mustEncode, encoded)
  return ascii === plain
    ? `attachment; filename="${ascii}"`
    : `attachment; filename="${ascii}"; filename*=UTF-8''${extended}`
}
