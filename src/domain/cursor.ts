/**
 * The lists that are read in pages, each with the letter with which its cursors begin: another list refuses them. In the
 * contract a cursor has the format `<list>-cursor`.
 */
const letters = { people: 'p', activity: 'a' } as const

export type CursorList = keyof typeof letters

export const cursorLists = Object.keys(letters) as CursorList[]

/** 16 bytes in base64url: the last of the 22 characters holds two bits, so it is one of four. */
const bytes = '[A-Za-z0-9_-]{21}[AQgw]'

/** Every text that fits is a cursor of the list, though perhaps of a record that does not exist. */
export const cursorPattern = (list: CursorList): string => `^${letters[list]}${bytes}$`

/** The id of the last record of a page, as text that clients pass on to get the next page. It means nothing to them. */
export function encodeCursor(list: CursorList, id: string): string {
  return letters[list] + Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * The id in a cursor.
 *
 * @param cursor fits the pattern of its list, which validation has seen to
 */
export function decodeCursor(cursor: string): string {
  const hex = Buffer.from(cursor.slice(1), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
