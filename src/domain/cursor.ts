/**
 * The lists that are read in pages, each with the letter with which its cursors begin: another list refuses them. In the
 * contract a cursor has the format `<list>-cursor`.
 */
const letters = {
  people: 'p',
  activity: 'a',
  delivery: 'd',
  notification: 'n',
  request: 'r',
  document: 'c',
} as const

export type CursorList = keyof typeof letters

export const cursorLists = Object.keys(letters) as CursorList[]

/** 16 bytes in base64url: the last of the 22 characters holds two bits, so it is one of four. */
const bytes = '[A-Za-z0-9_-]{21}[AQgw]'

/** A place in the feed of events: `f`, then the name of the database, 8 bytes, and a position, 8 bytes. */
export const feedCursorPattern = `^f${bytes}$`

/** Lists whose cursors are places that stay where they are when their record goes: so many numbers, and the id. */
const numbersOf = { request: 1, document: 2 } as const
type PlacedList = keyof typeof numbersOf

const hasPlaces = (list: CursorList): list is PlacedList => Object.hasOwn(numbersOf, list)

/** 24 bytes in base64url, and 32, of which the last of the 43 characters holds four bits. */
const placeBytes: Record<PlacedList, string> = {
  request: '[A-Za-z0-9_-]{32}',
  document: '[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]',
}

/** Every text that fits is a cursor of the list, though perhaps of a record that does not exist. */
export const cursorPattern = (list: CursorList): string =>
  `^${letters[list]}${hasPlaces(list) ? placeBytes[list] : bytes}$`

/** The id of the last record of a page, as text that clients pass on to get the next page. It means nothing to them. */
export function encodeCursor(list: Exclude<CursorList, PlacedList>, id: string): string {
  return letters[list] + Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * The id in a cursor.
 *
 * @param cursor fits the pattern of its list, which validation has seen to
 */
export function decodeCursor(cursor: string): string {
  return spelled(Buffer.from(cursor.slice(1), 'base64url').toString('hex'))
}

/** A place among the closed requests for approval. */
export interface ClosedPlace {
  /** When the request was closed. */
  at: Date
  id: string
}

export const encodeClosedPlace = ({ at, id }: ClosedPlace): string =>
  encodePlace('request', [at.getTime()], id)

/** @param cursor fits its pattern */
export function decodeClosedPlace(cursor: string): ClosedPlace {
  const { numbers, id } = decodePlace('request', cursor)
  return { at: momentIn(numbers[0]!), id }
}

/** A place among documents, whether the newest or the largest come first. */
export interface DocumentPlace {
  /** When the document was added. */
  at: Date
  bytes: number
  id: string
}

export const encodeDocumentPlace = ({ at, bytes: size, id }: DocumentPlace): string =>
  encodePlace('document', [at.getTime(), size], id)

/** @param cursor fits its pattern */
export function decodeDocumentPlace(cursor: string): DocumentPlace {
  const { numbers, id } = decodePlace('document', cursor)
  return { at: momentIn(numbers[0]!), bytes: numbers[1]!, id }
}

/** A place as text: the letter of its list, then each number, 8 bytes, and the id, 16 bytes. */
function encodePlace(list: PlacedList, numbers: readonly number[], id: string): string {
  const buffer = Buffer.alloc(8 * numbers.length + 16)
  for (const [index, number] of numbers.entries()) buffer.writeBigUInt64BE(BigInt(number), 8 * index)
  buffer.write(id.replaceAll('-', ''), 8 * numbers.length, 'hex')
  return letters[list] + buffer.toString('base64url')
}

function decodePlace(list: PlacedList, cursor: string): { numbers: number[]; id: string } {
  const buffer = Buffer.from(cursor.slice(1), 'base64url')
  const count = numbersOf[list]
  const numbers = Array.from({ length: count }, (_, index) => {
    const number = buffer.readBigUInt64BE(8 * index)
    return number > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(number)
  })
  return { numbers, id: spelled(buffer.toString('hex', 8 * count)) }
}

/** The end of the year 9999. */
const lastMs = 253_402_300_799_999

const momentIn = (ms: number): Date => new Date(Math.min(ms, lastMs))

const spelled = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A place in the feed: of which database, and the position of the last event that was read. */
export interface FeedPlace {
  database: string
  position: number
}

/** A place in the feed, as text. Positions of another database, such as one restored from a backup, are other events. */
export function encodeFeedCursor({ database, position }: FeedPlace): string {
  const buffer = Buffer.alloc(16)
  buffer.write(shortName(database), 'hex')
  buffer.writeBigUInt64BE(BigInt(position), 8)
  return `f${buffer.toString('base64url')}`
}

/**
 * The position in a cursor of the feed.
 *
 * @param cursor fits its pattern
 * @returns undefined when it is of another database, or no place that there could be
 */
export function decodeFeedCursor(cursor: string, database: string): number | undefined {
  const buffer = Buffer.from(cursor.slice(1), 'base64url')
  if (buffer.toString('hex', 0, 8) !== shortName(database)) return undefined
  const position = buffer.readBigUInt64BE(8)
  return position <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(position) : undefined
}

/** The last 8 bytes of an id, which are random. */
const shortName = (id: string): string => id.replaceAll('-', '').slice(-16)
