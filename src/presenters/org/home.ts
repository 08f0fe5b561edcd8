import type { components } from '../../generated/contract.ts'
import type { DayRow, MoveRow } from '../../queries/org/home.ts'
import { presentPersonRef, type PersonRef } from './people.ts'

type Schemas = components['schemas']
type Need = Schemas['HomeNeed']
type Named = Parameters<typeof personOf>[0]

const personOf = (row: Pick<DayRow, `person_${'id' | 'name' | 'title' | 'photo_hash'}`>): PersonRef =>
  presentPersonRef(row.person_id, row.person_name, row.person_title, row.person_photo_hash)!

const managerOf = (row: DayRow | MoveRow): PersonRef | null =>
  presentPersonRef(row.manager_id, row.manager_name, row.manager_title, row.manager_photo_hash)

export const presentDate = (row: Named & Pick<DayRow, 'date'>): Schemas['HomeDate'] => ({
  person: personOf(row),
  date: row.date,
})

/** A day that comes; the title only where it is another one from then on. */
export const presentComing = (
  row: DayRow & { kind: Schemas['HomeComing']['kind'] },
): Schemas['HomeComing'] => ({
  kind: row.kind,
  date: row.date,
  person: personOf(row),
  reason: row.kind === 'job_change' ? row.reason : null,
  title: row.kind === 'job_change' || row.kind === 'starts' ? row.title : null,
})

/** A need about one person, with its day. */
export const presentDatedNeed = (kind: Need['kind'], row: DayRow): Need => ({
  kind,
  date: row.date,
  person: personOf(row),
  manager: managerOf(row),
  count: null,
  ids: [],
  contract_type: kind === 'contract_ends' ? row.contract_type : null,
})

export const presentMove = (row: MoveRow): Need => ({
  kind: 'move_roles',
  date: row.date,
  person: personOf(row),
  manager: managerOf(row),
  count: row.count,
  ids: row.ids,
  contract_type: null,
})

/** A need about several records; nothing where there are none. */
export const presentCounted = (
  kind: Need['kind'],
  { count, ids }: { count: number; ids: readonly string[] },
): Need[] =>
  count === 0
    ? []
    : [{ kind, date: null, person: null, manager: null, count, ids: [...ids], contract_type: null }]
