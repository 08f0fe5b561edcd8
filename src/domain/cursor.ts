/** The id of the last record of a page, as text that clients pass on to get the next page. It means nothing to them. */
export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The id in a cursor; undefined when the text is no cursor of ours. */
export function decodeCursor(cursor: string): string | undefined {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return id !== hex && encodeCursor(id) === cursor ? id : undefined
}
