import type { ErrorDetail } from '../../errors.ts'

/** The lists of an input; what an entry is known by is its key. */
export type ListName = 'locations' | 'units' | 'people'
const keyOf = { locations: 'name', units: 'name', people: 'work_email' } as const

/** A field of an entry that could not be read. */
export interface LostField {
  list: ListName
  /** undefined: the whole list. */
  index: number | undefined
  /** undefined: the whole entry. */
  field: string | undefined
}

const spelled = ({ list, index, field }: LostField): string => `${list} ${index} ${field}`

/**
 * Fields that are missing in an input because they could not be read. Their possible values are not held against the
 * rest: of each mistake only itself is told.
 */
export class LeftOut {
  readonly #lost: ReadonlySet<string>
  readonly #keys: Record<ListName, string[]> = { locations: [], units: [], people: [] }
  readonly isNothing: boolean

  /**
   * @param lost at most as many as mistakes are told
   * @param sent the lists as they were sent
   */
  constructor(lost: readonly LostField[], sent: unknown) {
    this.#lost = new Set(lost.map(spelled))
    this.isNothing = lost.length === 0
    for (const { list, index, field } of lost)
      if (index !== undefined && field === keyOf[list]) this.#keys[list].push(textAt(sent, list, index))
  }

  /** Tells whether a field of an entry could not be read. */
  has(list: ListName, index: number, field: string): boolean {
    const entry = { list, index, field: undefined }
    return this.#lost.has(spelled({ ...entry, field })) || this.#lost.has(spelled(entry))
  }

  /** Tells whether a list as a whole could not be read. */
  hasAll(list: ListName): boolean {
    return this.#lost.has(spelled({ list, index: undefined, field: undefined }))
  }

  /** The keys of entries that could not be read, as they were sent: another entry may refer to one of them. */
  keys(list: ListName): readonly string[] {
    return this.#keys[list]
  }
}

export const nothingLeftOut = new LeftOut([], {})

function textAt(sent: unknown, list: ListName, index: number): string {
  const lists = sent as Partial<Record<ListName, unknown[]>>
  const entry = lists[list]?.[index] as Record<string, unknown> | null | undefined
  const key = entry?.[keyOf[list]]
  // An object is no name, and its own `toString` need not be a function.
  return typeof key === 'object' ? '' : String(key ?? '')
}

/** The field of a mistake in an input of org/setup.apply; undefined for one that is in no list. */
export function lostField({ path }: Pick<ErrorDetail, 'path'>): LostField | undefined {
  const [, list, index, field] = /^(locations|units|people)(?:\[(\d+)\](?:\.(\w+))?)?/.exec(path) ?? []
  if (list === undefined) return undefined
  return { list: list as ListName, index: index === undefined ? undefined : Number(index), field }
}
