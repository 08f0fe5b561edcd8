import { isId } from './ids.ts'

/** The lists that are read in pages. A cursor names its list, so that another list can refuse it. */
export type CursorList = 'people' | 'activity'

/** The id of the last record of a page, as text that clients pass on to get the next page. It means nothing to them. */
export function encodeCursor(list: CursorList, id: string): string {
  return Buffer.from(`${list}/${id}`).toString('base64url')
}

/** The id in a cursor of this list; undefined when the text is none. */
export function decodeCursor(list: CursorList, cursor: string): string | undefined {
  const [, id = ''] = Buffer.from(cursor, 'base64url').toString().split('/')
  return isId(id) && encodeCursor(list, id) === cursor ? id : undefined
}
