import pg from 'pg'

/** The locks of `holdStanding`, in src/queries/platform/standing.ts, and of `holdProposer`, in src/queries/org/approvers.ts. */
const holdsCaller = (text: string) => /for share of m(, c)?$/.test(text)

/** The locks of src/services/README.md, in the order in which a transaction takes them. */
const order: { lock: string; is: (table: string, text: string) => boolean }[] = [
  { lock: 'positions', is: (table) => table === 'positions' },
  { lock: 'people', is: (table) => table === 'people' },
  {
    lock: 'the root unit',
    is: (table, text) => table === 'units' && /parent_id is null for no key update/.test(text),
  },
  {
    lock: 'units, locations, legal entities',
    is: (table) => ['units', 'locations', 'legal_entities'].includes(table),
  },
  { lock: 'reporting lines', is: (table) => table === 'reporting_lines' },
  { lock: 'the row of organizations', is: (table) => table === 'organizations' },
  { lock: 'documents', is: (table) => table === 'documents' },
  { lock: 'custom fields', is: (table) => table === 'custom_fields' },
  { lock: 'memberships', is: (table, text) => table === 'memberships' && !holdsCaller(text) },
  { lock: 'invites', is: (table) => table === 'invites' },
  { lock: 'requests', is: (table) => table === 'approval_requests' },
  { lock: 'checklists', is: (table) => table === 'checklist_runs' },
  { lock: 'the caller, the proposer', is: (_table, text) => holdsCaller(text) },
]

/** A statement that locks rows; one with `skip locked` waits for nobody. */
const locking = /\bfor (?:no key update|update|key share|share)\b(?! of \w+ skip| skip)/
const tables = /\bfrom (\w+)/g

/** The place in the order of what a statement locks; undefined when it locks nothing that has one. */
export function placeOf(text: string): number | undefined {
  const at = locking.exec(text)?.index
  if (at === undefined) return undefined
  const table = [...text.slice(0, at).matchAll(tables)].at(-1)?.[1] ?? ''
  const place = order.findIndex(({ is }) => is(table, text.replace(/\s+/g, ' ')))
  return place === -1 ? undefined : place
}

interface Held {
  place: number
  text: string
  /** Locks that are held already are no wait. */
  known: Set<string>
}

/** What is wrong with the order of locks of one connection's statements; a function that gets one after the other. */
export function watchLocks(report: (problem: string) => void): (text: string, values: unknown) => void {
  let held: Held | undefined
  return (text, values) => {
    if (/^\s*(begin|commit|rollback)\b/i.test(text)) held = undefined
    const place = placeOf(text)
    if (place === undefined) return
    const key = `${text} ${JSON.stringify(values)}`
    if (held && place < held.place && !held.known.has(key))
      report(
        `${order[place]!.lock} after ${order[held.place]!.lock}:\n  ${short(held.text)}\n  then ${short(text)}`,
      )
    const known = held?.known.add(key) ?? new Set([key])
    held = held && held.place >= place ? { ...held, known } : { place, text, known }
  }
}

const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)

/** What this process has seen so far that breaks the order. */
export const lockProblems = new Set<string>()

/** Watches all connections of this process from now on. */
export function recordLocks(): void {
  const watched = new WeakMap<object, (text: string, values: unknown) => void>()
  const { query } = pg.Client.prototype as unknown as { query: (...args: any[]) => unknown }
  pg.Client.prototype.query = function (this: object, ...args: any[]) {
    const [first, second] = args
    const text = typeof first === 'string' ? first : first?.text
    let watch = watched.get(this)
    if (!watch) watched.set(this, (watch = watchLocks((problem) => lockProblems.add(problem))))
    if (typeof text === 'string') watch(text, first?.values ?? second)
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}

/**
 * @param problems what was seen
 * @throws Error with every transaction that took locks in another order than src/services/README.md says
 */
export function checkLocks(problems: ReadonlySet<string>): void {
  if (problems.size > 0)
    throw new Error(
      `Locks are taken in the order of src/services/README.md, or two calls may wait for each other:\n${[...problems].join('\n')}`,
    )
}
